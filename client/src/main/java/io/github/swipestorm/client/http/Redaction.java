package io.github.swipestorm.client.http;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one rule by which credentials are hidden wherever a text from outside is shown or written: words that were typed, what
 * a server or a library says, the JVM's flags. It goes by the places that credentials stand in:
 *
 * <ul>
 *   <li>the user information of a URL (RFC 3986, section 3.2.1), name included, since a token may be all of it;
 *   <li>the value of a parameter whose name says that it is a secret: {@code token=}, {@code api_key=}, {@code
 *       -Dstore.password=};
 *   <li>the rest of a line after a header that carries credentials: {@code Authorization:}, {@code Cookie:}, {@code
 *       X-Api-Key:};
 *   <li>what follows the schemes {@code Basic} and {@code Bearer} (RFC 7617, RFC 6750).
 * </ul>
 *
 * A reference to a variable of the environment, {@code ${env.NAME}}, in such a place is no secret: it is shown.
 * It hides rather too much than too little. A secret that stands in no such place is only found by those who know it.
 */
public final class Redaction {

    /** Replaces what was hidden. */
    public static final String HIDDEN = "***";

    private static final int SHORTEST_KNOWN = 3;
    private static final String CUT_OFF = "...";

    /** A URL's authority ends before its path; a password that contains an unescaped slash extends to the last @. */
    private static final Pattern USER_INFO =
            Pattern.compile("(?<=://)(?:[^\\s/?#]*|[^\\s/?#@:\\[]+:(?!\\d+(?:[/?#'\"]|$))\\S*)@");

    /** The same without a scheme. */
    private static final Pattern BARE_USER_INFO =
            Pattern.compile("(?<![^\\s'\"=(,])[^\\s'\"=(,:/@]+:(?!//)\\S*@(?=[^\\s'\"])");

    private static final Pattern PARAMETER = Pattern.compile("([\\w.%-]+)=(\"[^\"]*\"|'[^']*'|[^&\\s;,'\"#<>]+)");

    private static final Pattern FIELD = Pattern.compile("\"([\\w.-]+)\"\\s*:\\s*(\"[^\"]*\"?|[^,}\\s]+)");

    private static final Pattern HEADER = Pattern.compile("([A-Za-z][\\w-]*)'?\\s*:[ \\t]*([^\\r\\n]+)");

    private static final Pattern SCHEME =
            Pattern.compile("\\b(?i:Basic|Bearer)[ +]+(?!(?i:auth)|\\$\\{env\\.)[^\\s,;'\"]{4,}");

    /** Endings of the names of secrets, ignoring case, dots, dashes and underscores. */
    private static final List<String> SECRET_ENDINGS = List.of(
            "password",
            "passwd",
            "passphrase",
            "pwd",
            "secret",
            "token",
            "key",
            "auth",
            "authorization",
            "credential",
            "credentials",
            "signature",
            "cookie",
            "sessionid");

    private static final Set<String> SECRET_NAMES = Set.of("pass", "sig", "sid", "session", "jwt", "user");

    /** Text before a colon is certainly a header when it is one of these, or has a dash and a secret's ending. */
    private static final Set<String> SECRET_HEADERS =
            Set.of("authorization", "proxy-authorization", "cookie", "set-cookie", "set-cookie2", "x-auth", "password");

    /** References to the environment, with words around them that are no secrets. */
    private static final Pattern REFERENCES = Pattern.compile(
            "[\"']?(?:(?i:Basic|Bearer|Token) |[\\w.-]+=)?(?:\\$\\{env\\.\\w+}(?:; ?[\\w.-]+=)?)+[\"']?");

    private static final Pattern PUNCTUATION = Pattern.compile("[._%-]");

    /** After the first colon or equals sign of a word, unless it is a port, a number or the rest of a scheme. */
    private static final Pattern REST_OF_WORD = Pattern.compile("(?<!https?)([:=])(?!//|\\d{1,5}(?:[/?#]|$))\\S.*");

    private Redaction() {}

    /** The text without credentials; a text without any is returned unchanged. */
    public static String of(String text) {
        String shown = USER_INFO.matcher(text).replaceAll(Redaction::userInfo);
        shown = BARE_USER_INFO.matcher(shown).replaceAll(Redaction::userInfo);
        shown = SCHEME.matcher(shown).replaceAll(found -> firstWord(found.group()) + " " + HIDDEN);
        shown = hide(HEADER, Redaction::isSecretHeader, shown);
        shown = hide(FIELD, Redaction::isSecret, shown);
        return hide(PARAMETER, Redaction::isSecret, shown);
    }

    private static String userInfo(MatchResult found) {
        String both = found.group();
        String password = both.substring(both.indexOf(':') + 1, both.length() - 1);
        return isReference(password) ? Matcher.quoteReplacement(both) : HIDDEN + "@";
    }

    /** Whether a value only refers to variables of the environment, so that it has no secret in it. */
    public static boolean isReference(String value) {
        return REFERENCES.matcher(value.strip()).matches();
    }

    /**
     * The same, and without certain secrets wherever they occur, unless they are so short that any text contains them.
     */
    public static String of(String text, Collection<String> secrets) {
        String shown = text;
        for (String secret : secrets) {
            shown = secret.length() < SHORTEST_KNOWN ? shown : withoutBeginning(shown.replace(secret, HIDDEN), secret);
        }
        return of(shown);
    }

    /** A truncated text may end in the middle of a secret. */
    private static String withoutBeginning(String text, String secret) {
        String kept = text.endsWith(CUT_OFF) ? text.substring(0, text.length() - CUT_OFF.length()) : text;
        for (int length = secret.length() - 1; length >= SHORTEST_KNOWN && kept.length() < text.length(); length--) {
            if (kept.endsWith(secret.substring(0, length))) {
                return kept.substring(0, kept.length() - length) + HIDDEN + CUT_OFF;
            }
        }
        return text;
    }

    /** Whether a header carries a secret. */
    public static boolean isSecret(Header header) {
        return isIn(of(header.name() + ": " + header.value()));
    }

    /**
     * A single typed word of unknown meaning: of {@code name=value} and {@code name:value} the name only, unless a URL
     * or a number follows.
     */
    public static String ofUnknownWord(String word) {
        return REST_OF_WORD.matcher(of(word)).replaceFirst("$1" + HIDDEN);
    }

    /** Whether something may have been hidden in a text, so that it is no longer the original. */
    public static boolean isIn(String text) {
        return text.contains(HIDDEN);
    }

    /** @param pattern whose first group is a name and whose second one is its value, which may contain other names */
    private static String hide(Pattern pattern, Predicate<String> secretNames, String text) {
        StringBuilder shown = new StringBuilder(text.length());
        Matcher found = pattern.matcher(text);
        int at = 0;
        while (at < text.length() && found.find(at)) {
            boolean secret = secretNames.test(found.group(1)) && !isReference(found.group(2));
            shown.append(text, at, found.start(2)).append(secret ? HIDDEN : "");
            at = secret ? found.end() : found.start(2);
        }
        return shown.append(text, at, text.length()).toString();
    }

    private static boolean isSecretHeader(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return SECRET_HEADERS.contains(lower) || (lower.indexOf('-') > 0 && isSecret(lower));
    }

    private static boolean isSecret(String name) {
        String bare = PUNCTUATION.matcher(name).replaceAll("").toLowerCase(Locale.ROOT);
        return SECRET_NAMES.contains(bare) || SECRET_ENDINGS.stream().anyMatch(bare::endsWith);
    }

    private static String firstWord(String text) {
        return text.split("[ +]", 2)[0];
    }
}

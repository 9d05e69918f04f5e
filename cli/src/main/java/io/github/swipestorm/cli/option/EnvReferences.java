package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.http.Redaction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** References to environment variables in typed text, {@code ${env.NAME}}, which keep secrets out of command lines. */
final class EnvReferences {

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{env\\.([A-Za-z_]\\w*)}");

    /** Functions of workload files. */
    private static final Pattern FUNCTION =
            Pattern.compile("\\$\\{(?:env|index|worker|uuid|random|time|data)\\b[^}]*}");

    private EnvReferences() {}

    /** The text with the value of each variable in its place, as it is. */
    static String resolve(String text) {
        return resolve(text, value -> value);
    }

    /**
     * The text with the value of each variable in its place.
     *
     * @param escape makes a value fit the place where it stands
     * @throws IllegalArgumentException with a user-facing message when a variable is not set
     */
    static String resolve(String text, UnaryOperator<String> escape) {
        return resolve(text, escape, System::getenv);
    }

    static String resolve(String text, UnaryOperator<String> escape, Function<String, String> environment) {
        Matcher other = FUNCTION.matcher(REFERENCE.matcher(text).replaceAll(""));
        if (other.find()) {
            throw new IllegalArgumentException("'" + Redaction.of(other.group())
                    + "' is for workload files, whose requests may differ; one request reads ${env.NAME} only");
        }
        return REFERENCE.matcher(text).replaceAll(found -> {
            String value = environment.apply(found.group(1));
            if (value == null) {
                throw new IllegalArgumentException("The environment variable " + found.group(1)
                        + " is not set: set it, or take ${env." + found.group(1) + "} out");
            }
            return Matcher.quoteReplacement(escape.apply(value));
        });
    }

    /** Whether a text has any. */
    static boolean isIn(String text) {
        return REFERENCE.matcher(text).find();
    }
}

package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.Credentials;
import io.github.swipestorm.client.transport.HttpFeatures;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Options for HTTP features beyond a direct request to the target. */
public final class HttpFeatureOptions {

    /** The option whose value is secret. */
    public static final String USER = "--user";

    private static final Pattern PROXY = Pattern.compile("(?i)http://[^/?#]+:\\d+/?");

    @Option(
            names = "--proxy",
            paramLabel = "URL",
            description =
                    "classic: send every request through this HTTP proxy, such as http://localhost:3128; to an https "
                            + "target through a tunnel.")
    private String proxy;

    @Option(
            names = USER,
            paramLabel = "NAME:PASSWORD",
            description = "classic: send HTTP basic authentication with every request to the target, unasked.")
    private String user;

    @Option(
            names = "--follow-redirects",
            description =
                    "classic: follow up to 10 redirects within the attempt, also to other hosts; a POST becomes a "
                            + "GET after 301, 302 and 303, and stays a POST after 307 and 308.")
    private boolean followRedirects;

    /**
     * The features that the options describe.
     *
     * @throws IllegalArgumentException with a user-facing message when they are invalid
     */
    HttpFeatures features() {
        return new HttpFeatures(
                Optional.ofNullable(proxy).map(HttpFeatureOptions::proxy),
                Optional.ofNullable(user).map(Credentials::parse),
                followRedirects);
    }

    private static Target proxy(String url) {
        if (url.indexOf('@') >= 0) {
            // The URL is not quoted: the part before the @ may be a password.
            throw new IllegalArgumentException("A proxy that asks for a password cannot be used: write --proxy like "
                    + "http://localhost:3128, without a user");
        }
        if (!PROXY.matcher(url).matches()) {
            throw new IllegalArgumentException("'" + Redaction.ofUnknownWord(url)
                    + "' is not a proxy that can be used: write it like http://localhost:3128");
        }
        return Target.parse(url);
    }
}

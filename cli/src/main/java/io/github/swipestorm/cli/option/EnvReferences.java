package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.http.Redaction;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replaces references to environment variables in typed text, {@code ${env.NAME}}, which keep secrets out of command lines. */
final class EnvReferences {

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{env\\.([A-Za-z_]\\w*)}");

    /** Functions of workload files. */
    private static final Pattern FUNCTION =
            Pattern.compile("\\$\\{(?:(?:env|random|time|data)\\.[^}]*|index|worker|uuid)}");

    private final Function<String, String> environment;
    private final Set<String> values = new LinkedHashSet<>();

    /** With the environment of this process. */
    EnvReferences() {
        this(System::getenv);
    }

    /** @param environment returns null for a variable that is not set */
    EnvReferences(Function<String, String> environment) {
        this.environment = environment;
    }

    /** The text with the value of each variable in its place, as it is. */
    String resolve(String text) {
        return resolve(text, value -> value);
    }

    /**
     * The text with the value of each variable in its place.
     *
     * @param escape makes a value fit the place where it stands
     * @throws IllegalArgumentException with a user-facing message when a variable is not set
     */
    String resolve(String text, UnaryOperator<String> escape) {
        Matcher other = FUNCTION.matcher(REFERENCE.matcher(text).replaceAll(""));
        if (other.find()) {
            throw new IllegalArgumentException("'" + Redaction.of(other.group())
                    + "' is for workload files, whose requests differ; one request has ${env.NAME} only, and a body with"
                    + " such a text goes into a --body-file");
        }
        return REFERENCE.matcher(text).replaceAll(found -> {
            String value = environment.apply(found.group(1));
            if (value == null) {
                throw new IllegalArgumentException("The environment variable " + found.group(1)
                        + " is not set: set it, or take ${env." + found.group(1) + "} out");
            }
            values.add(value);
            values.add(escape.apply(value));
            return Matcher.quoteReplacement(escape.apply(value));
        });
    }

    /** Values that were inserted, as they are and as they stand in the texts. */
    List<String> values() {
        return List.copyOf(values);
    }
}

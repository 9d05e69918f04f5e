package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.report.Environment;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} says. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        Environment environment = Environment.current();
        return new String[] {
            "swipestorm " + environment.swipestorm() + " (commit " + environment.commit() + ")",
            "Java " + environment.java() + " (" + environment.jvm() + ")"
        };
    }
}

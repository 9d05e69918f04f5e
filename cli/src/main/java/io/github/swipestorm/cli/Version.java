package io.github.swipestorm.cli;

import io.github.swipestorm.client.report.store.Environment;
import picocli.CommandLine.IVersionProvider;

/** The text of {@code --version}. */
public final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        Environment environment = Environment.current();
        return new String[] {
            "swipestorm " + environment.swipestorm() + " (commit " + environment.commit() + ")",
            "Java " + environment.java() + " (" + environment.jvm() + ")"
        };
    }
}

package io.github.swipestorm.client.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} says. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() throws IOException {
        Properties build = new Properties();
        try (InputStream resource = Version.class.getResourceAsStream("version.properties")) {
            build.load(resource);
        }
        return new String[] {"swipestorm " + build.getProperty("version"), "Java ${java.version} (${java.vendor})"};
    }
}

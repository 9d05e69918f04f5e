package io.github.swipestorm.servlet;

import io.github.swipestorm.api.contract.ConnectorContract;
import io.github.swipestorm.api.launch.ConnectorSettings;
import org.junit.jupiter.api.Test;

class EmbeddedTomcatTest {

    @Test
    void connectorRunsWithTheSettings() throws Exception {
        ConnectorSettings settings = ConnectorSettings.of(37);
        EmbeddedTomcat tomcat = EmbeddedTomcat.start(0, settings, false);
        try {
            ConnectorContract.hold(
                    settings, name -> String.valueOf(tomcat.connector().getProperty(name)));
        } finally {
            tomcat.stop();
        }
    }
}

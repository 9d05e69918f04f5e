package io.github.swipestorm.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.api.contract.ConnectorContract;
import io.github.swipestorm.api.tomcat.ConnectorSettings;
import java.io.IOException;
import java.time.Duration;
import org.apache.catalina.connector.Connector;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

class ConnectorSettingsTest {

    @Test
    void connectorRunsWithTheSettingsOfTheServletServer() {
        ConnectorSettings settings = ConnectorSettings.of(37);
        try (ConfigurableApplicationContext context =
                SpringApplication.run(SpringBootServer.class, "--server.port=0", "--server.tomcat.threads.max=37")) {
            TomcatWebServer server = (TomcatWebServer) ((WebServerApplicationContext) context).getWebServer();
            Connector connector = server.getTomcat().getConnector();
            ConnectorContract.hold(settings, name -> String.valueOf(connector.getProperty(name)));
            assertThat(context.getEnvironment()
                            .getProperty("spring.lifecycle.timeout-per-shutdown-phase", Duration.class))
                    .isEqualTo(settings.gracePeriod());
        }
    }

    @Test
    @Tag("fault")
    @DisplayName(ConnectorContract.SILENCE)
    void closesWhatGoesSilent() throws IOException {
        ConnectorSettings settings = ConnectorContract.impatient(ConnectorSettings.of(5));
        try (ConfigurableApplicationContext context = SpringApplication.run(
                SpringBootServer.class,
                "--server.port=0",
                "--server.tomcat.connection-timeout="
                        + settings.connectionTimeout().toMillis() + "ms",
                "--server.tomcat.keep-alive-timeout="
                        + settings.keepAliveTimeout().toMillis() + "ms")) {
            ConnectorContract.closesWhatGoesSilent(
                    context.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
        }
    }
}

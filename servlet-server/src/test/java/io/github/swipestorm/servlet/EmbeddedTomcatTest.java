package io.github.swipestorm.servlet;

import io.github.swipestorm.api.contract.ConnectorContract;
import io.github.swipestorm.api.tomcat.ConnectorSettings;
import io.github.swipestorm.api.tomcat.EmbeddedTomcat;
import io.github.swipestorm.launch.ServerMain;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class EmbeddedTomcatTest {

    private interface Question {
        void ask(EmbeddedTomcat tomcat) throws Exception;
    }

    private static void with(ConnectorSettings settings, Question question) throws Exception {
        EmbeddedTomcat tomcat = EmbeddedTomcat.start(ServerMain.options("--port=0"), settings, new SwipeServlet());
        try {
            question.ask(tomcat);
        } finally {
            tomcat.stop();
        }
    }

    @Test
    void connectorRunsWithTheSettings() throws Exception {
        ConnectorSettings settings = ConnectorSettings.of(37);
        with(
                settings,
                tomcat -> ConnectorContract.hold(
                        settings, name -> String.valueOf(tomcat.connector().getProperty(name))));
    }

    @Test
    @Tag("fault")
    @DisplayName(ConnectorContract.SILENCE)
    void closesWhatGoesSilent() throws Exception {
        with(
                ConnectorContract.impatient(ConnectorSettings.of(5)),
                tomcat -> ConnectorContract.closesWhatGoesSilent(tomcat.port()));
    }
}

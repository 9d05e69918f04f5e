package io.github.swipestorm.springboot;

import io.github.swipestorm.api.tomcat.ConnectorSettings;
import io.github.swipestorm.api.tomcat.JsonErrorValve;
import io.github.swipestorm.api.tomcat.RequestLimits;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.autoconfigure.condition.ConditionalOnNotWarDeployment;
import org.springframework.boot.tomcat.autoconfigure.TomcatServerProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Settings of the embedded Tomcat for which there is no property. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnNotWarDeployment
class EmbeddedTomcatConfiguration {

    /** Limits for which there is no property. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> requestLimits(TomcatServerProperties properties) {
        return factory -> factory.addConnectorCustomizers(connector ->
                RequestLimits.apply(ConnectorSettings.of(properties.getThreads().getMax()), connector));
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> jsonErrors() {
        return factory -> factory.addContextCustomizers(context ->
                ((StandardHost) context.getParent()).setErrorReportValveClass(JsonErrorValve.class.getName()));
    }
}

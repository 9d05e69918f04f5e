package io.github.swipestorm.springboot;

import io.github.swipestorm.api.ApiJson;
import io.github.swipestorm.api.InMemorySwipeStore;
import io.github.swipestorm.api.ServerMetrics;
import io.github.swipestorm.api.SwipeService;
import io.github.swipestorm.api.SwipeStore;
import java.util.List;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.format.FormatterRegistry;
import org.springframework.http.MediaType;
import org.springframework.web.filter.RequestContextFilter;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Registers the rules of the API with Spring. */
@Configuration(proxyBeanMethods = false)
class ApiConfiguration implements WebMvcConfigurer {

    @Bean
    SwipeStore swipeStore() {
        return new InMemorySwipeStore();
    }

    @Bean
    SwipeService swipeService(SwipeStore store) {
        return new SwipeService(store);
    }

    @Bean
    ServerMetrics serverMetrics(SwipeStore store) {
        return new ServerMetrics(store);
    }

    /** Off: the dispatcher servlet does the same for each request that it handles, and no filter here asks for the request's context. */
    @Bean
    FilterRegistrationBean<RequestContextFilter> requestContextFilter() {
        FilterRegistrationBean<RequestContextFilter> registration =
                new FilterRegistrationBean<>(new RequestContextFilter());
        registration.setEnabled(false);
        return registration;
    }

    @Bean
    JsonMapperBuilderCustomizer strictJson() {
        return ApiJson::makeStrict;
    }

    @Override
    public void addFormatters(FormatterRegistry registry) {
        registry.addConverter(String.class, DirectionInPath.class, DirectionInPath::parse);
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new SwipeHeaders.Resolver());
    }

    /** The API has one response format, whatever the client would rather accept. */
    @Override
    public void configureContentNegotiation(ContentNegotiationConfigurer configurer) {
        configurer.ignoreAcceptHeader(true).defaultContentType(MediaType.APPLICATION_JSON);
    }
}

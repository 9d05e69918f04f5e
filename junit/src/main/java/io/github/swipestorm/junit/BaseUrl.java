package io.github.swipestorm.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The field, or the method without parameters, of a test class that says where the server of its {@link LoadTest}s is: a text, a
 * {@link java.net.URI}, or a {@link java.util.function.Supplier} of one. It is read right before the load is sent, when servers and
 * containers have started and know their ports.
 *
 * <pre>{@code
 * @LocalServerPort
 * int port;
 *
 * @BaseUrl
 * String url() {
 *     return "http://localhost:" + port;
 * }
 * }</pre>
 */
@Target({ElementType.FIELD, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface BaseUrl {}

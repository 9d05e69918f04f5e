package io.github.swipestorm.junit;

import io.github.swipestorm.LoadResult;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A test method that load is sent for. The load ends before the method begins, which takes the {@link LoadResult} as a parameter,
 * and fails through {@link LoadResult#require}.
 *
 * <pre>{@code
 * @LoadTest(users = 50, duration = "10s", warmUp = "5s", path = "/albums")
 * void albums_are_fast(LoadResult result) {
 *     result.require("p99<100ms,errors<0.1%");
 * }
 * }</pre>
 *
 * <p>The server is that of {@link #url} or of {@link BaseUrl}. What is sent is a {@link #path} or a {@link #workload}. The files of
 * a run, its page among them, are in {@code target/swipestorm}, with Gradle in {@code build/swipestorm}; the configuration
 * parameter {@code swipestorm.output} names another directory. Load tests of one JVM that JUnit executes in parallel take turns.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Test
@ExtendWith(LoadTestExtension.class)
@ResourceLock(LoadTest.LOCK)
public @interface LoadTest {

    /**
     * The lock that load tests take, one at a time. {@code @ResourceLock(LoadTest.LOCK)} makes another test wait for them, which
     * would take part of the machine.
     */
    String LOCK = "io.github.swipestorm.load";

    /** How many users send, each one request after the other: 1 to 100,000. */
    int users() default 1;

    /** How long they send, after all warm-ups: {@code 500ms}, {@code 10s}, {@code 1.5m}. Empty for no such end. */
    String duration() default "";

    /** After how many requests they end; with a {@link #duration}, whichever comes first. 0 for no such end. */
    long requests() default 0;

    /** How long they send before anything is measured. Empty for none; the client warms up its own code even then. */
    String warmUp() default "";

    /** A constant rate, such as {@code 500} a second or {@code 300/m}. Empty for a closed loop. */
    String rate() default "";

    /** What is sent, with {@code GET}: a path that begins with a slash, and may have a query. */
    String path() default "";

    /**
     * What is sent, instead of a {@link #path}: the name of a field of the test class, or of a method of it without parameters, that
     * gives an {@link io.github.swipestorm.client.workload.Workload}; the name of a registered workload; or the path of a workload
     * file, which ends in {@code .yaml}, {@code .yml} or {@code .json} and is relative to the working directory.
     */
    String workload() default "";

    /** How it is sent, such as {@code nio}. Empty for {@code classic}. */
    String transport() default "";

    /** Objectives that the run must meet, as {@link LoadResult#require} takes them; the method is not called when it does not. */
    String require() default "";

    /** The server, such as {@code http://localhost:8080/app}. Empty when {@link BaseUrl} says it. */
    String url() default "";
}

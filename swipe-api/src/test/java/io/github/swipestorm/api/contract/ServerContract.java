package io.github.swipestorm.api.contract;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What every server of the swipe API does, on the wire. A server's test implements this and says where the server is.
 * While it runs, nobody else may send requests to the server, since its counts are held against those that were sent.
 */
public interface ServerContract extends ConnectionContract, CountingContract {

    /**
     * Whether the server came with a connector of its own. What a connector refuses on its own account looks the same
     * only then; in somebody's Tomcat it looks as they like.
     */
    default boolean ownsConnector() {
        return true;
    }

    @TestFactory
    default Stream<DynamicTest> answersBodies() {
        return BodyCases.all().map(this::test);
    }

    @TestFactory
    default Stream<DynamicTest> answersPathsAndMethods() {
        return PathCases.all().map(this::test);
    }

    @TestFactory
    default Stream<DynamicTest> answersMediaTypesSizesAndFraming() {
        return MessageCases.all().map(this::test);
    }

    @TestFactory
    default Stream<DynamicTest> refusesBrokenHttp() {
        return ownsConnector() ? MessageCases.refusedByConnector().map(this::test) : Stream.empty();
    }

    private DynamicTest test(Exchange exchange) {
        return DynamicTest.dynamicTest(exchange.name(), () -> exchange.holdWith(base()));
    }
}

package io.github.swipestorm.api.contract;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * What every server of the swipe API does, on the wire. A server's test implements this and says where the server is.
 * While it runs, no other client may send requests to the server, since its counts are compared with those that were sent.
 */
public interface ServerContract
        extends ConnectionContract, CountingContract, AttackContract, FuzzContract, HistoryContract {

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
        return MessageCases.refusedByConnector().map(this::test);
    }

    @TestFactory
    @Tag("fault")
    @DisplayName("Lengths and chunks that two readers understand differently (CL.TE, TE.CL, TE.TE, chunk "
            + "tricks) -> one request gets one answer: what is ambiguous is 400 or 501 and ends the "
            + "connection, and no hidden request is ever answered")
    default Stream<DynamicTest> answersRequestSmuggling() {
        return SmugglingCases.all().map(this::test);
    }

    @TestFactory
    @Tag("fault")
    @DisplayName("Encoded slashes, dot segments, path parameters, NUL, overlong and broken UTF-8 in the "
            + "path -> 400 or 404, never another resource; a path parameter of a known path is ignored")
    default Stream<DynamicTest> answersPathTricks() {
        return HostileCases.paths().map(this::test);
    }

    @TestFactory
    @Tag("fault")
    @DisplayName("Absolute targets, hostile Host and forwarding headers -> 400 where Host and target "
            + "contradict HTTP or each other; forwarding and rewriting headers are ignored")
    default Stream<DynamicTest> answersTargetTricks() {
        return HostileCases.targets().map(this::test);
    }

    @TestFactory
    @Tag("fault")
    @DisplayName("Unknown, overridden, miswritten and endless methods -> 405 with Allow; overriding "
            + "headers are ignored; CONNECT is 501")
    default Stream<DynamicTest> answersMethodTampering() {
        return HostileCases.methods().map(this::test);
    }

    @TestFactory
    @Tag("fault")
    @DisplayName("Other versions of HTTP, and upgrades -> 505 or 400; HTTP/1.0 is answered and closed; "
            + "upgrades are ignored")
    default Stream<DynamicTest> answersOtherProtocolVersions() {
        return HostileCases.versions().map(this::test);
    }

    @TestFactory
    @Tag("fault")
    @DisplayName("Control characters, odd line ends and folded lines in the head -> 400 and closed, or "
            + "read as RFC 9112 allows")
    default Stream<DynamicTest> answersMalformedHeads() {
        return HostileCases.heads().map(this::test);
    }

    @TestFactory
    @Tag("fault")
    @DisplayName("Heads longer than 8 KiB or of more than 100 lines -> 400 and closed; nothing longer is "
            + "kept in memory")
    default Stream<DynamicTest> answersHeaderFloods() {
        return HostileCases.floods().map(this::test);
    }

    @TestFactory
    @Tag("fault")
    @DisplayName("Expect: 100-continue, with and without a reason, and other expectations -> 100 and then "
            + "the answer; unknown ones are 417")
    default Stream<DynamicTest> answersExpectations() {
        return HostileCases.expectations().map(this::test);
    }

    @TestFactory
    @Tag("fault")
    @DisplayName("Deep and wide JSON, huge numbers, 1e999, digits of other scripts, half surrogate pairs, "
            + "NUL -> 400 beyond 500 levels or 1,000 digits, or where it is no JSON; otherwise ignored "
            + "fields are ignored")
    default Stream<DynamicTest> answersHostileJson() {
        return HostileCases.json().map(this::test);
    }

    private DynamicTest test(Exchange exchange) {
        return DynamicTest.dynamicTest(exchange.name(), () -> exchange.holdWith(base(), ownsConnector()));
    }
}

package io.github.swipestorm.api.contract;

import static io.github.swipestorm.api.contract.Exchange.of;
import static io.github.swipestorm.api.contract.Exchange.refused;
import static io.github.swipestorm.api.contract.Exchange.swipe;
import static io.github.swipestorm.api.contract.Exchange.utf8;

import java.util.Locale;
import java.util.stream.Stream;

/** What a server makes of the body of a swipe. */
final class BodyCases {

    static final String WRITTEN = "{\"message\":\"Write successful!\"}";

    private static final String NOT_JSON = "Request body is not one valid JSON object in UTF-8";

    private BodyCases() {}

    static Stream<Exchange> all() {
        return Stream.of(valid(), notOneObject(), wrongFields(), wrongIds(), comments(), unknownUsers())
                .flatMap(cases -> cases);
    }

    static String body(String swiper, String swipee, String comment) {
        return "{\"swiper\":" + swiper + ",\"swipee\":" + swipee + ",\"comment\":" + comment + "}";
    }

    /** A valid swipe that begins with other fields. */
    static String besides(String fields) {
        return "{" + fields + "," + body("1", "1", "\"x\"").substring(1);
    }

    private static Exchange written(String name, String body) {
        return of(name, swipe(body), 201, WRITTEN);
    }

    private static Exchange bad(String name, String body, String message) {
        return refused("bad: " + name, swipe(body), 400, message);
    }

    private static Stream<Exchange> valid() {
        return Stream.of(
                written("ids as strings", body("\"1234\"", "\"567890\"", "\"you are my type\"")),
                written("ids as integers", body("1234", "567890", "\"x\"")),
                written("one of each", body("\"1\"", "1000000", "\"x\"")),
                written("lowest and highest", body("5000", "\"1\"", "\"\"")),
                written("escaped field name", "{\"sw\\u0069per\":1,\"swipee\":1,\"comment\":\"x\"}"),
                written("white space", " \t\r\n{ \"swiper\" : 1 , \"swipee\" : 1 ,\n\"comment\" : \"x\" } \r\n"),
                written("other order", "{\"comment\":\"x\",\"swipee\":1,\"swiper\":1}"),
                written(
                        "unknown fields",
                        "{\"a\":{\"swiper\":[1,{}]},\"swiper\":1,\"swipee\":1,\"comment\":\"x\",\"b\":null}"));
    }

    private static Stream<Exchange> notOneObject() {
        String one = body("1", "1", "\"x\"");
        String nest = "[".repeat(4_000);
        return Stream.of(
                bad("empty", "", "Request body is empty: send a JSON object with swiper, swipee and comment"),
                bad("white space", " \r\n", NOT_JSON),
                bad("no JSON", "swiper=1&swipee=1", NOT_JSON),
                bad("null", "null", NOT_JSON),
                bad("a string", "\"swiper\"", NOT_JSON),
                bad("a number", "1", NOT_JSON),
                bad("an array", "[" + one + "]", NOT_JSON),
                bad("cut off", "{\"swiper\"", notJsonAt("swiper")),
                bad("single quotes", "{'swiper':1}", NOT_JSON),
                bad("comment in JSON", "/* */" + one, NOT_JSON),
                bad("two objects", one + one, NOT_JSON),
                bad("trailing comma and more", one + ",", NOT_JSON),
                bad("trailing brace", one + "}", NOT_JSON),
                bad("byte order mark", "\u00ef\u00bb\u00bf" + one, NOT_JSON),
                bad("UTF-16", one.replaceAll("(.)", "\0$1"), NOT_JSON),
                bad("UTF-16 with byte order mark", "\u00ff\u00fe" + one.replaceAll("(.)", "$1\0"), NOT_JSON),
                bad("UTF-32", one.replaceAll("(.)", "\0\0\0$1"), NOT_JSON),
                bad("NUL after it", one + "\0", NOT_JSON),
                bad("NUL within", body("1", "1", "\"\0\""), NOT_JSON),
                bad("no UTF-8", body("1", "1", "\"\u00ff\""), NOT_JSON),
                bad("UTF-8 cut off", body("1", "1", "\"\u00e2\u0082\""), NOT_JSON),
                bad("overlong UTF-8", body("1", "1", "\"\u00c0\u00af\""), NOT_JSON),
                bad("surrogate in UTF-8", body("1", "1", "\"\u00ed\u00a0\u0080\""), NOT_JSON),
                bad("beyond Unicode", body("1", "1", "\"\u00f4\u0090\u0080\u0080\""), NOT_JSON),
                bad("nesting bomb of arrays", nest, NOT_JSON),
                bad("nesting bomb in a field", "{\"a\":" + nest, notJsonAt("a")),
                bad("nesting bomb of objects", "{\"a\":".repeat(1_300), notJsonAt("a")),
                bad("nested deep, but closed", "{\"a\":" + nest + "]".repeat(4_000) + "}", notJsonAt("a")),
                bad("cut off within a field", "{\"swiper\":1,\"swipee\":\"1", notJsonAt("swipee")),
                bad("control character", body("1", "1", "\"a\nb\""), notJsonAt("comment")),
                bad("unknown escape", body("1", "1", "\"\\x41\""), notJsonAt("comment")),
                bad("not a number", body("NaN", "1", "\"x\""), notJsonAt("swiper")),
                bad("leading zero as integer", body("01", "1", "\"x\""), notJsonAt("swiper")),
                bad("plus sign as integer", body("+1", "1", "\"x\""), notJsonAt("swiper")),
                bad("duplicate key", "{\"swiper\":1,\"swiper\":1,\"swipee\":1,\"comment\":\"x\"}", notJsonAt("swiper")),
                bad("duplicate escaped", "{\"swiper\":1,\"sw\\u0069per\":1}", notJsonAt("swiper")),
                bad("duplicate unknown key", "{\"a\":1,\"a\":1}", notJsonAt("a")),
                bad(
                        "hostile key",
                        "{\"<b>\\\"\\n" + utf8("\u00e9") + "\":tru}",
                        notJsonAt("u+003cbu+003eu+0022u+000au+00e9")));
    }

    private static String notJsonAt(String field) {
        return "Request body is not valid JSON, or repeats a field, at field '" + field + "'";
    }

    private static Stream<Exchange> wrongFields() {
        return Stream.of("swiper", "swipee", "comment").flatMap(field -> {
            String whole = "{\"swiper\":1,\"swipee\":1,\"comment\":\"x\"}";
            String rule = "\"" + field + "\":(1|\"x\")";
            String missing = field + " is missing or null";
            String wrong = field + " has the wrong JSON type";
            return Stream.of(
                    bad(field + " missing", whole.replaceFirst(rule, "\"other\":1"), missing),
                    bad(
                            field + " in other case",
                            whole.replaceFirst(rule, "\"" + field.toUpperCase(Locale.ROOT) + "\":1"),
                            missing),
                    bad(field + " null", whole.replaceFirst(rule, "\"" + field + "\":null"), missing),
                    bad(field + " true", whole.replaceFirst(rule, "\"" + field + "\":true"), wrong),
                    bad(field + " array", whole.replaceFirst(rule, "\"" + field + "\":[1]"), wrong),
                    bad(field + " object", whole.replaceFirst(rule, "\"" + field + "\":{}"), wrong),
                    bad(field + " fraction", whole.replaceFirst(rule, "\"" + field + "\":1.0"), wrong),
                    bad(field + " exponent", whole.replaceFirst(rule, "\"" + field + "\":1e3"), wrong),
                    bad(field + " huge exponent", whole.replaceFirst(rule, "\"" + field + "\":1e999999999"), wrong));
        });
    }

    private static Stream<Exchange> wrongIds() {
        Stream<String[]> spellings = Stream.of(
                new String[] {"", ""},
                new String[] {" 1", " 1"},
                new String[] {"1 ", "1 "},
                new String[] {"+1", "+1"},
                new String[] {"01", "01"},
                new String[] {"-01", "-01"},
                new String[] {"-", "-"},
                new String[] {"--1", "--1"},
                new String[] {"-0", "-0"},
                new String[] {"1.0", "1.0"},
                new String[] {"1e3", "1e3"},
                new String[] {"0x1", "0x1"},
                new String[] {"1,000", "1,000"},
                new String[] {"one", "one"},
                new String[] {utf8("\u0661"), "u+0661"},
                new String[] {utf8("\uff11"), "u+ff11"},
                new String[] {"<script>", "u+003cscriptu+003e"},
                new String[] {"\\u0000", "u+0000"},
                new String[] {"\\ud800", "u+d800"},
                new String[] {"\\r\\nSet-Cookie: a", "u+000du+000aSet-Cookie: a"},
                new String[] {"x".repeat(65), "x".repeat(64) + "..."});
        return Stream.concat(
                spellings.flatMap(spelling -> Stream.of(
                        bad(
                                "swiper " + spelling[1],
                                body("\"" + spelling[0] + "\"", "1", "\"x\""),
                                "swiper '" + spelling[1] + "' is not a decimal integer"),
                        bad(
                                "swipee " + spelling[1],
                                body("1", "\"" + spelling[0] + "\"", "\"x\""),
                                "swipee '" + spelling[1] + "' is not a decimal integer"))),
                Stream.of(bad("minus zero", body("-0", "1", "\"x\""), "swiper '-0' is not a decimal integer")));
    }

    private static Stream<Exchange> comments() {
        String emoji = utf8("\ud83d\ude00");
        String surrogate = "comment holds an unpaired surrogate";
        return Stream.of(
                written("256 characters", body("1", "1", "\"" + "x".repeat(256) + "\"")),
                written("256 emoji", body("1", "1", "\"" + emoji.repeat(256) + "\"")),
                written("256 escaped emoji", body("1", "1", "\"" + "\\ud83d\\ude00".repeat(256) + "\"")),
                written("escaped NUL", body("1", "1", "\"\\u0000\"")),
                bad(
                        "257 characters",
                        body("1", "1", "\"" + "x".repeat(257) + "\""),
                        "comment has 257 characters, more than 256"),
                bad(
                        "257 emoji",
                        body("1", "1", "\"" + emoji.repeat(257) + "\""),
                        "comment has 257 characters, more than 256"),
                bad("high surrogate alone", body("1", "1", "\"\\ud83d\""), surrogate),
                bad("low surrogate alone", body("1", "1", "\"a\\ude00b\""), surrogate),
                bad("surrogates the wrong way round", body("1", "1", "\"\\ude00\\ud83d\""), surrogate));
    }

    private static Stream<Exchange> unknownUsers() {
        String huge = "9".repeat(30);
        return Stream.of("0", "-1", "5001", "2147483648", "4294967297", "18446744073709551617", huge)
                .flatMap(id -> Stream.of(
                        refused(
                                "unknown swiper " + id,
                                swipe(body(id, "1", "\"x\"")),
                                404,
                                unknown("swiper", id, 5_000)),
                        refused(
                                "unknown swiper as string " + id,
                                swipe(body("\"" + id + "\"", "1", "\"x\"")),
                                404,
                                unknown("swiper", id, 5_000)),
                        id.equals("5001")
                                ? written("swipee 5001", body("1", id, "\"x\""))
                                : refused(
                                        "unknown swipee " + id,
                                        swipe(body("1", id, "\"x\"")),
                                        404,
                                        unknown("swipee", id, 1_000_000))));
    }

    static String unknown(String field, String id, int highest) {
        return "User not found: " + field + " '" + id + "' is not in 1.." + highest;
    }
}

package io.github.swipestorm.api.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Bodies of swipes, from right to hopeless, most of them nearly right: what is wrong with them sits at one place. A body
 * is a pure function of the seed and its index, so one that fails can be made again.
 */
final class RandomBodies {

    private static final List<String> IDS = List.of(
            "1",
            "5000",
            "5001",
            "1000000",
            "1000001",
            "0",
            "-1",
            "-0",
            "00",
            "01",
            "+1",
            "1.0",
            "1e3",
            "1E3",
            "0x1",
            "",
            " 1",
            "1 ",
            "--1",
            "-",
            "2147483648",
            "9223372036854775808",
            "99999999999999999999999999",
            "1e999",
            "NaN",
            "\u0661",
            "\uff11",
            "\\u0031",
            "\\ud800",
            "true",
            "null",
            "[1]",
            "{}",
            "[",
            "\"",
            "1,2",
            "1\u00a0");
    private static final List<String> TEXTS = List.of(
            "x",
            "",
            "caf\u00e9",
            "\ud83d\ude00",
            "\\ud83d\\ude00",
            "\\ud83d",
            "\\ude00",
            "\\ude00\\ud83d",
            "\\u0000",
            "\\n\\\"\\\\\\/",
            "\\x41",
            "\\u12",
            "\t",
            "\u007f",
            "\u2028",
            "<script>",
            "\\",
            "\"",
            "'",
            "\ufffd",
            "\ufeff");
    private static final List<String> VALUES = List.of(
            "0",
            "-0",
            "1e999",
            "-1.5E-999",
            "0.0",
            "1.",
            ".5",
            "01",
            "+1",
            "1e",
            "Infinity",
            "null",
            "true",
            "nul",
            "{}",
            "[]",
            "[1,2]",
            "[1,]",
            "[,]",
            "{\"a\":1,\"a\":2}",
            "{\"a\":{\"a\":1}}",
            "{a:1}",
            "'x'",
            "\"x\"",
            "\"\\ud800\"",
            "/**/1",
            "1//",
            "\u00a01",
            "[[[]]]",
            "{\"\":0}");
    private static final List<String> NAMES = List.of(
            "a",
            "",
            "Swiper",
            "swiper ",
            "sw\\u0069per",
            "\\u0063omment",
            "__proto__",
            "\ud83d\ude00",
            "\\ud83d\\ude00",
            "\\ud800",
            "\\u0000",
            "\u00e9",
            "x\ty");

    /** The last of those who swipe; what becomes of users above is of interest to other tests. */
    private static final int MOST_SWIPERS = 2_900;

    private final long seed;

    RandomBodies(long seed) {
        this.seed = seed;
    }

    byte[] get(int index) {
        SplittableRandom random = new SplittableRandom(seed * 1_000_003 + index);
        return switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4 -> object(random, 0).getBytes(UTF_8);
            case 5, 6, 7, 8, 9, 10, 11 -> object(random, 1).getBytes(UTF_8);
            case 12, 13 -> object(random, 3).getBytes(UTF_8);
            case 14, 15, 16, 17 -> mutated(random, object(random, 0).getBytes(UTF_8));
            case 18 -> sized(random).getBytes(UTF_8);
            default -> noise(random);
        };
    }

    private static <T> T any(SplittableRandom random, List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    private static String object(SplittableRandom random, int faults) {
        List<String> fields = new ArrayList<>(List.of(
                field(random, "swiper", goodId(random, MOST_SWIPERS)),
                field(random, "swipee", goodId(random, 1_000_000)),
                field(random, "comment", "\"" + "y".repeat(random.nextInt(20)) + "\"")));
        for (int i = random.nextInt(3); i > 0; i--) {
            fields.add(field(random, "extra" + i, "[" + random.nextInt() + ",{\"b\":\"\\u00e9\"}]"));
        }
        for (int i = 0; i < faults; i++) {
            fault(random, fields);
        }
        shuffle(random, fields);
        return space(random) + "{" + String.join(",", fields) + "}" + space(random);
    }

    private static void fault(SplittableRandom random, List<String> fields) {
        int victim = random.nextInt(fields.size());
        switch (random.nextInt(8)) {
            case 0 -> fields.set(0, field(random, "swiper", hostileId(random)));
            case 1 -> fields.set(1 % fields.size(), field(random, "swipee", hostileId(random)));
            case 2 -> fields.add(field(random, "comment", "\"" + any(random, TEXTS) + "\""));
            case 3 ->
                fields.set(
                        victim,
                        field(random, "comment", "\"" + any(random, TEXTS).repeat(random.nextInt(40)) + "\""));
            case 4 -> fields.add(field(random, any(random, NAMES), any(random, VALUES)));
            case 5 -> fields.add(fields.get(victim));
            case 6 -> fields.set(victim, any(random, VALUES));
            default -> fields.set(victim, field(random, any(random, NAMES), hostileId(random)));
        }
    }

    private static String field(SplittableRandom random, String name, String value) {
        return space(random) + "\"" + name + "\"" + space(random) + ":" + space(random) + value + space(random);
    }

    private static String space(SplittableRandom random) {
        return random.nextInt(6) == 0 ? any(random, List.of(" ", "\t", "\n", "\r\n", "  ")) : "";
    }

    private static String goodId(SplittableRandom random, int highest) {
        String id = String.valueOf(1 + random.nextInt(highest));
        return random.nextBoolean() ? id : "\"" + id + "\"";
    }

    private static String hostileId(SplittableRandom random) {
        String id = any(random, IDS);
        return random.nextBoolean() ? id : "\"" + id + "\"";
    }

    private static void shuffle(SplittableRandom random, List<String> fields) {
        for (int i = fields.size() - 1; i > 0; i--) {
            Collections.swap(fields, i, random.nextInt(i + 1));
        }
    }

    /** A right body of which some bytes are changed, lost, doubled or put in. */
    private static byte[] mutated(SplittableRandom random, byte[] body) {
        List<Byte> bytes = new ArrayList<>();
        for (byte b : body) {
            bytes.add(b);
        }
        byte[] favourites = "{}[]\":,\\u0019eE+-. \0\u0001\u007f".getBytes(UTF_8);
        for (int i = random.nextInt(3); i >= 0 && !bytes.isEmpty(); i--) {
            int at = random.nextInt(bytes.size());
            byte other =
                    random.nextBoolean() ? favourites[random.nextInt(favourites.length)] : (byte) random.nextInt(256);
            switch (random.nextInt(5)) {
                case 0 -> bytes.set(at, other);
                case 1 -> bytes.remove(at);
                case 2 -> bytes.add(at, bytes.get(at));
                case 3 -> bytes.add(at, other);
                default -> bytes.subList(at, bytes.size()).clear();
            }
        }
        byte[] mutated = new byte[bytes.size()];
        for (int i = 0; i < mutated.length; i++) {
            mutated[i] = bytes.get(i);
        }
        return mutated;
    }

    /** Bodies about as long, as deep or as wide as may be, and comments and numbers about as long. */
    private static String sized(SplittableRandom random) {
        String right = "\"swiper\":1,\"swipee\":1,\"comment\":\"x\"}";
        int off = random.nextInt(-2, 3);
        return switch (random.nextInt(7)) {
            case 0 -> "{" + right + " ".repeat(8_192 - 1 - right.length() + off);
            case 1 -> "{\"a\":" + "[".repeat(499 + off) + "]".repeat(499 + off) + "," + right;
            case 2 -> "{\"a\":" + "{\"a\":".repeat(499 + off) + "0" + "}".repeat(499 + off) + "," + right;
            case 3 -> "{\"a\":" + "7".repeat(1_000 + off) + "," + right;
            case 4 -> "{\"a\":-1." + "7".repeat(996 + off) + "e123," + right;
            case 5 -> "{\"swiper\":" + "7".repeat(1_000 + off) + ",\"swipee\":1,\"comment\":\"\"}";
            default -> {
                String character = any(random, List.of("x", "\ud83d\ude00", "\\ud83d\\ude00", "\\n"));
                yield "{\"swiper\":1,\"swipee\":1,\"comment\":\"" + character.repeat(256 + off) + "\"}";
            }
        };
    }

    private static byte[] noise(SplittableRandom random) {
        byte[] noise = new byte[random.nextInt(60)];
        boolean ascii = random.nextBoolean();
        for (int i = 0; i < noise.length; i++) {
            noise[i] = (byte) (ascii ? random.nextInt(32, 127) : random.nextInt(256));
        }
        return noise;
    }
}

package io.github.swipestorm.client.workload.mix;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.http.Framing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What an operation over plain TCP sends, in parts, and how its answers end. Not thread-safe. */
final class TcpMessage {

    private static final int LONGEST_NAME = 60;

    /**
     * A text with its values, or bytes.
     *
     * @param source the text, or the file of the bytes; null for bytes without a file
     */
    private record Part(String source, List<Template.Part> text, byte[] bytes) {}

    private final List<Part> parts = new ArrayList<>();
    private Framing prefix;
    private Framing answer;

    /** A text, in UTF-8. */
    void add(String source, List<Template.Part> text) {
        parts.add(new Part(source, text, null));
    }

    /** @param file where they come from; null for nowhere */
    void add(byte[] bytes, Path file) {
        parts.add(new Part(file == null ? null : file.toString(), null, bytes.clone()));
    }

    /** The length of the parts, which precedes them. */
    void prefix(Framing length) {
        if (length.kind() != Framing.Kind.LENGTH_PREFIX) {
            throw new IllegalArgumentException("What precedes the bytes is a length prefix");
        }
        if (!parts.isEmpty() || prefix != null) {
            throw new IllegalArgumentException(
                    "A length prefix counts what follows it: let it be the first part of 'send'");
        }
        prefix = length;
    }

    void answer(Framing framing) {
        answer = framing;
    }

    /** Whether there is anything to send, so that the operation is none of HTTP. */
    boolean sends() {
        return !parts.isEmpty();
    }

    /** Null when the operation does not say how its answers end. */
    Framing answer() {
        return answer;
    }

    /** The length that precedes what is sent; null for none. */
    Framing prefix() {
        return prefix;
    }

    /** A name for reports: the first line that is sent, as far as it is text. */
    String name() {
        StringBuilder name = new StringBuilder("send ");
        for (Part part : parts) {
            name.append(part.text == null ? "..." : OperationBuilder.withoutSecret(start(part.source)));
        }
        String line = name.toString()
                .replaceAll("(?s)[\\r\\n].*", "")
                .replaceAll("\\p{Cntrl}", "?")
                .strip();
        return line.length() > LONGEST_NAME ? line.substring(0, LONGEST_NAME) + "..." : line;
    }

    private static String start(String text) {
        return text.substring(0, Math.min(text.length(), 10 * LONGEST_NAME));
    }

    /** What is sent, without the length that precedes it. */
    Template template() {
        Template.Compiler compiler = new Template.Compiler();
        for (Part part : parts) {
            if (part.text == null) {
                compiler.literal(part.bytes);
            } else {
                compiler.text(part.text, Escape.NONE, Escape.NONE, Escape.NONE);
            }
        }
        return compiler.build();
    }

    /** Writes it as files have it. */
    void writeTo(ObjectNode json) {
        if (prefix == null && parts.size() == 1 && parts.get(0).text != null) {
            json.put("send", OperationBuilder.withoutSecret(parts.get(0).source));
        } else {
            ArrayNode list = json.putArray("send");
            if (prefix != null) {
                write(prefix, list.addObject());
            }
            for (Part part : parts) {
                if (part.text == null && part.source != null) {
                    list.addObject().put("file", part.source);
                } else if (part.text == null) {
                    list.addObject().put("hex", HexFormat.of().formatHex(part.bytes));
                } else {
                    list.add(OperationBuilder.withoutSecret(part.source));
                }
            }
        }
        if (answer != null) {
            write("answer", answer, json);
        }
    }

    /** Writes how answers end as files have it. */
    static void write(String word, Framing framing, ObjectNode json) {
        switch (framing.kind()) {
            case UNTIL_CLOSE -> json.put(word, "until-close");
            case NO_ANSWER -> json.put(word, "none");
            default -> write(framing, json.putObject(word));
        }
    }

    private static void write(Framing framing, ObjectNode json) {
        switch (framing.kind()) {
            case DELIMITER -> {
                String text = new String(framing.delimiter(), UTF_8);
                if (Arrays.equals(text.getBytes(UTF_8), framing.delimiter())) {
                    json.put("endsWith", text);
                } else {
                    json.putObject("endsWith").put("hex", HexFormat.of().formatHex(framing.delimiter()));
                }
            }
            case SIZE -> json.put("size", framing.size());
            default -> {
                json.put("lengthPrefix", framing.prefixBytes());
                if (framing.littleEndian()) {
                    json.put("byteOrder", "little");
                }
                if (framing.includesPrefix()) {
                    json.put("includesPrefix", true);
                }
            }
        }
    }

    /** As files have it. */
    @Override
    public String toString() {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        writeTo(json);
        return json.toString();
    }
}

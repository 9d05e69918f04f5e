package io.github.swipestorm.client.workload.mix;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A text with values in it, compiled into its literal and its variable segments. Immutable. */
final class Template {

    private static final byte[] QUOTE = {'"'};

    /** Each value stands after the literal of the same index; one literal more follows the last value. */
    private final byte[][] literals;

    private final Value[] values;
    private final Escape[] escapes;

    private Template(List<byte[]> literals, List<Value> values, List<Escape> escapes) {
        this.literals = literals.toArray(byte[][]::new);
        this.values = values.toArray(Value[]::new);
        this.escapes = escapes.toArray(Escape[]::new);
    }

    /** Appends the text of a request. */
    void put(Draw draw, Bytes out) {
        for (int i = 0; i < values.length; i++) {
            out.put(literals[i]);
            values[i].put(draw, escapes[i], out);
        }
        out.put(literals[values.length]);
    }

    /** Whether it differs between requests. */
    boolean varies() {
        return values.length > 0;
    }

    /** The whole text of one that does not vary. */
    byte[] constant() {
        return literals[0].clone();
    }

    /** The names of the values in it that steps take from responses. */
    Set<String> extracted() {
        Set<String> names = new LinkedHashSet<>();
        for (Value value : values) {
            if (value instanceof Value.Extracted extracted) {
                names.add(extracted.name());
            }
        }
        return names;
    }

    /** Whether it is one number and nothing else. */
    boolean number() {
        return values.length == 1 && values[0].number() && literals[0].length + literals[1].length == 0;
    }

    /**
     * A piece of a template's source: a literal or a value.
     *
     * @param text the literal, or the placeholder as it was written
     * @param value null for a literal
     * @param raw whether the value is not to be escaped
     */
    record Part(String text, Value value, boolean raw) {

        /** A template's source in pieces; <code>$${</code> stands for <code>${</code>. */
        static List<Part> parse(String source, Functions functions) {
            List<Part> parts = new ArrayList<>();
            StringBuilder literal = new StringBuilder();
            int at = 0;
            while (at < source.length()) {
                if (source.startsWith("$${", at)) {
                    literal.append("${");
                    at += 3;
                } else if (source.startsWith("${", at)) {
                    int end = source.indexOf('}', at);
                    if (end < 0) {
                        throw new InvalidPlaceholderException(
                                at, "'${' has no '}': close it, or write '$${' for these two characters");
                    }
                    if (literal.length() > 0) {
                        parts.add(new Part(literal.toString(), null, false));
                        literal.setLength(0);
                    }
                    parts.add(placeholder(source, at, end, functions));
                    at = end + 1;
                } else {
                    literal.append(source.charAt(at++));
                }
            }
            if (literal.length() > 0) {
                parts.add(new Part(literal.toString(), null, false));
            }
            return parts;
        }

        private static Part placeholder(String source, int at, int end, Functions functions) {
            String inside = source.substring(at + 2, end).strip();
            boolean raw = inside.startsWith("raw:");
            try {
                Value value = functions.value(raw ? inside.substring("raw:".length()) : inside);
                return new Part(source.substring(at, end + 1), value, raw);
            } catch (InvalidPlaceholderException e) {
                throw e;
            } catch (IllegalArgumentException e) {
                throw new InvalidPlaceholderException(at, e.getMessage());
            }
        }

        boolean literal() {
            return value == null;
        }
    }

    /** A placeholder is wrong. Its message is user-facing. */
    static final class InvalidPlaceholderException extends IllegalArgumentException {

        private static final long serialVersionUID = 1;

        /** Where it begins in its text. */
        final int offset;

        InvalidPlaceholderException(int offset, String message) {
            super(message);
            this.offset = offset;
        }
    }

    /** Puts a template together. Not thread-safe. */
    static final class Compiler {

        private final List<byte[]> literals = new ArrayList<>();
        private final List<Value> values = new ArrayList<>();
        private final List<Escape> escapes = new ArrayList<>();
        private final Bytes literal = new Bytes();

        /** A literal as it is. */
        Compiler literal(String text) {
            literal.put(text.getBytes(UTF_8));
            return this;
        }

        /** Bytes as they are. */
        Compiler literal(byte[] bytes) {
            literal.put(bytes);
            return this;
        }

        /** A value; one that is always the same becomes part of the literals. */
        private void value(Value value, Escape escape) {
            byte[] constant = value.constant();
            if (constant != null) {
                escape.put(constant, 0, constant.length, literal);
                return;
            }
            literals.add(literal.copy());
            literal.clear();
            values.add(value);
            escapes.add(escape);
        }

        /**
         * A text.
         *
         * @param typed how its literals are escaped
         * @param ofValues how its values are escaped
         * @param raw how its values are escaped that are asked for raw
         */
        Compiler text(List<Part> parts, Escape typed, Escape ofValues, Escape raw) {
            for (Part part : parts) {
                if (part.literal()) {
                    byte[] text = part.text().getBytes(UTF_8);
                    typed.put(text, 0, text.length, literal);
                } else {
                    value(part.value(), part.raw() ? raw : ofValues);
                }
            }
            return this;
        }

        /** JSON: inside of a string a value is a part of it; elsewhere a number is a number, and a text gets quotes. */
        Compiler json(List<Part> parts) {
            boolean inString = false;
            for (Part part : parts) {
                if (part.literal()) {
                    literal(part.text());
                    inString = endsInString(part.text(), inString);
                } else if (inString || part.raw() || part.value().number()) {
                    value(part.value(), part.raw() ? Escape.NONE : Escape.JSON);
                } else {
                    literal.put(QUOTE);
                    value(part.value(), Escape.JSON);
                    literal.put(QUOTE);
                }
            }
            return this;
        }

        private static boolean endsInString(String json, boolean begins) {
            boolean inString = begins;
            for (int i = 0; i < json.length(); i++) {
                if (json.charAt(i) == '"') {
                    inString = !inString;
                } else if (json.charAt(i) == '\\') {
                    i++;
                }
            }
            return inString;
        }

        Template build() {
            literals.add(literal.copy());
            return new Template(literals, values, escapes);
        }
    }
}

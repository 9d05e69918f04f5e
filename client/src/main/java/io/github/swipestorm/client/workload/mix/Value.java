package io.github.swipestorm.client.workload.mix;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.math.BigDecimal;
import java.util.List;

/** A value that a request contains, as a function of the seed and the request's index. Immutable. */
interface Value {

    /** Appends it in UTF-8, escaped for its place. */
    void put(Draw draw, Escape escape, Bytes out);

    /** Whether JSON has it without quotes. */
    default boolean number() {
        return false;
    }

    /** What it is for every request; null when it varies. */
    default byte[] constant() {
        return null;
    }

    /** A value of every request. */
    record Constant(byte[] constant) implements Value {

        @Override
        public void put(Draw draw, Escape escape, Bytes out) {
            escape.put(constant, 0, constant.length, out);
        }
    }

    /** A variable of the workload, by its number. */
    record Variable(int variable, boolean numeric) implements Value {

        @Override
        public void put(Draw draw, Escape escape, Bytes out) {
            Bytes value = draw.variable(variable);
            if (numeric) {
                // No place needs a number escaped.
                out.put(value.array, 0, value.length);
            } else {
                escape.put(value.array, 0, value.length, out);
            }
        }

        @Override
        public boolean number() {
            return numeric;
        }
    }

    /** A value that a step takes from its response, by its number. */
    record Extracted(int slot, String name) implements Value {

        @Override
        public void put(Draw draw, Escape escape, Bytes out) {
            byte[] value = draw.extracted(slot);
            if (value != null) {
                escape.put(value, 0, value.length, out);
            } else {
                out.put(draw.namesMissing() ? ("${" + name + "}").getBytes(US_ASCII) : MISSING);
            }
        }

        private static final byte[] MISSING = {'0'};
    }

    /** A column of a data file, by their numbers. */
    record Cell(int data, int column) implements Value {

        @Override
        public void put(Draw draw, Escape escape, Bytes out) {
            draw.putCell(data, column, escape, out);
        }
    }

    /** A whole number between two bounds, both included. */
    record RandomInt(long lowest, long highest) implements Value {

        private static final long MOST_BELOW = 1L << 24;

        @Override
        public void put(Draw draw, Escape escape, Bytes out) {
            out.putNumber(draw(draw));
        }

        private long draw(Draw draw) {
            long span = highest - lowest + 1;
            if (span > 0 && span <= MOST_BELOW) {
                return lowest + draw.random.below((int) span);
            }
            long bits = draw.random.next();
            // The span of all numbers does not fit into a long.
            return span == 0 ? bits : lowest + unsignedMultiplyHigh(bits, span);
        }

        private static long unsignedMultiplyHigh(long a, long b) {
            return Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
        }

        @Override
        public boolean number() {
            return true;
        }
    }

    /** Random letters and digits. */
    record RandomText(int length) implements Value {

        static final byte[] ALPHABET =
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".getBytes(US_ASCII);

        @Override
        public void put(Draw draw, Escape escape, Bytes out) {
            int at = out.extend(length);
            int words = length / 64 * 4;
            draw.words.fill(out.array, at, words, draw.random);
            for (int i = at + 16 * words; i < at + length; i++) {
                out.array[i] = ALPHABET[draw.random.below(ALPHABET.length)];
            }
        }
    }

    /** One of some texts, each equally likely. */
    record RandomChoice(List<byte[]> texts) implements Value {

        @Override
        public void put(Draw draw, Escape escape, Bytes out) {
            byte[] text = texts.get(draw.random.below(texts.size()));
            escape.put(text, 0, text.length, out);
        }
    }

    /**
     * A rank from 1 to n, of which the k-th has a probability proportional to 1/k^exponent. Drawn by rejection-inversion
     * (Hörmann, Derflinger: "Rejection-inversion to generate variates from monotone discrete distributions", ACM TOMACS 6,
     * 1996), which takes no table.
     */
    record RandomZipf(long n, double exponent, double first, double last, double near) implements Value {

        RandomZipf(long n, double exponent) {
            this(
                    n,
                    exponent,
                    integral(1.5, exponent) - 1,
                    integral(n + 0.5, exponent),
                    2 - inverse(integral(2.5, exponent) - Math.pow(2, -exponent), exponent));
        }

        /** Of x^-exponent from 1 to x. */
        private static double integral(double x, double exponent) {
            double log = Math.log(x);
            double t = (1 - exponent) * log;
            return log * (Math.abs(t) < 1e-8 ? 1 + t / 2 : Math.expm1(t) / t);
        }

        private static double inverse(double y, double exponent) {
            double t = Math.max(-1, y * (1 - exponent));
            return Math.exp(y * (Math.abs(t) < 1e-8 ? 1 - t / 2 : Math.log1p(t) / t));
        }

        @Override
        public void put(Draw draw, Escape escape, Bytes out) {
            while (true) {
                double u = last + draw.random.uniform() * (first - last);
                double x = inverse(u, exponent);
                long k = Math.max(1, Math.min(n, (long) (x + 0.5)));
                if (k - x <= near || u >= integral(k + 0.5, exponent) - Math.pow(k, -exponent)) {
                    out.putNumber(k);
                    return;
                }
            }
        }

        @Override
        public boolean number() {
            return true;
        }
    }

    /** A normally distributed number with some decimals. */
    record RandomNormal(double mean, double deviation, int decimals) implements Value {

        private static final long[] POWERS = {
            1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000
        };
        static final int MOST_DECIMALS = POWERS.length - 1;

        static RandomNormal of(BigDecimal mean, BigDecimal deviation) {
            return new RandomNormal(
                    mean.doubleValue(),
                    deviation.doubleValue(),
                    Math.max(0, Math.max(mean.scale(), deviation.scale())));
        }

        @Override
        public void put(Draw draw, Escape escape, Bytes out) {
            double value = mean + deviation * draw.random.gaussian();
            long scaled = Math.round(value * POWERS[decimals]);
            if (scaled < 0) {
                out.put('-');
            }
            out.putDigits(Math.abs(scaled) / POWERS[decimals], 1);
            if (decimals > 0) {
                out.put('.');
                out.putDigits(Math.abs(scaled) % POWERS[decimals], decimals);
            }
        }

        @Override
        public boolean number() {
            return true;
        }
    }

    /** Values that have no parameters, by the words of files. */
    enum Simple implements Value {
        /** A random UUID of version 4. */
        UUID {
            @Override
            public void put(Draw draw, Escape escape, Bytes out) {
                long high = draw.random.next() & ~0xF000L | 0x4000L;
                long low = draw.random.next() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L;
                putHex(high >>> 32, 8, out);
                out.put('-');
                putHex(high >>> 16, 4, out);
                out.put('-');
                putHex(high, 4, out);
                out.put('-');
                putHex(low >>> 48, 4, out);
                out.put('-');
                putHex(low, 12, out);
            }

            private void putHex(long bits, int digits, Bytes out) {
                int at = out.extend(digits);
                for (int i = 0; i < digits; i++) {
                    out.array[at + i] = HEX[(int) (bits >>> 4 * (digits - 1 - i)) & 15];
                }
            }
        },
        /** The number of the request in the run, or of the iteration in a workload with scenarios, from 0. */
        INDEX {
            @Override
            public void put(Draw draw, Escape escape, Bytes out) {
                out.putNumber(draw.index());
            }

            @Override
            public boolean number() {
                return true;
            }
        },
        /** The number of the worker that sends the request, from 0. */
        WORKER {
            @Override
            public void put(Draw draw, Escape escape, Bytes out) {
                out.putNumber(draw.worker());
            }

            @Override
            public boolean number() {
                return true;
            }
        },
        /** How many iterations the worker has begun before this one. */
        WORKER_ITERATION {
            @Override
            public void put(Draw draw, Escape escape, Bytes out) {
                out.putNumber(draw.workerIteration());
            }

            @Override
            public boolean number() {
                return true;
            }
        },
        /** The time at which the request is composed. */
        TIME {
            @Override
            public void put(Draw draw, Escape escape, Bytes out) {
                Bytes time = draw.time();
                escape.put(time.array, 0, time.length, out);
            }
        };

        private static final byte[] HEX = "0123456789abcdef".getBytes(US_ASCII);
    }
}

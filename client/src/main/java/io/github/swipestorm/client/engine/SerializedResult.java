package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.measure.ConnectionMeasurements;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.telemetry.ServerProcesses;
import io.github.swipestorm.client.telemetry.Telemetry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A result, or an interval of one, as bytes: compressed JSON of the version below. A field that is added later is passed over by
 * this version; one that is changed takes another version.
 */
final class SerializedResult {

    private static final int VERSION = 1;

    /** A run of 30 days has fewer; what claims more is no result. */
    private static final int MOST_BYTES = 512 << 20;

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private SerializedResult() {}

    /** As {@link RunResult}, of which the receiver has the plan. */
    private record Result(
            int version,
            long planned,
            OptionalLong begunIterations,
            Optional<WarmUpResult> selfWarmUp,
            Optional<WarmUpResult> warmUp,
            Instant startedAt,
            Duration wallTime,
            Optional<Duration> cpuTime,
            WorkerTime workerTime,
            Measurements recorded,
            ServerProcesses server,
            Telemetry telemetry,
            ConnectionMeasurements connects,
            StopReason reason,
            Optional<String> workerDeath) {}

    private record Interval(int version, int number, Measurements measured, Telemetry telemetry) {}

    static byte[] write(RunResult result) {
        return bytes(new Result(
                VERSION,
                result.planned(),
                result.begunIterations(),
                result.selfWarmUp(),
                result.warmUp(),
                result.startedAt(),
                result.wallTime(),
                result.cpuTime(),
                result.workerTime(),
                result.recorded(),
                result.server(),
                result.telemetry(),
                result.connects(),
                result.reason(),
                result.workerDeath()));
    }

    static RunResult read(LoadPlan plan, byte[] bytes) {
        Result read = read(bytes, Result.class, "a result");
        require(read.version);
        return new RunResult(
                plan,
                read.planned,
                read.begunIterations,
                read.selfWarmUp,
                read.warmUp,
                read.startedAt,
                read.wallTime,
                read.cpuTime,
                read.workerTime,
                read.recorded,
                read.server,
                read.telemetry,
                read.connects,
                Optional.empty(),
                read.reason,
                read.workerDeath,
                List.of(),
                List.of());
    }

    static byte[] write(RunInterval interval) {
        return bytes(new Interval(VERSION, interval.number(), interval.measured(), interval.telemetry()));
    }

    static RunInterval readInterval(byte[] bytes) {
        Interval read = read(bytes, Interval.class, "an interval of a run");
        require(read.version);
        return new RunInterval(read.number, read.measured, read.telemetry);
    }

    private static void require(int version) {
        if (version != VERSION) {
            throw new IllegalArgumentException("It has version " + version + ", and this Swipestorm reads version "
                    + VERSION + ": use the same version everywhere");
        }
    }

    private static byte[] bytes(Object form) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream compressed = new GZIPOutputStream(bytes)) {
            JSON.writeValue(compressed, form);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static <T> T read(byte[] bytes, Class<T> form, String what) {
        try (InputStream compressed = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            byte[] text = compressed.readNBytes(MOST_BYTES);
            T read = JSON.readValue(text, form);
            if (read == null) {
                throw new IllegalArgumentException("This is not " + what);
            }
            return read;
        } catch (IOException | JacksonException e) {
            throw new IllegalArgumentException("This is not " + what + ": " + e.getMessage(), e);
        }
    }
}

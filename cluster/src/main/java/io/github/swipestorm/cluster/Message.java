package io.github.swipestorm.cluster;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A message between members: a record of numbers, texts and bytes. On the wire it is the name of its class, a line feed, and
 * its JSON. Only the classes that are listed here are created from what comes from the network.
 */
sealed interface Message {

    /** Asks an agent who it is. */
    record WhoAreYou() implements Message {}

    /**
     * An agent presents itself.
     *
     * @param version of the program: plans go only to agents of the same
     * @param busyWith who has sent the plan that it executes; empty for an agent that is free
     * @param ceiling the capacity that a calibration has measured on its machine, in requests per second; 0 for none
     */
    record IAmAgent(
            String name,
            String address,
            String machine,
            int cores,
            String version,
            String java,
            String busyWith,
            double ceiling)
            implements Message {}

    /** A member that is no agent. */
    record IAmNone() implements Message {}

    /** Asks for the time. */
    record WhatTime() implements Message {}

    /** Asks for the time of day. */
    record WhatTimeOfDay() implements Message {}

    /** A reading of the agent's monotonic clock between the arrival of the question and the answer. */
    record Time(long nanos) implements Message {}

    /**
     * Hands an agent its share of a plan.
     *
     * @param run identifies the run; an agent accepts each one once
     * @param version of the program that sends it
     * @param share of a plan
     * @param from who sends it, for the agent's user
     */
    record Prepare(String run, String version, ShareOfPlan share, String from) implements Message {}

    /**
     * The agent has taken its share and prepares the run.
     *
     * @param warnings what its machine lacks for the share, one line each
     */
    record Accepted(List<String> warnings) implements Message {

        public Accepted {
            warnings = List.copyOf(warnings);
        }
    }

    /** The agent does not do what it was asked. */
    record Refused(String why) implements Message {}

    /** The agent has entered a stage of its preparation. */
    record Stage(String run, String stage) implements Message {}

    /** The agent's workers are ready. */
    record Ready(String run) implements Message {}

    /**
     * When the clock of the run starts.
     *
     * @param nanos by the agent's monotonic clock
     * @param atMicros the time of day that all agents give to that instant, since the epoch
     */
    record Start(String run, long nanos, long atMicros) implements Message {}

    /** Heartbeat of the coordinator: agents that receive none for some seconds end their load. */
    record Alive(String run) implements Message {}

    /** The run is to end. */
    record Stop(String run, String reason) implements Message {}

    /**
     * The agent has started its share.
     *
     * @param lateNanos how long after the agreed instant, in nanoseconds
     */
    record Begun(String run, long lateNanos) implements Message {}

    /** What an agent measured since its last interval. */
    record Interval(String run, byte[] interval) implements Message {}

    /**
     * The agent's whole result.
     *
     * @param early why the agent ended the run by itself; empty when it did not
     * @param records its rows, compressed, which the coordinator now fetches
     */
    record Ended(String run, byte[] result, String early, AgentRecords.Summary records) implements Message {}

    /** The agent could not run its share. */
    record Failed(String run, String why) implements Message {}

    /** Asks for a part of the rows. */
    record FetchRecords(String run, long offset) implements Message {}

    /** A part of the rows. */
    record Records(byte[] rows) implements Message {}

    /** The coordinator needs nothing more of a run. */
    record Forget(String run) implements Message {}

    /** The only classes that are created from what comes from the network. */
    Map<String, Class<? extends Message>> ALL = Stream.<Class<? extends Message>>of(
                    WhoAreYou.class,
                    IAmAgent.class,
                    IAmNone.class,
                    WhatTime.class,
                    WhatTimeOfDay.class,
                    Time.class,
                    Prepare.class,
                    Accepted.class,
                    Refused.class,
                    Stage.class,
                    Ready.class,
                    Start.class,
                    Alive.class,
                    Stop.class,
                    Begun.class,
                    Interval.class,
                    Ended.class,
                    Failed.class,
                    FetchRecords.class,
                    Records.class,
                    Forget.class)
            .collect(Collectors.toUnmodifiableMap(Class::getSimpleName, Function.identity()));

    /** The message on the wire. */
    default byte[] bytes() {
        byte[] name = (getClass().getSimpleName() + "\n").getBytes(StandardCharsets.US_ASCII);
        byte[] json = Json.MAPPER.writeValueAsBytes(this);
        byte[] both = new byte[name.length + json.length];
        System.arraycopy(name, 0, both, 0, name.length);
        System.arraycopy(json, 0, both, name.length, json.length);
        return both;
    }

    /**
     * Reads a message.
     *
     * @throws IllegalArgumentException when it is none
     */
    static Message of(byte[] bytes, int offset, int length) {
        int line = offset;
        while (line < offset + length && line < offset + 40 && bytes[line] != '\n') {
            line++;
        }
        String name = new String(bytes, offset, line - offset, StandardCharsets.US_ASCII);
        Class<? extends Message> type = ALL.get(name);
        if (type == null) {
            throw new IllegalArgumentException("no message of this version");
        }
        try {
            return Json.MAPPER.readValue(bytes, line + 1, offset + length - line - 1, type);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("a broken message " + name, e);
        }
    }

    /** Keeps the mapper out of the interface's constants. */
    final class Json {

        private static final JsonMapper MAPPER = JsonMapper.builder().build();

        private Json() {}
    }
}

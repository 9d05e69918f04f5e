package io.github.swipestorm.client.setting;

import java.util.ServiceLoader;

/**
 * What a user can set and a message may name. A message contains the constant itself, so that it names the setting as the user
 * of this program knows it: {@code "use more " + Setting.THREADS} says <i>threads</i> in a library and <i>--threads</i> on a
 * command line.
 */
public enum Setting {
    TARGET("the target URL"),
    PROXY("proxy"),
    CREDENTIALS("credentials"),
    FOLLOW_REDIRECTS("following redirects"),
    WORKLOAD("workload"),
    THREADS("threads"),
    VIRTUAL_THREADS("virtual threads"),
    TRANSPORT("transport"),
    EVENT_LOOPS("event loops"),
    PIPELINE("pipelining"),
    SPIN("spinning"),
    NO_KEEP_ALIVE("a new connection for each request"),
    INSECURE("trusting any certificate"),
    CONNECT_TIMEOUT("connect timeout"),
    RESPONSE_TIMEOUT("response timeout"),
    TOTAL_TIMEOUT("total timeout"),
    BATCH("batch"),
    PRODUCERS("producers"),
    QUEUE_CAPACITY("queue capacity"),
    RATE("rate"),
    STAGES("stages"),
    REQUESTS("requests"),
    DURATION("duration"),
    WARM_UP("warm-up"),
    WARM_UP_REQUESTS("warm-up requests"),
    RAMP_UP("ramp-up"),
    RETRIES("retries"),
    RETRY_BACKOFF("retry backoff"),
    GIVE_UP("the time to give up after"),
    SERVER_PID("the server's process id"),
    RECORDS("records file"),
    OUTPUT("output directory"),
    REPEATS("repeats"),
    SETTLE("settling time"),
    LIMITS("the comparison"),
    NO_PROBE("running without a probe"),
    DETAILS("all details");

    private static final SettingNames IN_USE = ServiceLoader.load(
                    SettingNames.class, SettingNames.class.getClassLoader())
            .findFirst()
            .orElse(SettingNames.WORDS);

    private final String words;

    Setting(String words) {
        this.words = words;
    }

    /**
     * Resolved when this class is loaded, before any run: a client that has no open file left cannot load a service.
     */
    static SettingNames namesInUse() {
        return IN_USE;
    }

    String words() {
        return words;
    }

    /** With a value, as in {@code transport nio}, named as {@link SettingNames#inUse} says. */
    public String to(Object value) {
        return IN_USE.of(this, value);
    }

    /** Its name, as {@link SettingNames#inUse} says. */
    @Override
    public String toString() {
        return IN_USE.of(this);
    }
}

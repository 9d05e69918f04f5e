package io.github.swipestorm.client.setting;

import java.util.ServiceLoader;

/**
 * What a user can set and a message may name. A message contains the constant itself, so that it names the setting as the user
 * of this program knows it: {@code "use more " + Setting.THREADS} says <i>threads</i> in a library and <i>--threads</i> on a
 * command line.
 */
public enum Setting {
    /** The URL of the server that requests go to. */
    TARGET("the target URL"),
    /** A proxy that requests go through. */
    PROXY("proxy"),
    /** The user and the password of basic authentication. */
    CREDENTIALS("credentials"),
    /** Whether a redirect is followed within its attempt. */
    FOLLOW_REDIRECTS("following redirects"),
    /** What is sent. */
    WORKLOAD("workload"),
    /** How long a worker pauses after each request. */
    THINK("think time"),
    /** How many workers send, each one request after the other. */
    THREADS("threads"),
    /** How many users are active at first, or all the time: workers by another name. */
    USERS("users"),
    /** Up to how many workers an open loop may use. */
    MAX_THREADS("the most threads"),
    /** Whether workers run on virtual threads. */
    VIRTUAL_THREADS("virtual threads"),
    /** How attempts travel. */
    TRANSPORT("transport"),
    /** How many threads drive connections, in a transport with event loops. */
    EVENT_LOOPS("event loops"),
    /** How many requests may be in flight on one connection. */
    PIPELINE("pipelining"),
    /** The version of HTTP. */
    HTTP("the version of HTTP"),
    /** How many requests may be in flight on one connection over HTTP/2. */
    STREAMS("streams"),
    /** How many connections workers share over HTTP/2. */
    CONNECTIONS("connections"),
    /** Whether event loops poll instead of sleeping. */
    SPIN("spinning"),
    /** Whether each request gets a connection of its own. */
    NO_KEEP_ALIVE("a new connection for each request"),
    /** Whether a server's certificate is accepted unverified. */
    INSECURE("trusting any certificate"),
    /** The file of the certificates that are trusted instead of those that the JVM trusts. */
    AUTHORITIES("trusted authorities"),
    /** The file of the certificate by which the client identifies itself. */
    CLIENT_CERTIFICATE("client certificate"),
    /** The password of the client certificate's key. */
    CLIENT_CERTIFICATE_PASSWORD("the password of the client certificate"),
    /** The versions of TLS that are offered. */
    TLS_VERSIONS("TLS versions"),
    /** The ciphers of TLS that are offered. */
    CIPHERS("ciphers"),
    /** What implements TLS. */
    TLS_PROVIDER("the provider of TLS"),
    /** Whether each TLS handshake is a full one. */
    NO_TLS_RESUMPTION("full TLS handshakes"),
    /** How long connecting may take, TLS included. */
    CONNECT_TIMEOUT("connect timeout"),
    /** How long a server may stay silent. */
    RESPONSE_TIMEOUT("response timeout"),
    /** How long an attempt may take as a whole. */
    TOTAL_TIMEOUT("total timeout"),
    /** How many requests a worker takes at once, in the model Less-Blocking. */
    BATCH("batch"),
    /** How many threads fill the queue, in the model Producer-Consumer. */
    PRODUCERS("producers"),
    /** How many requests the queue holds, in the model Producer-Consumer. */
    QUEUE_CAPACITY("queue capacity"),
    /** How many requests are due per unit of time. */
    RATE("rate"),
    /** How the rate, or the number of users, changes over time. */
    STAGES("stages"),
    /** After how many requests a run ends. */
    REQUESTS("requests"),
    /** After what time a run sends no further request. */
    DURATION("duration"),
    /** How long load is sent before a run and not counted. */
    WARM_UP("warm-up"),
    /** How many requests are sent before a run and not counted. */
    WARM_UP_REQUESTS("warm-up requests"),
    /** How the client warms itself up. */
    SELF_WARM_UP("self warm-up"),
    /** Over what time workers begin, one after the other. */
    RAMP_UP("ramp-up"),
    /** How many further attempts a failed request gets. */
    RETRIES("retries"),
    /** The pause before a retry. */
    RETRY_BACKOFF("retry backoff"),
    /** How long nothing may be answered before a run is aborted. */
    GIVE_UP("the time to give up after"),
    /** The share of requests with a trace header. */
    TRACEPARENT("the trace header"),
    /** The process of the server, for its CPU and memory. */
    SERVER_PID("the server's process id"),
    /** The file with a row for each attempt. */
    RECORDS("records file"),
    /** The directory that results are written into. */
    OUTPUT("output directory"),
    /** How often each variant of an experiment is run. */
    REPEATS("repeats"),
    /** How long load is sent before an experiment and not counted. */
    SETTLE("settling time"),
    /** By how much a run may be worse than an earlier one. */
    LIMITS("the comparison"),
    /** Whether nothing is sent after a run to find what limited it. */
    NO_PROBE("running without a probe"),
    /** Members of a cluster to connect to first, which know the others. */
    JOIN("the members to join"),
    /** How many agents a run is spread over. */
    AGENTS("agents"),
    /** Where a member of a cluster is reached by others. */
    LISTEN("the address to listen on"),
    /** The directory of the certificates by which members of a cluster know each other. */
    MEMBER_CERTIFICATES("the members' certificates"),
    /** Whether the whole result is printed. */
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

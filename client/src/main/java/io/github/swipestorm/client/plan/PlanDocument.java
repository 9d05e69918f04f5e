package io.github.swipestorm.client.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.UserSchedule;
import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.Credentials;
import io.github.swipestorm.client.transport.HttpFeatures;
import io.github.swipestorm.client.transport.HttpProtocol;
import io.github.swipestorm.client.transport.HttpVersion;
import io.github.swipestorm.client.transport.TlsOptions;
import io.github.swipestorm.client.transport.TlsProvider;
import io.github.swipestorm.client.workload.SingleRequest;
import io.github.swipestorm.client.workload.ThinkTime;
import io.github.swipestorm.client.workload.ThinkingWorkload;
import io.github.swipestorm.client.workload.Traceparent;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.mix.HttpWorkload;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;

/**
 * A plan as {@link LoadPlan#toJson}, {@code summary.json} and {@code experiment.json} have it. Names stand for the parts that a
 * program registers, so that a plan can be shown where they are unknown. Null stands for what the plan does not have, and for what
 * the file of another version does not say. Times are in seconds.
 *
 * @param target address, or the name of a server that an experiment starts, whose port differs from run to run
 * @param workloadDefinition the workload as a workload file has it; null for one that its name or {@code request} says
 * @param workloadSource where a workload was read from, such as a file and its fingerprint; null for one without
 * @param think the pause after each request; null for none
 * @param transportReason why it is this transport; null when not known
 * @param eventLoops null for a transport without event loops
 * @param user whose credentials are sent; the password is never written
 * @param tls null for what the transport does by default
 * @param http null for HTTP/1.1
 * @param requests null when only time ends the run
 * @param durationSeconds null when only requests end it
 * @param traceparentShare the share of requests with a trace header; null for none
 */
public record PlanDocument(
        String target,
        String model,
        Numbers modelSettings,
        String workload,
        Request request,
        Map<String, Object> workloadDefinition,
        String workloadSource,
        String think,
        Load openLoop,
        Users users,
        String transport,
        String transportReason,
        Boolean keepAlive,
        Integer eventLoops,
        Integer pipeline,
        Boolean spin,
        String proxy,
        String user,
        Boolean followRedirects,
        Boolean insecure,
        Tls tls,
        Http http,
        Integer threads,
        Integer maxThreads,
        String workerThreads,
        Long requests,
        BigDecimal durationSeconds,
        BigDecimal rampUpSeconds,
        Integer retries,
        List<String> retryOn,
        BigDecimal retryBackoffSeconds,
        BigDecimal connectTimeoutSeconds,
        BigDecimal responseTimeoutSeconds,
        BigDecimal totalTimeoutSeconds,
        BigDecimal giveUpSeconds,
        Before warmUp,
        @JsonInclude(JsonInclude.Include.NON_NULL) Double traceparentShare,
        Long seed) {

    /**
     * How TLS is used, apart from {@code insecure}.
     *
     * @param authorities file of the trusted certificates; null for those that the JVM trusts
     * @param clientCertificate file; null for none
     * @param versions empty for those that the JVM offers
     * @param ciphers empty for those that the JVM offers
     * @param provider null in files from before there was a choice
     */
    public record Tls(
            String authorities,
            String clientCertificate,
            List<String> versions,
            List<String> ciphers,
            String provider,
            Boolean resumption) {

        private static Tls of(TlsOptions options) {
            boolean usual = options.withoutVerification().equals(TlsOptions.DEFAULT.withoutVerification());
            return usual
                    ? null
                    : new Tls(
                            options.authorities().map(Path::toString).orElse(null),
                            options.clientCertificate()
                                    .map(own -> own.file().toString())
                                    .orElse(null),
                            options.versions(),
                            options.ciphers(),
                            options.provider().toString(),
                            options.resumption());
        }

        /** For display. */
        @Override
        public String toString() {
            List<String> words = new ArrayList<>();
            if (versions != null && !versions.isEmpty()) {
                words.add("TLS " + String.join(" or ", versions));
            }
            if (ciphers != null && !ciphers.isEmpty()) {
                words.add("ciphers " + String.join(", ", ciphers));
            }
            if (authorities != null) {
                words.add("trusting " + authorities);
            }
            if (clientCertificate != null) {
                words.add("client certificate " + clientCertificate);
            }
            if (provider != null && !provider.equals(TlsProvider.JDK.toString())) {
                words.add("by " + provider);
            }
            if (Boolean.FALSE.equals(resumption)) {
                words.add("no session resumed");
            }
            return String.join(", ", words);
        }
    }

    /**
     * The version of HTTP, and how workers share connections.
     *
     * @param version {@code 2} or {@code auto}
     * @param streams null when the plan does not say
     * @param connections null when the plan does not say
     */
    public record Http(String version, Integer streams, Integer connections) {

        private static Http of(HttpProtocol protocol) {
            return protocol.version() == HttpVersion.HTTP_1_1
                    ? null
                    : new Http(
                            protocol.version().toString(),
                            protocol.streams().isPresent() ? protocol.streams().getAsInt() : null,
                            protocol.connections().isPresent()
                                    ? protocol.connections().getAsInt()
                                    : null);
        }
    }

    /** The parameters of the sending models. */
    public record Numbers(Integer batch, Integer producers, Integer queueCapacity) {}

    /**
     * The request that is sent again and again; null for a workload that has a name. What contains a secret is omitted; the field's
     * or the header's name identifies it.
     *
     * @param shown its method and path, with {@code ***} in place of secrets
     * @param body as text; null when it is none, contains a secret, or is longer than 64 KiB
     * @param bodyBase64 the body that is no text; null when it is longer than 64 KiB
     */
    public record Request(
            String shown,
            String method,
            String path,
            List<Field> headers,
            String body,
            String bodyBase64,
            String expectedStatus) {

        private static final int LONGEST_BODY = 64 << 10;

        /** A header of its own; the value of a secret one is null. */
        public record Field(String name, String value) {}

        private static Request of(SingleRequest request) {
            byte[] body = request.body();
            String text = new String(body, UTF_8);
            boolean isText = Arrays.equals(text.getBytes(UTF_8), body);
            boolean written = body.length <= LONGEST_BODY;
            List<String> secrets = request.secrets();
            return new Request(
                    request.toString(),
                    request.method(),
                    withoutSecret(request.path(), secrets),
                    request.headers().stream()
                            .map(header -> new Field(
                                    header.name(),
                                    Redaction.isSecret(header) ? null : withoutSecret(header.value(), secrets)))
                            .toList(),
                    isText && written ? withoutSecret(text, secrets) : null,
                    isText || !written ? null : Base64.getEncoder().encodeToString(body),
                    request.expected().toString());
        }

        private static String withoutSecret(String text, List<String> secrets) {
            return Redaction.of(text, secrets).equals(text) ? text : null;
        }
    }

    /**
     * The rate of an open loop: what it is at the start, and where it goes from there.
     *
     * @param start exactly
     * @param startPerSecond the same for readers, rounded to the nearest double
     */
    public record Load(Double startPerSecond, Exactly start, List<Stage> stages, String arrivals) {}

    /** A stage: how long it takes, the rate at its end, and whether that is its rate from the beginning. */
    public record Stage(BigDecimal durationSeconds, Double targetPerSecond, Exactly target, Boolean step) {}

    /** How many users of a closed loop are active: at the start, and how that changes. */
    public record Users(Integer start, List<UsersStage> stages) {}

    /** A stage: how long it takes, the users at its end, and whether these are active from its beginning. */
    public record UsersStage(BigDecimal durationSeconds, Integer users, Boolean step) {}

    /** A rate without rounding. */
    public record Exactly(long requests, long periodNanos) {

        private static Exactly of(Rate rate) {
            return new Exactly(rate.requests(), rate.periodNanos());
        }

        /** As {@link Rate} writes it: {@code 5000/s}, {@code 300/m}. */
        @Override
        public String toString() {
            return new Rate(requests, periodNanos).toString();
        }
    }

    /** What is sent before the run. */
    public record Before(Long requests, BigDecimal durationSeconds, String self) {}

    /** The form of a plan. */
    public static PlanDocument of(LoadPlan plan) {
        return of(plan, plan.target().toString(), plan.transport().insecure());
    }

    /** The same with the name of a server that an experiment starts. */
    public static PlanDocument of(LoadPlan plan, String server) {
        return of(plan, server, plan.unverified());
    }

    private static PlanDocument of(LoadPlan plan, String target, boolean insecure) {
        HttpFeatures features = plan.transport().features();
        Workload sent = ThinkingWorkload.sent(plan.workload());
        return new PlanDocument(
                target,
                plan.model().name(),
                new Numbers(
                        plan.modelSettings().batch(),
                        plan.modelSettings().producers(),
                        plan.modelSettings().queueCapacity()),
                plan.workload().name(),
                sent instanceof SingleRequest one ? Request.of(one) : null,
                sent instanceof HttpWorkload mix ? mix.definition() : null,
                plan.workload().source().orElse(null),
                ThinkingWorkload.think(plan.workload()).map(ThinkTime::toString).orElse(null),
                plan.openLoop().map(PlanDocument::load).orElse(null),
                plan.users().map(PlanDocument::users).orElse(null),
                plan.transport().kind().name(),
                plan.transportReason().orElse(null),
                plan.transport().keepAlive(),
                plan.transport().loops() > 0 ? plan.transport().eventLoops() : null,
                plan.transport().pipeline(),
                plan.transport().spin(),
                features.proxy().map(Target::toString).orElse(null),
                features.credentials().map(Credentials::name).orElse(null),
                features.followRedirects(),
                insecure,
                Tls.of(plan.transport().tls()),
                Http.of(plan.transport().http()),
                plan.threads(),
                plan.maxThreads().isPresent() ? plan.maxThreads().getAsInt() : null,
                plan.workerThreads().toString(),
                plan.stop().bounded() ? plan.stop().requests() : null,
                seconds(plan.stop().duration()),
                seconds(plan.rampUp()),
                plan.retry().retries(),
                plan.retry().on().stream().map(RetryOn::toString).sorted().toList(),
                seconds(plan.retry().backoff()),
                seconds(plan.timeouts().connect()),
                seconds(plan.timeouts().response()),
                seconds(plan.timeouts().total()),
                seconds(plan.giveUp()),
                new Before(
                        plan.warmUp().requests() > 0 ? plan.warmUp().requests() : null,
                        seconds(plan.warmUp().duration()),
                        plan.warmUp().self().toString()),
                plan.traceparent().map(Traceparent::share).orElse(null),
                plan.seed());
    }

    private static Load load(OpenLoop loop) {
        return new Load(
                loop.start().perSecond(),
                Exactly.of(loop.start()),
                loop.stages().stream()
                        .map(stage -> new Stage(
                                seconds(stage.duration()),
                                stage.target().perSecond(),
                                Exactly.of(stage.target()),
                                stage.step()))
                        .toList(),
                loop.arrivals().toString());
    }

    private static Users users(UserSchedule users) {
        return new Users(
                users.start(),
                users.stages().stream()
                        .map(stage -> new UsersStage(seconds(stage.duration()), stage.users(), stage.step()))
                        .toList());
    }

    private static BigDecimal seconds(Optional<Duration> time) {
        return time.map(PlanDocument::seconds).orElse(null);
    }

    private static BigDecimal seconds(Duration time) {
        BigDecimal seconds = BigDecimal.valueOf(time.getSeconds())
                .add(BigDecimal.valueOf(time.getNano(), 9))
                .stripTrailingZeros();
        return seconds.setScale(Math.max(0, seconds.scale()));
    }

    /** The request with its URL, for a plan of a single request; otherwise the target. */
    public String destination() {
        return request == null || request.shown() == null
                ? target
                : request.shown().replaceFirst(" ", Matcher.quoteReplacement(" " + target));
    }

    /** Whether TLS requests may be sent without verifying the server's certificate, as far as the file says. */
    public boolean unverified() {
        boolean clearText = target != null && target.startsWith("http:") && !Boolean.TRUE.equals(followRedirects);
        return Boolean.TRUE.equals(insecure) && !clearText;
    }
}

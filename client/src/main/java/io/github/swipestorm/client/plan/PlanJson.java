package io.github.swipestorm.client.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.Stage;
import io.github.swipestorm.client.arrival.UserSchedule;
import io.github.swipestorm.client.arrival.UserStage;
import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.http.StatusSet;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.registry.EnumLabels;
import io.github.swipestorm.client.setting.PlanFiles;
import io.github.swipestorm.client.transport.ClientCertificate;
import io.github.swipestorm.client.transport.Credentials;
import io.github.swipestorm.client.transport.HttpFeatures;
import io.github.swipestorm.client.transport.HttpProtocol;
import io.github.swipestorm.client.transport.HttpVersion;
import io.github.swipestorm.client.transport.Timeouts;
import io.github.swipestorm.client.transport.TlsOptions;
import io.github.swipestorm.client.transport.TlsProvider;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.transport.TransportType;
import io.github.swipestorm.client.workload.SingleRequest;
import io.github.swipestorm.client.workload.ThinkTime;
import io.github.swipestorm.client.workload.ThinkingWorkload;
import io.github.swipestorm.client.workload.Traceparent;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.mix.WorkloadFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A plan as JSON. Times are in seconds, with nanosecond resolution. A reader ignores unknown fields, and uses the
 * builder's default for missing ones.
 */
final class PlanJson {

    private static final int VERSION = 1;
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();

    private PlanJson() {}

    static String write(LoadPlan plan) {
        ObjectNode json = JSON.createObjectNode().put("planVersion", VERSION);
        json.setAll((ObjectNode) JSON.valueToTree(PlanDocument.of(plan)));
        return JSON.writeValueAsString(json);
    }

    static LoadPlan read(String text, Function<String, Optional<String>> passwords) {
        return read(text, passwords, System::getenv, PlanFiles.ON_DISK);
    }

    static LoadPlan read(
            String text,
            Function<String, Optional<String>> passwords,
            Function<String, String> environment,
            PlanFiles files) {
        JsonNode tree;
        try {
            tree = JSON.readTree(text);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("A plan must be JSON: " + e.getOriginalMessage(), e);
        }
        Fields json = new Fields(tree, "");
        long version = json.whole("planVersion").orElse((long) VERSION);
        if (version > VERSION) {
            throw new IllegalArgumentException("The plan has version " + version + ", and this Swipestorm reads up to "
                    + VERSION + ": use a newer one");
        }
        LoadPlan.Builder plan = LoadPlan.builder(Target.parse(json.required("target")));
        Workload sent = json.object("request")
                .<Workload>map(request -> request(request, passwords))
                .or(() -> json.object("workloadDefinition")
                        .map(definition -> workload(definition, json, environment, files)))
                .orElseGet(() -> Workload.named(json.required("workload")));
        plan.workload(json.text("think")
                .map(ThinkTime::parse)
                .<Workload>map(think -> new ThinkingWorkload(sent, think))
                .orElse(sent));
        json.whole("seed").ifPresent(plan::seed);
        json.text("model").map(SendingModel::named).ifPresent(plan::model);
        json.object("modelSettings").map(PlanJson::modelSettings).ifPresent(plan::modelSettings);
        json.object("openLoop").map(PlanJson::openLoop).ifPresent(plan::openLoop);
        json.object("users").map(PlanJson::users).ifPresent(plan::users);
        plan.transport(transport(json, passwords, files));
        json.text("transportReason").ifPresent(plan::transportReason);
        json.integer("threads").ifPresent(plan::threads);
        json.integer("maxThreads").ifPresent(plan::maxThreads);
        json.constant("workerThreads", WorkerThreads.values()).ifPresent(plan::workerThreads);
        json.whole("requests").ifPresent(plan::requests);
        json.time("durationSeconds").ifPresent(plan::duration);
        json.object("warmUp").map(PlanJson::warmUp).ifPresent(plan::warmUp);
        json.time("rampUpSeconds").ifPresent(plan::rampUp);
        plan.retry(new RetryRule(
                json.integer("retries").orElse(0),
                json.constants("retryOn", RetryOn.values())
                        .<Set<RetryOn>>map(Set::copyOf)
                        .orElse(RetryOn.ALL_BUT_CHECKS),
                json.time("retryBackoffSeconds").orElse(Duration.ZERO)));
        Timeouts usual = plan.timeouts();
        plan.timeouts(
                json.time("connectTimeoutSeconds").orElse(usual.connect()),
                json.time("responseTimeoutSeconds").orElse(usual.response()),
                json.time("totalTimeoutSeconds").orElse(usual.total()));
        json.time("giveUpSeconds").ifPresent(plan::giveUp);
        json.share("traceparentShare").map(Traceparent::new).ifPresent(plan::traceparent);
        return plan.build();
    }

    /** Its files have absolute paths. */
    private static Workload workload(
            Fields definition, Fields plan, Function<String, String> environment, PlanFiles files) {
        String text = definition.json().toString();
        if (Redaction.isIn(text)) {
            throw new IllegalArgumentException("The plan's workload has a secret, which is never written: write it as "
                    + "${env.NAME} in the workload's file, and make the plan again");
        }
        return WorkloadFile.parse("workloadDefinition", text, plan.text("workloadSource"), environment, files);
    }

    private static SingleRequest request(Fields json, Function<String, Optional<String>> secrets) {
        SingleRequest request =
                SingleRequest.of(json.required("method"), json.text("path").orElseGet(() -> secret("path", secrets)));
        // Version 1 had this header only.
        Optional<String> contentType = json.text("contentType");
        if (contentType.isPresent()) {
            request = request.withHeader("Content-Type", contentType.get());
        }
        for (Fields header : json.list("headers")) {
            String name = header.required("name");
            request = request.withHeader(name, header.text("value").orElseGet(() -> secret(name, secrets)));
        }
        Optional<String> base64 = json.text("bodyBase64");
        byte[] body = base64.isPresent()
                ? Base64.getDecoder().decode(base64.get())
                : json.text("body")
                        .orElseGet(() -> contentType.isPresent() ? "" : secret("body", secrets))
                        .getBytes(UTF_8);
        return request.withBody(body)
                .expecting(json.text("expectedStatus").map(StatusSet::parse).orElse(StatusSet.SUCCESSFUL));
    }

    private static String secret(String name, Function<String, Optional<String>> secrets) {
        return secrets.apply(name)
                .orElseThrow(() -> new IllegalArgumentException("The plan's request has no '" + name
                        + "', as secrets are never written: give it when the plan is read"));
    }

    private static ModelSettings modelSettings(Fields json) {
        ModelSettings usual = ModelSettings.DEFAULT;
        return new ModelSettings(
                json.integer("batch").orElse(usual.batch()),
                json.integer("producers").orElse(usual.producers()),
                json.integer("queueCapacity").orElse(usual.queueCapacity()));
    }

    private static TransportChoice transport(
            Fields json, Function<String, Optional<String>> passwords, PlanFiles files) {
        TransportChoice usual =
                TransportChoice.of(TransportType.named(json.text("transport").orElse("classic")));
        Optional<Credentials> credentials = json.text("user")
                .map(name -> new Credentials(
                        name,
                        passwords
                                .apply(name)
                                .orElseThrow(() -> new IllegalArgumentException("The plan has no password of '" + name
                                        + "', as secrets are never written: give it when the plan is read"))));
        return new TransportChoice(
                usual.kind(),
                json.flag("keepAlive").orElse(usual.keepAlive()),
                json.integer("eventLoops").orElse(usual.eventLoops()),
                json.integer("pipeline").orElse(usual.pipeline()),
                json.flag("spin").orElse(usual.spin()),
                new HttpFeatures(
                        json.text("proxy").map(Target::parse),
                        credentials,
                        json.flag("followRedirects").orElse(false)),
                tls(json, passwords).with(files),
                json.object("http")
                        .map(http -> new HttpProtocol(
                                http.constant("version", HttpVersion.values()).orElse(HttpVersion.HTTP_1_1),
                                http.integer("streams").map(OptionalInt::of).orElseGet(OptionalInt::empty),
                                http.integer("connections").map(OptionalInt::of).orElseGet(OptionalInt::empty)))
                        .orElse(HttpProtocol.HTTP_1_1));
    }

    private static TlsOptions tls(Fields json, Function<String, Optional<String>> passwords) {
        boolean insecure = json.flag("insecure").orElse(false);
        return json.object("tls")
                .map(tls -> new TlsOptions(
                        insecure,
                        tls.text("authorities").map(Path::of),
                        tls.text("clientCertificate")
                                // A file may have no password.
                                .map(file -> new ClientCertificate(
                                        Path.of(file), passwords.apply(file).orElse(""))),
                        tls.texts("versions"),
                        tls.texts("ciphers"),
                        tls.text("provider")
                                .map(label -> EnumLabels.parse(TlsProvider.values(), label))
                                .orElse(TlsProvider.JDK),
                        tls.flag("resumption").orElse(true)))
                .orElseGet(() -> insecure ? TlsOptions.DEFAULT.withoutVerification() : TlsOptions.DEFAULT);
    }

    private static WarmUp warmUp(Fields json) {
        return new WarmUp(
                json.whole("requests").orElse(0L),
                json.time("durationSeconds"),
                json.constant("self", SelfWarmUp.values()).orElse(SelfWarmUp.STUB));
    }

    private static OpenLoop openLoop(Fields json) {
        List<Stage> stages = new ArrayList<>();
        for (Fields stage : json.list("stages")) {
            stages.add(new Stage(
                    stage.time("durationSeconds").orElse(Duration.ZERO),
                    rate(stage, "target"),
                    stage.flag("step").orElse(false)));
        }
        return new OpenLoop(
                rate(json, "start"),
                stages,
                json.constant("arrivals", ArrivalProcess.values()).orElse(ArrivalProcess.CONSTANT));
    }

    private static UserSchedule users(Fields json) {
        List<UserStage> stages = new ArrayList<>();
        for (Fields stage : json.list("stages")) {
            stages.add(new UserStage(
                    stage.time("durationSeconds").orElse(Duration.ZERO),
                    stage.integer("users").orElseThrow(() -> stage.missing("users")),
                    stage.flag("step").orElse(false)));
        }
        return new UserSchedule(json.integer("start").orElse(0), stages);
    }

    private static Rate rate(Fields json, String name) {
        Fields rate = json.object(name).orElseThrow(() -> json.missing(name));
        return new Rate(
                rate.whole("requests").orElseThrow(() -> rate.missing("requests")),
                rate.whole("periodNanos").orElse(1_000_000_000L));
    }

    /**
     * The fields of an object; one that is null counts as missing.
     *
     * @param path of the object, for messages
     */
    private record Fields(JsonNode json, String path) {

        private Fields {
            if (!json.isObject()) {
                throw new IllegalArgumentException(
                        (path.isEmpty() ? "A plan" : "'" + path + "' of a plan") + " must be a JSON object");
            }
        }

        private <T> Optional<T> value(String name, String what, Function<JsonNode, Optional<T>> read) {
            JsonNode value = json.path(name);
            return value.isMissingNode() || value.isNull()
                    ? Optional.empty()
                    : Optional.of(read.apply(value)
                            .orElseThrow(() -> new IllegalArgumentException(
                                    "'" + path + name + "' of a plan must be " + what + ", not " + value)));
        }

        IllegalArgumentException missing(String name) {
            return new IllegalArgumentException("The plan has no '" + path + name + "'");
        }

        String required(String name) {
            return text(name).orElseThrow(() -> missing(name));
        }

        Optional<String> text(String name) {
            return value(name, "text", node -> node.isString() ? Optional.of(node.stringValue()) : Optional.empty());
        }

        Optional<Boolean> flag(String name) {
            return value(
                    name,
                    "true or false",
                    node -> node.isBoolean() ? Optional.of(node.booleanValue()) : Optional.empty());
        }

        Optional<Long> whole(String name) {
            return value(
                    name,
                    "a whole number",
                    node -> node.isIntegralNumber() && node.canConvertToLong()
                            ? Optional.of(node.longValue())
                            : Optional.empty());
        }

        Optional<Integer> integer(String name) {
            return value(
                    name,
                    "a whole number up to " + Integer.MAX_VALUE,
                    node -> node.isIntegralNumber() && node.canConvertToInt()
                            ? Optional.of(node.intValue())
                            : Optional.empty());
        }

        Optional<Double> share(String name) {
            return value(
                    name,
                    "a number above 0 and at most 1",
                    node -> node.isNumber() && node.doubleValue() > 0 && node.doubleValue() <= 1
                            ? Optional.of(node.doubleValue())
                            : Optional.empty());
        }

        Optional<Duration> time(String name) {
            return value(name, "a number of seconds", node -> {
                try {
                    return node.isNumber()
                            ? Optional.of(Duration.ofNanos(
                                    node.decimalValue().movePointRight(9).longValueExact()))
                            : Optional.empty();
                } catch (ArithmeticException e) {
                    return Optional.empty();
                }
            });
        }

        List<String> texts(String name) {
            return value(name, "a list of texts", node -> {
                        List<JsonNode> all = node.valueStream().toList();
                        return node.isArray() && all.stream().allMatch(JsonNode::isString)
                                ? Optional.of(
                                        all.stream().map(JsonNode::stringValue).toList())
                                : Optional.<List<String>>empty();
                    })
                    .orElse(List.of());
        }

        <E extends Enum<E>> Optional<E> constant(String name, E[] choices) {
            return value(name, "one of " + words(choices), node -> constant(node, choices));
        }

        <E extends Enum<E>> Optional<List<E>> constants(String name, E[] choices) {
            return value(name, "a list of " + words(choices), node -> {
                List<Optional<E>> all =
                        node.valueStream().map(each -> constant(each, choices)).toList();
                return node.isArray() && all.stream().allMatch(Optional::isPresent)
                        ? Optional.of(all.stream().map(Optional::get).toList())
                        : Optional.empty();
            });
        }

        private static <E extends Enum<E>> Optional<E> constant(JsonNode node, E[] choices) {
            return Stream.of(choices)
                    .filter(choice -> node.isString() && choice.toString().equals(node.stringValue()))
                    .findFirst();
        }

        private static <E extends Enum<E>> String words(E[] choices) {
            return Stream.of(choices).map(E::toString).collect(Collectors.joining(", "));
        }

        Optional<Fields> object(String name) {
            JsonNode value = json.path(name);
            return value.isMissingNode() || value.isNull()
                    ? Optional.empty()
                    : Optional.of(new Fields(value, path + name + "."));
        }

        List<Fields> list(String name) {
            return json.path(name)
                    .valueStream()
                    .map(each -> new Fields(each, path + name + "."))
                    .toList();
        }
    }
}

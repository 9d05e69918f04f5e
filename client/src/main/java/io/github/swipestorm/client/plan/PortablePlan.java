package io.github.swipestorm.client.plan;

import io.github.swipestorm.client.http.StatusSet;
import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.PlanFiles;
import io.github.swipestorm.client.setting.PlanProblem;
import io.github.swipestorm.client.transport.ClientCertificate;
import io.github.swipestorm.client.transport.TlsOptions;
import io.github.swipestorm.client.workload.SingleRequest;
import io.github.swipestorm.client.workload.ThinkTime;
import io.github.swipestorm.client.workload.ThinkingWorkload;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.mix.HttpWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A plan with everything that another machine needs to execute it and that {@link LoadPlan#toJson} leaves out: secrets, the values of
 * environment variables, and the content of files. Its bytes are for an encrypted connection, not for a file. Models, workloads and
 * transports of a program's own travel by their names, and have to be registered there, too. Immutable.
 */
public final class PortablePlan {

    /** Content of all files together that is carried. */
    private static final long MOST_FILE_BYTES = 256L << 20;

    private static final int VERSION = 1;

    private final SerializedForm form;

    /**
     * The serialized form.
     *
     * @param plan as {@link LoadPlan#toJson} writes it
     * @param passwords by the name of their user, or of their file
     * @param request that is sent again and again; null for another workload
     * @param environment variables of the workload
     * @param files by the paths that the plan has
     */
    private record SerializedForm(
            int version,
            String plan,
            Map<String, String> passwords,
            SerializedRequest request,
            Map<String, String> environment,
            Map<String, byte[]> files) {}

    private record SerializedRequest(
            String method,
            String path,
            List<SerializedHeader> headers,
            byte[] body,
            String expected,
            List<String> secrets) {}

    private record SerializedHeader(String name, String value) {}

    private PortablePlan(SerializedForm form) {
        this.form = form;
    }

    /**
     * A plan with what it needs.
     *
     * @throws IllegalArgumentException with a user-facing message when it cannot travel: a file cannot be read or all are too large,
     *     or a workload has a secret in a place from which none is read
     */
    public static PortablePlan of(LoadPlan plan) {
        Map<String, String> passwords = new HashMap<>();
        plan.transport().features().credentials().ifPresent(both -> passwords.put(both.name(), both.password()));
        TlsOptions tls = plan.transport().tls();
        tls.clientCertificate().ifPresent(own -> passwords.put(own.file().toString(), own.password()));
        List<Path> files = new ArrayList<>();
        tls.authorities().ifPresent(files::add);
        tls.clientCertificate().map(ClientCertificate::file).ifPresent(files::add);
        Workload sent = ThinkingWorkload.sent(plan.workload());
        Map<String, String> environment = Map.of();
        if (sent instanceof HttpWorkload mix) {
            environment = mix.environment();
            files.addAll(mix.files());
        }
        PortablePlan portable = new PortablePlan(new SerializedForm(
                VERSION,
                plan.toJson(),
                passwords,
                sent instanceof SingleRequest request ? requestForm(request) : null,
                environment,
                contents(files)));
        portable.plan();
        return portable;
    }

    private static SerializedRequest requestForm(SingleRequest request) {
        return new SerializedRequest(
                request.method(),
                request.path(),
                request.headers().stream()
                        .map(header -> new SerializedHeader(header.name(), header.value()))
                        .toList(),
                request.body(),
                request.expected().toString(),
                request.secrets());
    }

    private static Map<String, byte[]> contents(List<Path> files) {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        try {
            long bytes = 0;
            for (Path file : files) {
                bytes += Files.size(file);
            }
            if (bytes > MOST_FILE_BYTES) {
                throw new PlanException(new PlanProblem.FilesTooLarge(bytes, MOST_FILE_BYTES));
            }
            for (Path file : files) {
                contents.put(file.toString(), PlanFiles.ON_DISK.read(file));
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("A file of the plan cannot be read any more: " + e, e);
        }
        return contents;
    }

    /**
     * The plan, which reads neither files nor environment variables of this machine.
     *
     * @throws IllegalArgumentException with a user-facing message when this machine cannot execute it, for example because it does not
     *     know its transport
     */
    public LoadPlan plan() {
        Map<Path, byte[]> files = new HashMap<>();
        form.files.forEach((path, content) -> files.put(Path.of(path), content));
        LoadPlan read = PlanJson.read(
                form.plan,
                // Of a request, what is left out is any path until the request itself takes its place.
                name -> Optional.of(form.passwords.getOrDefault(name, "/")),
                form.environment::get,
                PlanFiles.of(files));
        if (form.request == null) {
            return read;
        }
        SingleRequest request = request();
        Optional<ThinkTime> think = ThinkingWorkload.think(read.workload());
        return read.toBuilder()
                .workload(think.<Workload>map(pause -> new ThinkingWorkload(request, pause))
                        .orElse(request))
                .build();
    }

    private SingleRequest request() {
        SingleRequest request = SingleRequest.of(form.request.method, form.request.path);
        for (SerializedHeader header : form.request.headers) {
            request = request.withHeader(header.name, header.value);
        }
        return request.withBody(form.request.body)
                .expecting(StatusSet.parse(form.request.expected))
                .hiding(form.request.secrets);
    }

    /** The plan in bytes, secrets included. */
    public byte[] toBytes() {
        return JsonMapper.shared().writeValueAsBytes(form);
    }

    /**
     * Reads what {@link #toBytes} wrote.
     *
     * @throws IllegalArgumentException when it is no plan, or one of another version
     */
    public static PortablePlan ofBytes(byte[] bytes) {
        try {
            SerializedForm form = JsonMapper.shared().readValue(bytes, SerializedForm.class);
            if (form == null || form.version != VERSION) {
                throw new IllegalArgumentException("The plan has version " + (form == null ? "none" : form.version)
                        + ", and this Swipestorm reads version " + VERSION + ": use the same version everywhere");
            }
            return new PortablePlan(form);
        } catch (JacksonException e) {
            // The message of the cause may have a part of the text in it.
            throw new IllegalArgumentException("This is not a plan");
        }
    }

    /** The plan without secrets. */
    @Override
    public String toString() {
        return form.plan;
    }
}

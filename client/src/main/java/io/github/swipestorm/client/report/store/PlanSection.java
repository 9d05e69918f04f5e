package io.github.swipestorm.client.report.store;

import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.transport.Credentials;
import java.time.Duration;
import java.util.List;

/** The plan of a run, as {@code summary.json} and {@code experiment.json} have it. Times are in seconds. */
record PlanSection(
        String target,
        String model,
        ModelSettings modelSettings,
        String workload,
        RatesSection openLoop,
        String transport,
        boolean keepAlive,
        Integer eventLoops,
        int pipeline,
        boolean spin,
        String proxy,
        String authentication,
        boolean followRedirects,
        boolean insecure,
        int threads,
        String workerThreads,
        Long requests,
        Double durationSeconds,
        double rampUpSeconds,
        int retries,
        List<String> retryOn,
        double retryBackoffSeconds,
        double connectTimeoutSeconds,
        double responseTimeoutSeconds,
        double totalTimeoutSeconds,
        double giveUpSeconds,
        long seed) {

    static PlanSection of(LoadPlan plan) {
        return of(plan, plan.target().toString());
    }

    /** With something else than the address to call the target by. */
    static PlanSection of(LoadPlan plan, String target) {
        return new PlanSection(
                target,
                plan.model().name(),
                plan.modelSettings(),
                plan.workload().name(),
                plan.openLoop().map(RatesSection::of).orElse(null),
                plan.transport().kind().name(),
                plan.transport().keepAlive(),
                plan.transport().loops() > 0 ? plan.transport().eventLoops() : null,
                plan.transport().pipeline(),
                plan.transport().spin(),
                plan.transport().features().proxy().map(Target::toString).orElse(null),
                plan.transport()
                        .features()
                        .credentials()
                        .map(Credentials::toString)
                        .orElse(null),
                plan.transport().features().followRedirects(),
                plan.unverified(),
                plan.threads(),
                plan.workerThreads().toString(),
                plan.stop().bounded() ? plan.stop().requests() : null,
                plan.stop().duration().map(PlanSection::seconds).orElse(null),
                seconds(plan.rampUp()),
                plan.retry().retries(),
                plan.retry().on().stream().map(Enum::toString).sorted().toList(),
                seconds(plan.retry().backoff()),
                seconds(plan.timeouts().connect()),
                seconds(plan.timeouts().response()),
                seconds(plan.timeouts().total()),
                seconds(plan.giveUp()),
                plan.seed());
    }

    static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}

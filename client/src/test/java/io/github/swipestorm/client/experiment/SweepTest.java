package io.github.swipestorm.client.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.swipestorm.client.inference.ScalabilityFit;
import io.github.swipestorm.client.inference.ScalabilityLaw;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SweepTest {

    private static final List<Variant> SETTINGS = ThreadCounts.parse("1..256x2").all().stream()
            .map(threads -> FakeTrials.variant(Sweep.variant(threads), threads))
            .toList();

    /** A server that follows the Universal Scalability Law: sigma 0.02, kappa 0.0002, so the peak is at 70 threads. */
    private static double law(Variant variant) {
        double n = variant.plan().threads();
        return 1_000 * n / (1 + 0.02 * (n - 1) + 0.0002 * n * (n - 1));
    }

    private static Trials run(int rounds, double noise) {
        FakeTrials fake = new FakeTrials(noise, SweepTest::law);
        List<Trial> trials = new ArrayList<>();
        Schedule.shuffled(SETTINGS, rounds, 1).runs().forEach(step -> trials.add(fake.run(step)));
        return new Trials(trials);
    }

    @Test
    void the_knee_and_the_law_that_the_server_follows_are_found() {
        Sweep sweep = Sweep.of(SETTINGS, run(3, 0.01)).orElseThrow();

        assertThat(sweep.points()).hasSize(9);
        assertThat(sweep.knee().threads()).isIn(32, 64);
        assertThat(sweep.knee().bestThreads()).isEqualTo(64);
        assertThat(sweep.fits()).extracting(fit -> fit.law()).containsExactly(ScalabilityLaw.values());
        assertThat(sweep.fits().get(1).concluded()).isTrue();
        assertThat(sweep.fits().get(1).estimates().orElseThrow().peakThreads().value())
                .isCloseTo(70, within(5.0));
        assertThat(sweep.fits().get(0).concluded())
                .as("Amdahl's law does not fall")
                .isFalse();
    }

    @Test
    void a_part_of_the_runs_is_a_sweep_too() {
        Trials all = run(3, 0.01);
        Trials part = new Trials(all.all().subList(0, 5));

        Sweep sweep = Sweep.of(SETTINGS, part).orElseThrow();

        assertThat(sweep.points()).hasSize(5);
        assertThat(sweep.knee().interval()).isEmpty();
    }

    @Test
    void no_law_is_fitted_to_workers_that_think() {
        Trials all = run(3, 0.01);
        List<Trial> thinking = all.all().stream()
                .map(trial -> trial.variant().equals("threads=8") ? trial.with(RunMetric.THINK_MEAN, 5) : trial)
                .toList();

        Sweep sweep = Sweep.of(SETTINGS, new Trials(thinking)).orElseThrow();

        assertThat(sweep.fits()).extracting(ScalabilityFit::law).containsExactly(ScalabilityLaw.values());
        assertThat(sweep.fits()).allSatisfy(fit -> {
            assertThat(fit.estimates()).isEmpty();
            assertThat(fit.refusals()).containsExactly(Sweep.THINKING);
        });
        assertThat(sweep.knee()).isEqualTo(Sweep.of(SETTINGS, all).orElseThrow().knee());
    }

    @Test
    void one_thread_count_or_no_success_is_no_sweep() {
        assertThat(Sweep.of(SETTINGS, new Trials(List.of()))).isEmpty();
        assertThat(Sweep.of(SETTINGS, run(2, 0).of("threads=8"))).isEmpty();
        List<Trial> failed = run(1, 0).all().stream()
                .map(trial -> trial.with(RunMetric.THROUGHPUT, 0))
                .toList();
        assertThat(Sweep.of(SETTINGS, new Trials(failed))).isEmpty();
    }
}

package io.github.swipestorm.client.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LittlePredictionTest {

    private static final PlannedRun ONE = new PlannedRun(FakeTrials.variant(Sweep.variant(1), 1), 1);
    private static final PlannedRun MANY = new PlannedRun(FakeTrials.variant(Sweep.variant(200), 200), 1);

    /** The reference study's own figures: 10,000 requests in 293.061 s on one thread, and what 200 threads did. */
    private static final Trial STUDY_ONE = FakeTrials.trial(ONE, 34.1226)
            .with(RunMetric.OK, 10_000)
            .with(RunMetric.WALL_TIME, 293.061)
            .with(RunMetric.REQUEST_STDEV, 10);

    private static final Trial STUDY_MANY = FakeTrials.trial(MANY, 3_155.13)
            .with(RunMetric.OK, 500_000)
            .with(RunMetric.WALL_TIME, 158.472)
            .with(RunMetric.REQUEST_MEAN, 64.46)
            .with(RunMetric.WORKERS_AT_WORK, 197.5);

    @Test
    void the_reference_studys_prediction_comes_out_of_its_figures() {
        LittlePrediction little = LittlePrediction.of(200, new Trials(List.of(STUDY_ONE, STUDY_MANY)))
                .orElseThrow();

        assertThat(little.cycleMs()).isCloseTo(29.306, within(0.001));
        assertThat(little.prediction().throughput()).isCloseTo(6_824.5, within(0.1));
        assertThat(little.prediction().bounds().contains(6_824.5)).isTrue();
        assertThat(little.prediction().ratio(little.measured().mean())).isCloseTo(0.462, within(0.001));
        assertThat(little.byLatency()).isCloseTo(3_102.7, within(0.1));
        assertThat(little.corrected()).isCloseTo(197.5 / 0.06446, within(0.1));
    }

    @Test
    void retries_lengthen_the_cycle_that_is_predicted_from() {
        // As many requests failed as were ok: the worker spent its time on both.
        Trial half = STUDY_ONE.with(RunMetric.OK, 5_000).with(RunMetric.FAILED, 5_000);

        LittlePrediction little =
                LittlePrediction.of(200, new Trials(List.of(half, STUDY_MANY))).orElseThrow();

        assertThat(little.cycleMs()).isCloseTo(29.306, within(0.001));
    }

    @Test
    void with_several_rounds_every_request_counts_once() {
        Trial quick = STUDY_ONE.with(RunMetric.OK, 30_000).with(RunMetric.WALL_TIME, 30);

        LittlePrediction little = LittlePrediction.of(200, new Trials(List.of(STUDY_ONE, quick, STUDY_MANY)))
                .orElseThrow();

        assertThat(little.cycleMs()).isCloseTo(1e3 * 323.061 / 40_000, within(0.001));
    }

    @Test
    void without_ok_requests_on_both_sides_there_is_no_prediction() {
        assertThat(LittlePrediction.of(200, new Trials(List.of(STUDY_ONE)))).isEmpty();
        assertThat(LittlePrediction.of(200, new Trials(List.of(STUDY_MANY)))).isEmpty();
        assertThat(LittlePrediction.of(200, new Trials(List.of(STUDY_ONE, STUDY_MANY.with(RunMetric.OK, 0)))))
                .isEmpty();
    }

    /** Rounds as unequal as those of a busy machine: the law holds in each, and so it does on average. */
    @Test
    void rounds_of_unequal_throughput_keep_to_the_law_when_each_does() {
        List<Trial> trials = new ArrayList<>(List.of(STUDY_ONE));
        double[] rates = {4_164, 814, 6_293};
        for (int i = 0; i < rates.length; i++) {
            trials.add(FakeTrials.trial(new PlannedRun(MANY.variant(), i + 1), rates[i]));
        }

        LittlePrediction little = LittlePrediction.of(200, new Trials(trials)).orElseThrow();

        assertThat(little.kept()).isCloseTo(1, within(1e-9));
        assertThat(little.deviation()).isCloseTo(0, within(1e-9));
        assertThat(little.corrected()).isCloseTo(little.measured().mean(), within(1e-6));
        assertThat(little.differs()).as("there is one round of one worker").isEmpty();
    }

    /** Two rounds of one worker with 18,761 and 55,614 requests a second once gave 272 to 288 thousand. */
    @Test
    void the_prediction_never_excludes_a_run_that_it_was_made_of() {
        List<Trial> trials = new ArrayList<>(List.of(STUDY_MANY));
        double[] rates = {18_761, 55_614};
        for (double rate : rates) {
            trials.add(STUDY_ONE.with(RunMetric.OK, 10_000).with(RunMetric.WALL_TIME, 10_000 / rate));
        }
        assertThat(LittlePrediction.of(10, new Trials(renamed(trials)))
                        .orElseThrow()
                        .bounds())
                .as("two runs are too few")
                .isEmpty();

        trials.add(STUDY_ONE.with(RunMetric.OK, 10_000).with(RunMetric.WALL_TIME, 10_000 / 30_000.0));

        assertThat(LittlePrediction.of(10, new Trials(renamed(trials)))
                        .orElseThrow()
                        .bounds())
                .hasValueSatisfying(bounds -> {
                    assertThat(bounds.contains(187_610)).isTrue();
                    assertThat(bounds.contains(556_140)).isTrue();
                });
    }

    private static List<Trial> renamed(List<Trial> trials) {
        return trials.stream()
                .map(trial -> trial.variant().equals(Sweep.variant(1))
                        ? trial
                        : FakeTrials.trial(new PlannedRun(FakeTrials.variant(Sweep.variant(10), 10), 1), 3_155.13))
                .toList();
    }

    @Test
    void few_rounds_do_not_say_that_the_prediction_was_missed() {
        assertThat(LittlePrediction.of(200, new Trials(List.of(STUDY_ONE, STUDY_MANY)))
                        .orElseThrow()
                        .differs())
                .isEmpty();
    }
}

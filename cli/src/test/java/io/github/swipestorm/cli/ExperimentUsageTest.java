package io.github.swipestorm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options of experiments that cannot be meant. */
class ExperimentUsageTest {

    @TempDir
    private Path directory;

    @Test
    void resume_names_a_plan_that_is_not_in_the_working_directory() throws Exception {
        Files.writeString(
                directory.resolve("experiment.json"),
                "{\"schemaVersion\": 3, \"arguments\": [\"matrix\", \"not-here.yaml\"]}");

        CommandRun run = CommandRun.of("resume", directory.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("'not-here.yaml', which the experiment's command names, is not in this directory: run"
                        + " 'swipestorm resume' in the directory where the experiment was started");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--body=@not-here.yaml", "--workload=not-here.yaml"})
    void resume_looks_for_files_of_plans_only(String option) throws Exception {
        Files.writeString(
                directory.resolve("experiment.json"),
                "{\"schemaVersion\": 3, \"arguments\": [\"sweep\", \"" + option + "\", \"--threads=none\"]}");

        assertThat(CommandRun.of("resume", directory.toString()).err().contains("is not in this directory"))
                .isEqualTo(option.startsWith("--workload"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "sweep --threads none | 'none' is not a list of thread counts",
                "sweep --threads 0,5 | '0,5' is not a list of thread counts",
                "sweep --threads 5,5 | '5,5' is one thread count, and a sweep is about several",
                "sweep --repeats 0 | --repeats must be 1 to 10000, not 0",
                "sweep --duration soon | 'soon' is not a time",
                "sweep --url nowhere | 'nowhere' is not a URL",
                "sweep --resume nothing-here | 'nothing-here' contains no experiment to resume",
                "compare | Say what to compare: models, transports, servers, runs",
                "compare models --models average | 'average' alone cannot be compared",
                "compare models --models average,average | 'average' is there twice",
                "compare models --models average,best | 'best' is none of average",
                "compare transports --rounds 3 | --rounds must be an even number of 2 to 10000, not 3",
                "compare servers --urls http://localhost:1 | 'http://localhost:1' alone cannot be compared",
                "compare servers --servers servlet,apache | 'apache' is none of servlet",
                "compare runs a | Name two runs or more, or two experiments: 'a' is only one",
                "compare runs nothing-here nor-here | 'nothing-here' holds neither runs.csv",
                "little --threads 1 | --threads must be at least 2, not 1",
                "little --sample 1 | --sample must be at least 2, not 1",
                "capacity | What a rate is to keep to is missing: add --slo",
                "capacity --slo p99<soon | 'p99<soon' is not an objective",
                "capacity --slo p99<1s --repeats 2 | --repeats must be an odd number, not 2",
                "matrix nothing-here.yaml | 'nothing-here.yaml' is not there: name a YAML file",
                "compare models --models , | --models names nothing with ','",
                "compare servers --servers , | --servers names nothing with ','",
                "compare servers --urls , | --urls names nothing with ','",
                "compare transports --transports , | --transports names nothing with ','",
                "calibrate --transport , | --transport names nothing with ','",
                "resume nothing-here | 'nothing-here' contains no experiment to resume",
                "run --repeat 0 | --repeat must be 1 to 10000, not 0",
                "run --resume nothing-here | A single run cannot be resumed: leave --resume nothing-here out",
                "run --slo p99<soon | 'p99<soon' is not an objective",
            })
    void what_is_wrong_is_named_in_one_line_before_anything_is_started(String command, String expected) {
        CommandRun run = CommandRun.of(command.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines())
                .hasSize(2)
                .first()
                .satisfies(line -> assertThat(line).contains(expected));
    }
}

package io.github.swipestorm.client.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.distribution.LessBlocking;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.transport.Classic;
import io.github.swipestorm.client.transport.Nio;
import io.github.swipestorm.client.transport.TlsOptions;
import io.github.swipestorm.client.transport.TlsProvider;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.workload.mix.WorkloadFile;
import io.github.swipestorm.client.workload.swipes.SameSwipe;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientCapacityTest {

    @TempDir
    private Path directory;

    private static ClientCapacity classic(String workload, String model, Double responseBytes) {
        return classic(workload, model, responseBytes, null);
    }

    private static ClientCapacity classic(String workload, String model, Double responseBytes, String tls) {
        return new ClientCapacity(
                workload, model, responseBytes, "classic", "platform", 0, tls, 200, 40_000, 20, 5, true, "x");
    }

    private static final ClientCapacity CLASSIC = classic("swipes", "average", 31.0);

    private static LoadPlan.Builder plan(String url) {
        return Plans.plan(Target.parse(url)).requests(1);
    }

    private static LoadPlan.Builder plan() {
        return plan("http://localhost:1");
    }

    @Test
    void a_capacity_measured_in_clear_text_is_not_valid_for_tls() {
        assertThat(CLASSIC.comparable(plan().build(), 31)).isTrue();
        assertThat(CLASSIC.comparable(plan("https://localhost:1").build(), 31)).isFalse();

        ClientCapacity secure = classic("swipes", "average", 31.0, "jdk");
        assertThat(secure.comparable(plan().build(), 31)).isFalse();
        assertThat(secure.comparable(plan("https://localhost:1").build(), 31)).isTrue();
        TransportChoice conscrypt =
                TransportChoice.of(new Classic()).with(TlsOptions.DEFAULT.with(TlsProvider.CONSCRYPT));
        assertThat(secure.comparable(
                        plan("https://localhost:1").transport(conscrypt).build(), 31))
                .isFalse();
    }

    @Test
    void a_capacity_measured_with_one_transport_is_not_valid_for_another() {
        assertThat(CLASSIC.comparable(plan().transport(new Nio()).build(), 31)).isFalse();
    }

    @Test
    void a_capacity_measured_with_one_workload_is_not_valid_for_another() {
        assertThat(CLASSIC.comparable(plan().workload(new SameSwipe()).build(), 31))
                .isFalse();
        assertThat(classic("same-swipe", "average", 31.0).comparable(plan().build(), 31))
                .isFalse();
    }

    @Test
    void a_workload_file_is_the_same_by_its_content_whatever_path_names_it() throws Exception {
        Path file = Files.writeString(directory.resolve("mix.yaml"), "operations: [{name: show, path: /show}]");
        String measured = ClientCapacity.work(WorkloadFile.read(directory.resolve("./mix.yaml")));
        assertThat(measured).isNotEqualTo(ClientCapacity.work(WorkloadFile.read(file)));

        assertThat(classic(measured, "average", 31.0)
                        .comparable(plan().workload(WorkloadFile.read(file)).build(), 31))
                .isTrue();
        Files.writeString(file, "operations: [{name: show, path: /other}]");
        assertThat(classic(measured, "average", 31.0)
                        .comparable(plan().workload(WorkloadFile.read(file)).build(), 31))
                .isFalse();
    }

    @ParameterizedTest(name = "calibrated with {0} bytes, {1} in the run")
    @CsvSource({"31, 1055, true", "31, 1056, false", "10000, 12500, true", "10000, 12501, false", "10000, 7499, false"})
    void answers_must_be_about_as_large(double calibrated, double measured, boolean comparable) {
        assertThat(classic("swipes", "average", calibrated).comparable(plan().build(), measured))
                .isEqualTo(comparable);
    }

    @Test
    void a_capacity_with_the_cheapest_model_is_valid_for_all_models() {
        for (SendingModel model : SendingModel.REGISTRY.all()) {
            LoadPlan plan = plan().model(model).build();
            assertThat(CLASSIC.comparable(plan, 31)).as(model.toString()).isTrue();
            assertThat(classic("swipes", "less-blocking", 31.0).comparable(plan, 31))
                    .as(model.toString())
                    .isEqualTo(model.equals(new LessBlocking()));
        }
    }

    @Test
    void a_file_that_does_not_say_was_measured_with_the_average_model_and_swipes() {
        ClientCapacity old = classic(null, null, null);

        assertThat(old.comparable(plan().build(), 1_000_000)).isTrue();
        assertThat(old.comparable(plan().workload(new SameSwipe()).build(), 31)).isFalse();
    }
}

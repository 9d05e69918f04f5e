package io.github.swipestorm.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.Stage;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.MachineShare;
import io.github.swipestorm.client.plan.RetryRule;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.plan.WarmUp;
import io.github.swipestorm.client.transport.Classic;
import io.github.swipestorm.client.transport.HttpFeatures;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.workload.mix.HttpWorkload;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentLimitsTest {

    private static LoadPlan.Builder plan() {
        return LoadPlan.builder(Target.parse("http://10.0.0.9:8080"))
                .workload(new RandomSwipes())
                .threads(4)
                .duration(Duration.ofSeconds(1));
    }

    private static LoadPlan half(String rate) {
        return plan().openLoop(new OpenLoop(Rate.parse(rate), List.of(), ArrivalProcess.CONSTANT))
                .build()
                .forMachine(new MachineShare(0, 2));
    }

    @Test
    void load_goes_to_allowed_targets_only() {
        assertThat(new Agent.Limits(List.of("10.0.0.9:8080"), Optional.empty()).refusal(plan().build()))
                .isEmpty();
        assertThat(new Agent.Limits(List.of("10.0.0.9:80", "10.0.0.8:8080"), Optional.empty()).refusal(plan().build()))
                .contains("it sends load to 10.0.0.9:80 and 10.0.0.8:8080 only, not to 10.0.0.9:8080");
        assertThat(Agent.Limits.NONE.refusal(plan().build())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "http://Load.Example.ORG:8080, load.example.org:8080",
        "http://load.example.org, Load.example.org:80",
        "https://[2001:db8::7]:8443/app, [2001:DB8:0:0::7]:8443",
        "http://[::1]:80, [0:0:0:0:0:0:0:1]:80"
    })
    void a_target_may_be_written_in_several_ways(String url, String allowed) {
        LoadPlan plan = LoadPlan.builder(Target.parse(url))
                .workload(new RandomSwipes())
                .requests(1)
                .build();

        assertThat(new Agent.Limits(List.of(allowed), Optional.empty()).refusal(plan))
                .isEmpty();
        assertThat(new Agent.Limits(List.of("[2001:db8::8]:8443"), Optional.empty()).refusal(plan))
                .hasValueSatisfying(why ->
                        assertThat(why).endsWith("not to " + plan.target().authority()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.9",
                "10.0.0.9:",
                "http://10.0.0.9:80",
                "10.0.0.9:80/app",
                "10.0.0.9:99999",
                "a b:1",
                ":80"
            })
    void what_is_no_target_is_named(String text) {
        assertThatThrownBy(() -> new Agent.Limits(List.of(text), Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text);
    }

    @Test
    void neither_a_proxy_nor_redirects_lead_elsewhere() {
        Agent.Limits limits = new Agent.Limits(List.of("10.0.0.9:8080"), Optional.empty());
        HttpFeatures proxy =
                new HttpFeatures(Optional.of(Target.parse("http://10.0.0.1:3128")), Optional.empty(), false);
        HttpFeatures redirects = new HttpFeatures(Optional.empty(), Optional.empty(), true);

        assertThat(limits.refusal(with(proxy)))
                .contains(
                        "it sends load to 10.0.0.9:8080 only, and the plan goes through a proxy, which may lead elsewhere");
        assertThat(limits.refusal(with(redirects)))
                .contains(
                        "it sends load to 10.0.0.9:8080 only, and the plan follows redirects, which may lead elsewhere");
        assertThat(Agent.Limits.NONE.refusal(with(proxy))).isEmpty();
    }

    private static LoadPlan with(HttpFeatures features) {
        return half("1/s").toBuilder()
                .transport(TransportChoice.of(new Classic()).with(features))
                .build();
    }

    @Test
    void stages_iterations_retries_and_a_warm_up_at_the_target_count_towards_the_rate() {
        Agent.Limits limits = new Agent.Limits(List.of(), Optional.of(Rate.parse("100/s")));
        LoadPlan half = half("80/s");
        LoadPlan staged = plan().openLoop(new OpenLoop(
                        Rate.parse("10/s"),
                        List.of(
                                new Stage(Duration.ofSeconds(1), Rate.parse("202/s"), false),
                                new Stage(Duration.ofSeconds(1), Rate.parse("10/s"), false)),
                        ArrivalProcess.CONSTANT))
                .build()
                .forMachine(new MachineShare(0, 2));
        HttpWorkload scenario = HttpWorkload.builder("user")
                .scenario(user -> user.name("user")
                        .steps(steps -> steps.request(get -> get.name("one").path("/1"))
                                .request(get -> get.name("two").path("/2"))
                                .request(get -> get.name("three").path("/3"))))
                .build();

        assertThat(limits.refusal(half)).isEmpty();
        assertThat(limits.refusal(staged))
                .contains("it makes at most 100/s, and its share of the plan makes up to 101.0/s");
        assertThat(limits.refusal(half.toBuilder().retry(RetryRule.immediate(2)).build()))
                .hasValueSatisfying(why -> assertThat(why).endsWith("up to 120.0/s"));
        assertThat(limits.refusal(half.toBuilder().workload(scenario).build()))
                .hasValueSatisfying(why -> assertThat(why).endsWith("up to 120.0/s"));
        assertThat(limits.refusal(half.toBuilder()
                        .warmUp(new WarmUp(0, Optional.empty(), SelfWarmUp.TARGET))
                        .build()))
                .contains("it makes at most 100/s, and the plan warms up the client at the target, at no rate");
    }

    @Test
    void the_rate_of_a_share_is_limited_and_a_plan_without_a_rate_has_no_limit_to_keep() {
        Agent.Limits limits = new Agent.Limits(List.of(), Optional.of(Rate.parse("100/s")));

        assertThat(limits.refusal(plan().build()))
                .hasValueSatisfying(why -> assertThat(why).endsWith("the plan has no rate"));
        assertThat(limits.refusal(half("200/s"))).isEmpty();
        assertThat(limits.refusal(half("201/s")))
                .hasValueSatisfying(why -> assertThat(why).endsWith("its share of the plan makes up to 100.5/s"));
    }
}

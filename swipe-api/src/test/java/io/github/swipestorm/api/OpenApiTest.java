package io.github.swipestorm.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The description agrees with the code. */
class OpenApiTest {

    private final JsonNode document = new YAMLMapper().readTree(OpenApi.document());

    @Test
    void describesEveryRouteWithItsMethodsAndNoOther() {
        Set<Route> described = new HashSet<>();
        document.get("paths").forEachEntry((path, operations) -> {
            Route route = Route.find(path.replace("{", "").replace("}", ""))
                    .orElseThrow()
                    .route();
            assertThat(described.add(route)).as(path).isTrue();
            List<String> methods = new ArrayList<>();
            operations.forEachEntry((method, operation) -> {
                methods.add(method.toUpperCase(Locale.ROOT));
                assertThat(operation.get("responses").has("405")).as(path).isTrue();
            });
            assertThat(methods).allMatch(route::allows);
            assertThat(String.join(", ", methods)).isEqualTo(route.allow().replace(", HEAD", ""));
        });
        assertThat(described).containsExactlyInAnyOrder(Route.values());
    }

    @Test
    void statesTheLimitsOfTheCode() {
        JsonNode schemas = document.get("components").get("schemas");
        JsonNode comment = schemas.get("Swipe").get("properties").get("comment");
        assertThat(comment.get("maxLength").asInt()).isEqualTo(SwipeBody.MOST_COMMENT_CODE_POINTS);
        JsonNode matches = schemas.get("Matches").get("properties").get("matches");
        assertThat(matches.get("maxItems").asInt()).isEqualTo(SwipeStore.MOST_MATCHES);
        assertThat(matches.get("items").get("maximum").asInt()).isEqualTo(UserKind.SWIPEE.highestId());
        JsonNode userId = document.get("components").get("parameters").get("UserId");
        assertThat(userId.get("schema").get("maximum").asInt()).isEqualTo(UserKind.SWIPER.highestId());
        StreamReadConstraints limits = ApiJson.mapper().tokenStreamFactory().streamReadConstraints();
        JsonNode swipe = document.get("paths").get("/swipe/{leftorright}/").get("post");
        assertThat(swipe.get("requestBody").get("description").asString())
                .contains(RequestBodies.MOST_BYTES + " bytes")
                .contains(limits.getMaxNestingDepth() + " deep")
                .contains(limits.getMaxNumberLength() + " digits");
        assertThat(swipe.get("responses").get("408").get("description").asString())
                .contains(RequestBodies.MOST_TIME.toSeconds() + " s");
        assertThat(swipe.get("responses").propertyNames())
                .containsExactlyInAnyOrder("201", "400", "404", "405", "408", "413", "415");
        List<String> directions = new ArrayList<>();
        swipe.get("parameters").get(0).get("schema").get("enum").forEach(word -> directions.add(word.asString()));
        assertThat(directions).containsExactly(Direction.LEFT.text(), Direction.RIGHT.text());
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        List<String> references = new ArrayList<>();
        document.findValues("$ref").forEach(reference -> references.add(reference.asString()));
        assertThat(references)
                .hasSizeGreaterThan(10)
                .allSatisfy(reference -> assertThat(
                                document.at(reference.substring(1)).isObject())
                        .as(reference)
                        .isTrue());
    }

    @Test
    void handsOutCopies() {
        OpenApi.document()[0] = 0;
        assertThat(OpenApi.document()[0]).isEqualTo((byte) 'o');
    }
}

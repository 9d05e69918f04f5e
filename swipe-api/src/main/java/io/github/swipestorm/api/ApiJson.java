package io.github.swipestorm.api;

import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reading and writing of the API's JSON, for every server. */
public final class ApiJson {

    private ApiJson() {}

    /** Makes a mapper under construction as strict as the API requires. */
    public static void makeStrict(JsonMapper.Builder builder) {
        builder.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION);
        // Jackson's default, which an application's settings may change.
        builder.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    /** A strict, thread-safe mapper. */
    public static JsonMapper mapper() {
        JsonMapper.Builder builder = JsonMapper.builder();
        makeStrict(builder);
        return builder.build();
    }
}

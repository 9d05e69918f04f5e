package io.github.swipestorm.api;

import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** How the API's JSON is read and written, for every server. */
public final class ApiJson {

    private ApiJson() {}

    /** Makes a mapper under construction as strict as the API demands. */
    public static void makeStrict(JsonMapper.Builder builder) {
        builder.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION);
        // Jackson's default, but one that an application's settings may change.
        builder.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    /** A strict mapper; safe for any number of threads. */
    public static JsonMapper mapper() {
        JsonMapper.Builder builder = JsonMapper.builder();
        makeStrict(builder);
        return builder.build();
    }
}

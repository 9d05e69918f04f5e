package io.github.swipestorm.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The API's description, which every server serves at {@code /openapi.yaml}. */
public final class OpenApi {

    /** RFC 9512. */
    public static final String CONTENT_TYPE = "application/yaml";

    private static final byte[] DOCUMENT = load();

    private OpenApi() {}

    /** The OpenAPI 3.1 document in UTF-8; a fresh copy. */
    public static byte[] document() {
        return DOCUMENT.clone();
    }

    private static byte[] load() {
        try (InputStream resource = OpenApi.class.getResourceAsStream("openapi.yaml")) {
            return resource.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

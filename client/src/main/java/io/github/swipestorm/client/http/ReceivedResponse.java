package io.github.swipestorm.client.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A complete response with the parts that checks read.
 *
 * @param status 200 to 999, or {@link Response#NO_STATUS}
 * @param bytes length of the body as it was received, before decompression
 * @param headers empty unless a check reads them
 * @param body decompressed; empty unless a check reads it
 */
public record ReceivedResponse(int status, long bytes, List<Header> headers, byte[] body) {

    /** The longest body that checks read, before and after decompression: 16 MiB. */
    public static final int LONGEST_BODY = 16 << 20;

    /** The value of the first header with a name, ignoring case. */
    public Optional<String> header(String name) {
        return headers.stream()
                .filter(header -> header.is(name))
                .map(Header::value)
                .findFirst();
    }

    /** The same response, whose headers are no longer those of a list that is reused. */
    ReceivedResponse copy() {
        return new ReceivedResponse(status, bytes, List.copyOf(headers), body);
    }

    /** The body as UTF-8. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}

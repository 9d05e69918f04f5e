package io.github.swipestorm.study;

import io.github.swipestorm.api.ApiException;
import io.github.swipestorm.study.StudyServlet.Answer;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code GET /get?key=KEY} and {@code POST /post} with {@code {"key":KEY,"value":VALUE}}. With keys of 6 characters and
 * values of 5, the answers have 17 and 30 bytes.
 */
final class KeyValueApi implements StudyServlet.Api {

    /** As long as the answer with a value of 5 characters. */
    private static final String MISSING = "{\"missing\":\"key\"}";

    private final ObjectReader reader = JsonMapper.builder().build().readerFor(Entry.class);
    private final StoreType type;
    private final KeyedStore store;

    private record Entry(String key, String value) {}

    KeyValueApi(StoreType type) {
        this.type = type;
        store = new KeyedStore(type);
    }

    @Override
    public Answer answer(HttpServletRequest request) throws IOException {
        String route = request.getMethod() + " " + request.getPathInfo();
        return switch (route) {
            case "GET /get" -> get(request.getParameter("key"));
            case "POST /post" -> post(StudyServlet.body(request, "a JSON object with key and value"));
            default -> throw ApiException.noSuchPath();
        };
    }

    private Answer get(String key) {
        if (key == null) {
            throw ApiException.badRequest("The parameter key is missing");
        }
        String value = store.get(key);
        return value == null ? Answer.json(404, MISSING) : Answer.json(200, "{\"value\":\"" + quoted(value) + "\"}");
    }

    private Answer post(byte[] body) {
        Entry entry;
        try {
            entry = reader.readValue(body);
        } catch (JacksonException e) {
            throw ApiException.notJson();
        }
        if (entry == null || entry.key == null || entry.value == null) {
            throw ApiException.badRequest("A key and a value are needed");
        }
        store.put(entry.key, entry.value);
        return Answer.json(201, "{\"key\":\"" + quoted(entry.key) + "\",\"stored\":true}");
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 8);
        JsonStringEncoder.getInstance().quoteAsString(text, quoted);
        return quoted.toString();
    }

    @Override
    public String stats() {
        return store.stock().json(type);
    }
}

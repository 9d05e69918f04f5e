package io.github.swipestorm.study;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.api.ApiException;
import io.github.swipestorm.study.StudyServlet.Answer;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

/**
 * A message board: topics with the messages that were posted there. A message that is posted again is the same one.
 * Over HTTP {@code POST /topics/TOPIC} with the message as body, and {@code GET /topics/TOPIC/MESSAGE}; as lines
 * {@code post@TOPIC#MESSAGE}, {@code read@TOPIC#MESSAGE} and {@code stats}. Thread-safe, as far as its store is.
 */
final class BoardApi implements StudyServlet.Api {

    private static final String TOPICS = "/topics/";

    private final StoreType type;
    private final KeyedStore messages;

    BoardApi(StoreType type) {
        this.type = type;
        messages = new KeyedStore(type);
    }

    /**
     * The answer to a line, both without their line ends: {@code ok} to a post; to a read the message, or nothing when it
     * was not posted; to anything else a text that begins with {@code error}.
     */
    String answer(String line) {
        if (line.equals("stats")) {
            return stats();
        }
        int hash = line.indexOf('#');
        if (hash < 0 || !(line.startsWith("post@") || line.startsWith("read@"))) {
            return "error: send post@TOPIC#MESSAGE, read@TOPIC#MESSAGE or stats";
        }
        String topic = line.substring("post@".length(), hash);
        String message = line.substring(hash + 1);
        if (line.startsWith("post@")) {
            post(topic, message);
            return "ok";
        }
        String found = read(topic, message);
        return found == null ? "" : found;
    }

    @Override
    public Answer answer(HttpServletRequest request) throws IOException {
        String path = request.getPathInfo();
        if (path.startsWith(TOPICS)) {
            String[] parts = path.substring(TOPICS.length()).split("/", -1);
            if (parts.length == 1 && request.getMethod().equals("POST")) {
                if (parts[0].contains("#")) {
                    throw ApiException.badRequest("A topic has no #: what follows it would be the message");
                }
                post(parts[0], new String(StudyServlet.body(request, "the message"), UTF_8));
                return new Answer(201, "text/plain", "ok".getBytes(UTF_8));
            }
            if (parts.length == 2 && request.getMethod().equals("GET")) {
                String found = read(parts[0], parts[1]);
                return found == null
                        ? new Answer(404, "text/plain", new byte[0])
                        : new Answer(200, "text/plain", found.getBytes(UTF_8));
            }
        }
        throw ApiException.noSuchPath();
    }

    private void post(String topic, String message) {
        messages.put(key(topic, message), message);
    }

    private String read(String topic, String message) {
        return messages.get(key(topic, message));
    }

    /** No topic has a hash sign: the first one ends it. */
    private static String key(String topic, String message) {
        return topic + '#' + message;
    }

    @Override
    public String stats() {
        return messages.stock().json(type);
    }
}

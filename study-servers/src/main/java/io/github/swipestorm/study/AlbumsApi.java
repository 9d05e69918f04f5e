package io.github.swipestorm.study;

import io.github.swipestorm.api.ApiException;
import io.github.swipestorm.study.StudyServlet.Answer;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.math.BigDecimal;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** {@code GET /albums}, {@code GET /albums/ID} and {@code POST /albums} with title, artist and price. */
final class AlbumsApi implements StudyServlet.Api {

    private final JsonMapper mapper = JsonMapper.builder().build();
    private final StoreType type;
    private final AlbumStore store;

    private record NewAlbum(String title, String artist, BigDecimal price) {}

    private record Album(String id, String title, String artist, BigDecimal price) {}

    AlbumsApi(StoreType type, int most) {
        this.type = type;
        store = new AlbumStore(type, most);
    }

    @Override
    public Answer answer(HttpServletRequest request) throws IOException {
        String path = request.getPathInfo();
        if (!path.equals("/albums") && !path.startsWith("/albums/")) {
            throw ApiException.noSuchPath();
        }
        String method = request.getMethod();
        if (path.equals("/albums") && method.equals("POST")) {
            return post(StudyServlet.body(request, "a JSON object with title, artist and price"));
        }
        if (!method.equals("GET")) {
            throw ApiException.noSuchPath();
        }
        return path.equals("/albums") ? Answer.json(200, store.all()) : one(path.substring("/albums/".length()));
    }

    private Answer one(String id) {
        byte[] album = id.matches("[1-9]\\d{0,8}") ? store.get(Integer.parseInt(id)) : null;
        return album == null ? Answer.json(404, "{\"message\":\"album not found\"}") : Answer.json(200, album);
    }

    private Answer post(byte[] body) {
        NewAlbum album;
        try {
            album = mapper.readValue(body, NewAlbum.class);
        } catch (JacksonException e) {
            throw ApiException.notJson();
        }
        if (album == null || album.title == null || album.artist == null || album.price == null) {
            throw ApiException.badRequest("A title, an artist and a price are needed");
        }
        return Answer.json(
                201,
                store.add(id -> mapper.writeValueAsBytes(
                        new Album(Long.toString(id), album.title, album.artist, album.price))));
    }

    @Override
    public String stats() {
        return store.stock().json(type);
    }
}

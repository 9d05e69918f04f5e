package io.github.swipestorm.client.workload.mix;

import io.github.swipestorm.client.http.Header;
import io.github.swipestorm.client.http.ReceivedResponse;
import io.github.swipestorm.client.http.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hc.client5.http.cookie.Cookie;
import org.apache.hc.client5.http.cookie.CookieIdentityComparator;
import org.apache.hc.client5.http.cookie.CookieOrigin;
import org.apache.hc.client5.http.cookie.CookieSpec;
import org.apache.hc.client5.http.cookie.MalformedCookieException;
import org.apache.hc.client5.http.impl.cookie.RFC6265LaxSpec;
import org.apache.hc.core5.http.message.BasicHeader;

/** The cookies of one user, by the rules of RFC 6265. Not thread-safe. */
final class Cookies {

    private static final CookieSpec RULES = new RFC6265LaxSpec();

    private final List<Cookie> cookies = new ArrayList<>();

    /** Takes the cookies of others in place of its own. */
    void copy(Cookies others) {
        cookies.clear();
        cookies.addAll(others.cookies);
    }

    /** Whose cookies are meant: the target's, for a path below its base path. */
    private static CookieOrigin origin(Target target, String path) {
        int query = path.indexOf('?');
        String withoutQuery = query < 0 ? path : path.substring(0, query);
        return new CookieOrigin(target.host(), target.port(), target.basePath() + withoutQuery, target.secure());
    }

    /** Keeps what a response sets, and drops what it deletes. A cookie that RFC 6265 rejects is ignored, as browsers do. */
    void keep(ReceivedResponse response, Target target, String path, Instant now) {
        CookieOrigin origin = origin(target, path);
        for (Header header : response.headers()) {
            if (header.is("Set-Cookie")) {
                try {
                    for (Cookie cookie : RULES.parse(new BasicHeader(header.name(), header.value()), origin)) {
                        RULES.validate(cookie, origin);
                        keep(cookie, now);
                    }
                } catch (MalformedCookieException e) {
                    continue;
                }
            }
        }
    }

    private void keep(Cookie cookie, Instant now) {
        cookies.removeIf(other -> CookieIdentityComparator.INSTANCE.compare(other, cookie) == 0);
        if (!cookie.isExpired(now)) {
            cookies.add(cookie);
        }
    }

    /** The value of the {@code Cookie} header of a request to a path; null when it has none. */
    String header(Target target, String path, Instant now) {
        if (cookies.isEmpty()) {
            return null;
        }
        CookieOrigin origin = origin(target, path);
        cookies.removeIf(cookie -> cookie.isExpired(now));
        List<Cookie> sent =
                cookies.stream().filter(cookie -> RULES.match(cookie, origin)).toList();
        return sent.isEmpty()
                ? null
                : RULES.formatCookies(sent).stream()
                        .map(org.apache.hc.core5.http.Header::getValue)
                        .collect(Collectors.joining("; "));
    }
}

package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.http.Template;
import java.util.List;

/**
 * What a transport needs to know.
 *
 * @param target where requests go
 * @param templates of the requests that will be sent
 * @param connections the most that are open at once, at least 1
 * @param timeouts when to give up
 */
public record TransportSettings(Target target, List<Template> templates, int connections, Timeouts timeouts) {}

package io.github.swipestorm.client.distribution;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * A job of workers with roles: each role shares its own part among its own workers, by the same model. With R roles, index i belongs
 * to role i modulo R. The workers of the first role come first.
 */
final class RoleDistribution implements WorkDistribution {

    private final List<WorkDistribution> parts;

    /**
     * @param requests of all roles together, which have equally many of them; {@link WorkItems#UNBOUNDED} when only time ends the run
     * @param workers of each role, at least 1
     */
    RoleDistribution(SendingModel model, ModelSettings settings, long requests, List<Integer> workers) {
        int roles = workers.size();
        parts = IntStream.range(0, roles)
                .mapToObj(role -> model.share(new WorkItems(part(requests, role, roles), workers.get(role)), settings))
                .toList();
    }

    private static long part(long requests, int role, int roles) {
        return requests == WorkItems.UNBOUNDED
                ? WorkItems.UNBOUNDED / roles
                : requests / roles + (role < requests % roles ? 1 : 0);
    }

    @Override
    public List<RequestSource> sources() {
        List<RequestSource> all = new ArrayList<>();
        int roles = parts.size();
        for (int i = 0; i < roles; i++) {
            int role = i;
            parts.get(role)
                    .sources()
                    .forEach(source -> all.add(source.mapped(index -> index < 0 ? index : index * roles + role)));
        }
        return all;
    }

    @Override
    public List<Runnable> producers() {
        return parts.stream().flatMap(part -> part.producers().stream()).toList();
    }

    @Override
    public OptionalLong queueDepth() {
        List<OptionalLong> depths =
                parts.stream().map(WorkDistribution::queueDepth).toList();
        return depths.stream().anyMatch(OptionalLong::isEmpty)
                ? OptionalLong.empty()
                : OptionalLong.of(
                        depths.stream().mapToLong(OptionalLong::getAsLong).sum());
    }

    @Override
    public void stop() {
        parts.forEach(WorkDistribution::stop);
    }
}

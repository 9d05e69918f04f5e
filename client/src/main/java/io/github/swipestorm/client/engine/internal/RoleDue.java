package io.github.swipestorm.client.engine.internal;

import java.util.List;

/**
 * When the iterations of several roles are due: with R roles, index i belongs to role i modulo R.
 *
 * @param roles each by its own indexes, which count from 0
 */
record RoleDue(List<DueTimes> roles) implements DueTimes {

    @Override
    public long due(long index, long free) {
        return roles.get((int) (index % roles.size())).due(index / roles.size(), free);
    }
}

package io.github.swipestorm.cluster;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jgroups.Address;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Members in this JVM, over clear text. */
class MembersIT {

    @Test
    @DisplayName(
            "a member that found nobody, and knows the address of one of two others only -> all three come together, though the"
                    + " one that it knows is not their coordinator")
    void a_member_comes_together_with_those_whose_addresses_it_does_not_know() throws Exception {
        InetSocketAddress known = free();
        InetSocketAddress founded = free();
        try (Members alone = member(List.of(known), Optional.empty());
                Members coordinator = member(List.of(), Optional.of(founded));
                Members reached = member(List.of(founded), Optional.of(known));
                Members third = member(List.of(founded), Optional.empty())) {
            await().atMost(MAX_WAIT)
                    .until(() -> Stream.of(alone, coordinator, reached, third)
                            .allMatch(member -> member.all().size() == 4));
        }
    }

    private static Members member(List<InetSocketAddress> join, Optional<InetSocketAddress> listen) {
        return new Members("", new Membership(join, listen, Optional.empty()), new Members.Listener() {
            @Override
            public Optional<Message> received(Address from, Message message) {
                return Optional.empty();
            }

            @Override
            public void membersChanged(List<Address> members) {
                // They are looked up.
            }
        });
    }

    private static InetSocketAddress free() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new InetSocketAddress("127.0.0.1", free.getLocalPort());
        }
    }
}

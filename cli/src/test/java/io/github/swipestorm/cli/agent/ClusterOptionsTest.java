package io.github.swipestorm.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.cli.agent.ClusterOptions.Join;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class ClusterOptionsTest {

    @Test
    void a_name_to_join_stands_for_all_its_addresses_of_one_family() throws UnknownHostException {
        InetSocketAddress name = new InetSocketAddress(InetAddress.getByName("10.0.0.5"), 7800);

        assertThat(Join.sameFamily(
                        name,
                        InetAddress.getByName("10.0.0.5"),
                        InetAddress.getByName("fd00::5"),
                        InetAddress.getByName("10.0.0.6")))
                .containsExactly(name, new InetSocketAddress("10.0.0.6", 7800));
    }
}

package io.github.swipestorm.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MembershipTest {

    private static final InetSocketAddress HERE = new InetSocketAddress("127.0.0.1", 7800);
    private static final InetSocketAddress ELSEWHERE = new InetSocketAddress("192.0.2.1", 7800);

    @Test
    void without_certificates_members_stay_on_this_machine() {
        assertThatThrownBy(() -> new Membership(List.of(HERE, ELSEWHERE), Optional.empty(), Optional.empty()))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("192.0.2.1:7800 is not on this machine");
        assertThat(new Membership(List.of(ELSEWHERE), Optional.empty(), Optional.of(Path.of("tls"))).join())
                .containsExactly(ELSEWHERE);
    }

    @Test
    void members_listen_at_one_address() {
        assertThatThrownBy(() -> new Membership(
                        List.of(), Optional.of(new InetSocketAddress("0.0.0.0", 7801)), Optional.of(Path.of("tls"))))
                .isInstanceOf(ClusterException.class)
                .hasMessage(
                        "0.0.0.0:7801 stands for all addresses of this machine, and other members have to be told one: give"
                                + " the address that they reach, such as 10.0.0.5:7801");
    }

    @Test
    void certificates_that_are_not_there_are_named() {
        Membership membership = new Membership(List.of(HERE), Optional.empty(), Optional.of(Path.of("no-such")));
        assertThatThrownBy(membership::requireCertificates)
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("swipestorm agent init-tls no-such");
    }

    @Test
    void a_host_must_be_known() {
        assertThatThrownBy(() -> new Membership(
                        List.of(InetSocketAddress.createUnresolved("no.such.host.invalid", 1)),
                        Optional.empty(),
                        Optional.empty()))
                .hasMessageContaining("no.such.host.invalid");
    }
}

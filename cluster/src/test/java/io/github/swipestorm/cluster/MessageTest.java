package io.github.swipestorm.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {

    private static Message read(byte[] bytes) {
        return Message.of(bytes, 0, bytes.length);
    }

    @Test
    void every_kind_of_message_is_listed() {
        assertThat(Message.ALL.values())
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Message.class.getPermittedSubclasses())
                        .<Class<? extends Message>>map(type -> type.asSubclass(Message.class))
                        .toList());
    }

    @Test
    void a_message_arrives_as_it_was_sent() {
        assertThat(read(new Message.Start("run", Long.MIN_VALUE, 7).bytes()))
                .isEqualTo(new Message.Start("run", Long.MIN_VALUE, 7));
        assertThat(((Message.Records) read(new Message.Records(new byte[] {0, -1, 10}).bytes())).rows())
                .containsExactly(0, -1, 10);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "\n", "java.lang.Runtime\n{}", "Start\n{\"run\":{}}", "Start", "Start\n\u0000", "Json\n{}"})
    void nothing_else_becomes_an_object(String text) {
        assertThatThrownBy(() -> read(text.getBytes(UTF_8))).isInstanceOf(IllegalArgumentException.class);
    }
}

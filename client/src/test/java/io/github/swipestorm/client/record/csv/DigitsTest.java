package io.github.swipestorm.client.record.csv;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class DigitsTest {

    @Property
    void writes_what_the_jdk_would_write(@ForAll long number) {
        byte[] bytes = new byte[25];
        int end = Digits.append(number, bytes, 3);
        assertThat(new String(bytes, 3, end - 3, US_ASCII)).isEqualTo(Long.toString(number));
    }
}

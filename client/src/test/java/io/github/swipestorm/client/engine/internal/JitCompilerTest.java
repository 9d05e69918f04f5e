package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JitCompilerTest {

    @Test
    void has_worked_since_this_jvm_began_and_never_less_than_before() {
        long before = JitCompiler.workedMillis();

        assertThat(before).isPositive();
        assertThat(JitCompiler.workedMillis()).isGreaterThanOrEqualTo(before);
    }
}

package io.github.swipestorm.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuotedTest {

    @Test
    void leavesPlainTextAsItIs() {
        assertThat(Quoted.of("")).isEqualTo("''");
        assertThat(Quoted.of("a b~!#/%")).isEqualTo("'a b~!#/%'");
    }

    @Test
    void escapesEverythingThatCouldMeanSomething() {
        assertThat(Quoted.of("<>&'\"\\")).isEqualTo("'u+003cu+003eu+0026u+0027u+0022u+005c'");
        assertThat(Quoted.of("\0\r\n\t\u001b\u007f")).isEqualTo("'u+0000u+000du+000au+0009u+001bu+007f'");
        assertThat(Quoted.of("\u00e9\u2028\ud83d\ude00\ud83d")).isEqualTo("'u+00e9u+2028u+d83du+de00u+d83d'");
    }

    @Test
    void cutsOffAfter64Characters() {
        assertThat(Quoted.of("x".repeat(64))).isEqualTo("'" + "x".repeat(64) + "'");
        assertThat(Quoted.of("x".repeat(65))).isEqualTo("'" + "x".repeat(64) + "...'");
        assertThat(Quoted.of("\n".repeat(10_000))).hasSizeLessThan(400);
    }
}

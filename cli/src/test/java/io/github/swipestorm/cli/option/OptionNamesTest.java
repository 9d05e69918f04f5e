package io.github.swipestorm.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.cli.Main;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.setting.SettingNames;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** What messages of the library call a setting is an option that some command has. */
class OptionNamesTest {

    /** Of all commands; reading them takes a while. */
    private static final Set<String> OPTIONS = options(Main.commandLine(), new TreeSet<>());

    @ParameterizedTest
    @EnumSource
    void every_setting_is_named_by_an_option_that_exists(Setting setting) {
        assertThat(OPTIONS).contains(new OptionNames().of(setting));
    }

    @Test
    void messages_of_the_library_name_options() {
        assertThat(SettingNames.inUse()).isInstanceOf(OptionNames.class);
        assertThat("use " + Setting.TRANSPORT.to("nio")).isEqualTo("use --transport nio");
    }

    private static Set<String> options(CommandLine command, Set<String> found) {
        command.getCommandSpec().options().forEach(option -> found.addAll(Set.of(option.names())));
        command.getSubcommands().values().forEach(below -> options(below, found));
        return found;
    }
}

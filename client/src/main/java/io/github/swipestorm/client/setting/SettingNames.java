package io.github.swipestorm.client.setting;

import java.util.ServiceLoader;

/**
 * How messages name settings. The library names them in words, such as <i>event loops</i>. A program whose users set them by
 * other names provides its own names as a {@link ServiceLoader} service; the command line provides its options. Must be
 * thread-safe.
 */
public interface SettingNames {

    /** The library's own names. */
    SettingNames WORDS = Setting::words;

    /** The name of a setting, as its user knows it, for use within a sentence. */
    String of(Setting setting);

    /** The name of a setting with a value: {@code transport nio}. */
    default String of(Setting setting, Object value) {
        return of(setting) + " " + value;
    }

    /** The names of this program: those of a registered service, otherwise {@link #WORDS}. */
    static SettingNames inUse() {
        return Setting.namesInUse();
    }
}

package io.github.swipestorm.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What {@code --help} shows of a command; {@code --help-all} shows all of its options. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ShortHelp {

    /**
     * The options that most users need, at most eight, by their long names; none for a command that shows all its
     * options.
     */
    String[] options() default {};

    /** Command lines that work as they are written, without the program's name. */
    String[] examples();
}

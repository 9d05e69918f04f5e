package io.github.swipestorm.client.cli;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;

/** Knows whether a person sits before the output. */
final class Terminal {

    private Terminal() {}

    /** Since Java 22 there is a console also where there is no terminal, and a method to ask it. */
    static boolean isPresent() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException e) {
            return false;
        }
    }
}

package io.github.swipestorm.launch;

import java.lang.reflect.Proxy;

/** The signals that ask a process to end, and a way to handle them without ending at once. */
public enum ProcessSignal {
    /** The terminal was closed. */
    HUP(1),
    /** Ctrl-C. */
    INT(2),
    /** From kill, or when the system shuts down. */
    TERM(15);

    private final int number;

    ProcessSignal(int number) {
        this.number = number;
    }

    /** The exit code of a process that ended by this signal: 128 plus the signal's number. */
    public int exitCode() {
        return 128 + number;
    }

    /**
     * From now on runs an action, on a separate thread, when the signal comes. A signal that the JVM or the system does not have ends
     * the JVM as always.
     */
    public void handle(Runnable action) {
        handle(name(), action);
    }

    /** From now on runs an action, on a separate thread, when the terminal's window is resized, where the JVM and the system report it. */
    public static void onWindowChange(Runnable action) {
        handle("WINCH", action);
    }

    private static void handle(String name, Runnable action) {
        try {
            // By reflection: sun.misc.Signal is in every JDK, but not in the API that -Werror allows.
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object answer = Proxy.newProxyInstance(
                    ProcessSignal.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, args) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                        }
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), answer);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            // There is no such signal here.
        }
    }
}

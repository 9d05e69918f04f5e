package io.github.swipestorm.launch;

import java.lang.reflect.Proxy;

/** The signals that ask a process to end, and a way to answer them with something else than ending at once. */
public enum ProcessSignal {
    /** The terminal is gone. */
    HUP(1),
    /** Ctrl-C. */
    INT(2),
    /** What kill sends, and a system that shuts down. */
    TERM(15);

    private final int number;

    ProcessSignal(int number) {
        this.number = number;
    }

    /** What a process that ended because of it says: 128 and the signal's number. */
    public int exitCode() {
        return 128 + number;
    }

    /**
     * From now on runs an action, on a thread of its own, when the signal comes.
     *
     * @return false when the JVM or the system does not have the signal; it then ends the JVM as always
     */
    public boolean handle(Runnable action) {
        return handle(name(), action);
    }

    /**
     * From now on runs an action, on a thread of its own, when the window of the terminal changes its size.
     *
     * @return false when the JVM or the system does not tell
     */
    public static boolean onWindowChange(Runnable action) {
        return handle("WINCH", action);
    }

    private static boolean handle(String name, Runnable action) {
        try {
            // By reflection: sun.misc.Signal is in every JDK, but not in the API that -Werror lets us compile against.
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
            return true;
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            return false;
        }
    }
}

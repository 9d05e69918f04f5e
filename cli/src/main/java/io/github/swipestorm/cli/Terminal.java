package io.github.swipestorm.cli;

import io.github.swipestorm.client.report.live.Screen;
import io.github.swipestorm.launch.ProcessSignal;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The terminal behind standard error, with a status line that other output clears before it is written. Thread-safe.
 */
public final class Terminal extends Writer implements Screen {

    private static final int USUAL_COLUMNS = 80;
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");
    /** Carriage return, and erase the line (ECMA-48). */
    private static final String CLEAR = "\r\u001b[K";
    /**
     * Disables wrapping at the right margin, as the number of columns may shrink at any time (DEC's private mode 7).
     */
    private static final String NO_WRAP = "\u001b[?7l";

    private static final String WRAP = "\u001b[?7h";

    private static Optional<Terminal> opened = Optional.empty();

    private final Writer out;
    private final boolean colour;
    private volatile int columns;
    private boolean shown;

    Terminal(Writer out, boolean colour, int columns) {
        this.out = out;
        this.colour = colour;
        this.columns = columns;
    }

    /** Opens the terminal, if standard error is one that can redraw a line. */
    static Optional<Terminal> open() {
        Map<String, String> environment = System.getenv();
        if (isPresent() && draws(environment)) {
            Terminal terminal = new Terminal(
                    new OutputStreamWriter(new FileOutputStream(FileDescriptor.err), Charset.defaultCharset()),
                    coloured(environment),
                    USUAL_COLUMNS);
            terminal.show("starting ...");
            terminal.columns = columnsNow(environment);
            ProcessSignal.onWindowChange(() -> terminal.columns = columnsNow(environment));
            opened = Optional.of(terminal);
        }
        return opened;
    }

    /** The terminal that was opened. */
    public static Optional<Screen> screen() {
        return opened.map(Screen.class::cast);
    }

    /** Whether what is written to standard error appears on a terminal. */
    static boolean isPresent() {
        if (Files.isSymbolicLink(STANDARD_ERROR)) {
            try {
                String file = Files.readSymbolicLink(STANDARD_ERROR).toString();
                return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty") || file.equals("/dev/console");
            } catch (IOException e) {
                return false;
            }
        }
        return consoleIsTerminal();
    }

    /** Since Java 22 there is a console without a terminal as well, and a method to distinguish them. */
    private static boolean consoleIsTerminal() {
        if (System.console() == null) {
            return false;
        }
        try {
            return (boolean) java.io.Console.class.getMethod("isTerminal").invoke(System.console());
        } catch (NoSuchMethodException e) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException e) {
            return false;
        }
    }

    static boolean draws(Map<String, String> environment) {
        String kind = environment.getOrDefault("TERM", "");
        return !kind.isEmpty() && !kind.equals("dumb");
    }

    /** A terminal that can redraw has colours; a non-empty NO_COLOR disables them. */
    static boolean coloured(Map<String, String> environment) {
        return environment.getOrDefault("NO_COLOR", "").isEmpty();
    }

    /** From stty, which every Unix has; otherwise from COLUMNS. */
    private static int columnsNow(Map<String, String> environment) {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (var answer = stty.inputReader()) {
                String size = stty.waitFor(1, TimeUnit.SECONDS) ? answer.readLine() : "";
                return columns(size == null ? "" : size, environment);
            } finally {
                stty.destroy();
            }
        } catch (IOException e) {
            return columns("", environment);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return columns("", environment);
        }
    }

    /** @param size rows and columns, as stty prints them */
    static int columns(String size, Map<String, String> environment) {
        String said = size.replaceFirst("^\\d+ ", "");
        for (String columns : new String[] {said, environment.getOrDefault("COLUMNS", "")}) {
            if (columns.matches("[1-9]\\d{0,4}")) {
                return Integer.parseInt(columns);
            }
        }
        return USUAL_COLUMNS;
    }

    @Override
    public int columns() {
        return columns;
    }

    @Override
    public boolean colour() {
        return colour;
    }

    @Override
    public void show(String line) {
        synchronized (lock) {
            try {
                out.write(CLEAR + NO_WRAP + line + WRAP);
                out.flush();
                shown = true;
            } catch (IOException e) {
                // A closed terminal shows nothing.
            }
        }
    }

    @Override
    public void clear() {
        synchronized (lock) {
            try {
                if (shown) {
                    shown = false;
                    out.write(CLEAR);
                    out.flush();
                }
            } catch (IOException e) {
                // A closed terminal shows nothing.
            }
        }
    }

    @Override
    public void write(char[] characters, int offset, int length) throws IOException {
        synchronized (lock) {
            clear();
            out.write(characters, offset, length);
        }
    }

    @Override
    public void flush() throws IOException {
        synchronized (lock) {
            out.flush();
        }
    }

    @Override
    public void close() throws IOException {
        flush();
    }
}

package io.github.swipestorm.client.report.live;

/** A terminal with one status line that is redrawn in place. Thread-safe. */
public interface Screen {

    /** The current number of columns; the terminal may be resized at any time. */
    int columns();

    /** Whether it shows ANSI colours, and the user wants them. */
    boolean colour();

    /**
     * Replaces the status line.
     *
     * @param line without a line end, with no more visible characters than there are columns
     */
    void show(String line);

    /** Removes the status line. */
    void clear();
}

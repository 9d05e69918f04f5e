package io.github.swipestorm.client.report.live;

/** A terminal with one line of status that is drawn over again. For any number of threads. */
public interface Screen {

    /** How many columns it has now; it may be resized at any time. */
    int columns();

    /** Whether it shows ANSI colours, and the user wants them. */
    boolean colour();

    /**
     * Draws the line of status over the last one.
     *
     * @param line without a line end, with no more visible characters than there are columns
     */
    void show(String line);

    /** Removes the line of status. */
    void clear();
}

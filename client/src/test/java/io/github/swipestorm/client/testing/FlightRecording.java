package io.github.swipestorm.client.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** A flight recording of events of one kind, in this JVM. */
public final class FlightRecording implements AutoCloseable {

    private final Recording recording = new Recording();
    private final String event;

    /** Begins to record. */
    public FlightRecording(String event) {
        this.event = event;
        recording.enable(event);
        recording.start();
    }

    /** Ends the recording; the events of all threads, by their start. */
    public List<RecordedEvent> events() {
        try {
            recording.stop();
            Path file = Files.createTempFile("swipestorm", ".jfr");
            try {
                recording.dump(file);
                return RecordingFile.readAllEvents(file).stream()
                        .filter(found -> found.getEventType().getName().equals(event))
                        .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                        .toList();
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        recording.close();
    }
}

package io.github.swipestorm.client.record;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The state of the per-request CSV after a run.
 *
 * @param file where it is
 * @param rows number of its rows, without the header
 * @param missing attempts whose row is missing
 * @param problem why writing ended early; empty when it did not
 */
public record RecordsFileStatus(Path file, long rows, long missing, Optional<String> problem) {}

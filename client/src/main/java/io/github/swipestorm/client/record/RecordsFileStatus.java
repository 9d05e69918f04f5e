package io.github.swipestorm.client.record;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What became of the per-request CSV.
 *
 * @param file where it is
 * @param rows that are in it, the header not counted
 * @param missing attempts whose row is not in it
 * @param problem why writing ended early; empty when it did not
 */
public record RecordsFileStatus(Path file, long rows, long missing, Optional<String> problem) {}

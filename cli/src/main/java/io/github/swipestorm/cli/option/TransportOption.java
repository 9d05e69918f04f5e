package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.transport.TransportType;
import picocli.CommandLine.Option;

/** The option for the transport. */
public final class TransportOption {

    @Option(
            names = "--transport",
            paramLabel = "TRANSPORT",
            completionCandidates = WordConverter.Transports.class,
            defaultValue = "classic",
            description = "How requests travel: ${COMPLETION-CANDIDATES}; 'classic' is HttpClient 5 with a thread for "
                    + "each worker, 'nio' carries all workers on a few event loops (default: ${DEFAULT-VALUE}).")
    public TransportType transport;
}

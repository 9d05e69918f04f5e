package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.transport.TransportType;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Options for the number of workers, the sending model and the transport. A command that varies one of them has the
 * others as mixins of their own.
 */
public final class LoadOptions {

    @Mixin
    private Threads threadsOption;

    @Mixin
    private Model modelOption;

    @Mixin
    private Transport transportOption;

    public int threads() {
        return threadsOption.threads;
    }

    public SendingModel model() {
        return modelOption.model;
    }

    public TransportType transport() {
        return transportOption.transport;
    }

    /** The option for the number of workers. */
    public static final class Threads {

        @Option(
                names = {"-t", "--threads"},
                paramLabel = "N",
                defaultValue = "200",
                description = "Workers that send at once (default: ${DEFAULT-VALUE}).")
        public int threads;
    }

    /** The option for the sending model. */
    public static final class Model {

        @Option(
                names = {"-m", "--model"},
                paramLabel = "MODEL",
                completionCandidates = NameConverter.Models.class,
                defaultValue = "average",
                description = "Who sends next: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
        public SendingModel model;
    }

    /** The option for the transport. */
    public static final class Transport {

        @Option(
                names = "--transport",
                paramLabel = "TRANSPORT",
                completionCandidates = NameConverter.Transports.class,
                defaultValue = "classic",
                description =
                        "How requests travel: ${COMPLETION-CANDIDATES}; 'classic' is HttpClient 5 with a thread for "
                                + "each worker, 'nio' carries all workers on a few event loops (default: ${DEFAULT-VALUE}).")
        public TransportType transport;
    }
}

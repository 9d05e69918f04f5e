package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ExitCodes;
import io.github.swipestorm.cli.Interruption;
import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.SwipestormCommand;
import io.github.swipestorm.cli.Version;
import io.github.swipestorm.cli.option.OptionTypes;
import io.github.swipestorm.cli.server.ServerException;
import io.github.swipestorm.cli.server.ServerProcess;
import io.github.swipestorm.client.calibration.Calibrator;
import io.github.swipestorm.client.calibration.SenderVariant;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.report.run.CalibrationText;
import io.github.swipestorm.client.report.store.CalibrationFile;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.text.SafeText;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.transport.TransportType;
import io.github.swipestorm.client.verdict.Calibration;
import io.github.swipestorm.client.verdict.ClientCapacity;
import io.github.swipestorm.client.verdict.HostFingerprint;
import io.github.swipestorm.client.workload.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures the client's own capacity, as evidence for verdicts. */
@Command(
        name = "calibrate",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description =
                "Measure what this client can send at best on this machine. The target is a responder on the loopback "
                        + "interface that does next to nothing.",
        footer = {
            "A run that is made on the same machine and JVM, from the same directory, finds the file and holds its "
                    + "throughput against it.",
            ExitCodes.HELP_OF_CALIBRATION
        })
@ShortHelp(
        options = {"--transport", "--threads", "--duration", "--workload", "--answer-bytes", "--tls", "--output"},
        examples = {
            "calibrate",
            "calibrate --transport nio --threads 50 --duration 10s",
            "calibrate --workload same-swipe --answer-bytes 5000"
        })
public final class CalibrateCommand implements Callable<Integer> {

    private static final int LARGEST_ANSWER = 16 << 20;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--transport",
            paramLabel = "TRANSPORT",
            completionCandidates = OptionTypes.Transports.class,
            split = ",",
            defaultValue = "classic,nio",
            description = "Which to measure, of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private List<TransportType> transports;

    @Option(
            names = {"-t", "--threads"},
            paramLabel = "N",
            defaultValue = "200",
            description = "Workers that send at once (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            defaultValue = "4s",
            description = "How long each is measured, besides some 10 s to warm up; at least 2s (default: "
                    + "${DEFAULT-VALUE}).")
    private Duration duration;

    @Option(
            names = "--workload",
            paramLabel = "NAME|FILE",
            completionCandidates = OptionTypes.Workloads.class,
            defaultValue = "swipes",
            description = "What to send: a workload file, or ${COMPLETION-CANDIDATES}; whatever it expects, the answer "
                    + "counts as ok (default: ${DEFAULT-VALUE}).")
    private Workload workload;

    @Option(
            names = "--answer-bytes",
            paramLabel = "BYTES",
            defaultValue = "31",
            description =
                    "Length of each answer's body, which should be that of the server's: a verdict uses the figure "
                            + "only for answers about as large (default: ${DEFAULT-VALUE}).")
    private int answerBytes;

    @Option(
            names = "--tls",
            description =
                    "Measure over TLS: a verdict uses the figures only for https targets, and those of clear text only "
                            + "for http.")
    private boolean tls;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Where to write it (default: results/calibration.json, where runs look for it).")
    private Path output;

    @Override
    public Integer call() throws InterruptedException, ServerException {
        Calibrator calibrator;
        List<SenderVariant> senders = SenderVariant.of(transports);
        try {
            if (answerBytes < 0 || answerBytes > LARGEST_ANSWER) {
                throw new IllegalArgumentException(
                        "--answer-bytes is " + answerBytes + ": use 0 to " + NumberFormat.count(LARGEST_ANSWER));
            }
            calibrator = new Calibrator(SwipestormCommand.runner(spec), threads, duration, workload);
            senders.forEach(sender -> calibrator.plan(sender, new Target(tls ? "https" : "http", "localhost", 80, "")));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        Interruption interruption = new Interruption(spec.commandLine().getErr());
        PrintWriter err = spec.commandLine().getErr();
        List<ClientCapacity> capacities = new ArrayList<>();
        for (SenderVariant sender : senders) {
            err.println("Measuring " + sender + " ...");
            err.flush();
            ClientCapacity capacity;
            try (ServerProcess responder =
                    ServerProcess.startResponder(TransportChoice.loopsForThisMachine(), answerBytes, tls)) {
                capacity = calibrator.measure(sender, responder.target(), responder.pid(), interruption.stop());
            }
            if (interruption.exitCode().isPresent()) {
                err.println("INTERRUPTED: nothing was written");
                return interruption.exitCode().get();
            }
            capacities.add(capacity);
        }
        return report(
                new Calibration(Instant.now().truncatedTo(ChronoUnit.SECONDS), HostFingerprint.current(), capacities));
    }

    private int report(Calibration calibration) {
        // Referenced only here, as its class loads the JSON library, which a usage error does not need.
        Path file = output == null ? CalibrationFile.USUAL : output;
        PrintWriter out = spec.commandLine().getOut();
        out.print(CalibrationText.of(calibration));
        boolean measured = calibration.capacities().stream().allMatch(capacity -> capacity.requestsPerSecond() > 0);
        try {
            CalibrationFile.write(file, calibration);
            out.print(SafeText.plain("Written: " + file) + "\n");
        } catch (IOException e) {
            out.print(SafeText.plain("PROBLEM: " + file + " could not be written: " + e)
                    + "; choose another with --output\n");
            measured = false;
        }
        out.flush();
        return measured ? ExitCodes.OK : ExitCodes.FAILED;
    }
}

package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ExitCodes;
import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.Version;
import io.github.swipestorm.cli.monitoring.AccessToken;
import io.github.swipestorm.cli.monitoring.ListenConverter;
import io.github.swipestorm.cli.ui.WebInterface;
import io.github.swipestorm.client.report.store.RunDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Serves pages from which runs are planned, started, watched and compared, until Ctrl-C. */
@Command(
        name = "ui",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Serve pages from which runs are planned, started, watched, stopped, compared and repeated, until"
                + " Ctrl-C. Without --token, anyone with an account on this machine can use them, and send the content of workload"
                + " files, and of the files and variables that those refer to.")
@ShortHelp(
        options = {"--listen", "--token", "--results", "--workloads"},
        examples = {"serve ui", "serve ui --listen 0.0.0.0:8099 --token @token.txt --results results"})
final class ServeUiCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--listen",
            paramLabel = "[HOST:]PORT",
            defaultValue = "8099",
            converter = ListenConverter.class,
            description =
                    "Where to answer; without HOST to this machine only, with port 0 on any that is free (default:"
                            + " ${DEFAULT-VALUE}). A HOST that other machines reach needs --token.")
    private InetSocketAddress listen;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "What browsers have to give, once; @FILE reads it from a file (default: none).")
    private String token;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description = "Directory of the runs that are shown, and of new ones (default: results).")
    private Path results = RunDirectory.RESULTS;

    @Option(
            names = "--workloads",
            paramLabel = "DIR",
            description =
                    "Directory of the workload files that can be chosen and edited (default: the working directory).")
    private Path workloads = Path.of("");

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        WebInterface pages;
        try {
            pages = new WebInterface(listen, AccessToken.read(token), results, workloads);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--token: " + e.getMessage());
        } catch (IOException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Port " + listen.getPort() + " cannot be used (" + e.getMessage() + "): choose another --listen");
        }
        // On a signal the JVM ends without returning here; closing then has a run in progress report what it has
        // measured.
        Runtime.getRuntime().addShutdownHook(new Thread(pages::close));
        out.println("Swipestorm answers at " + pages.address() + "; stop it with Ctrl-C");
        out.flush();
        new CountDownLatch(1).await();
        return ExitCodes.OK;
    }
}

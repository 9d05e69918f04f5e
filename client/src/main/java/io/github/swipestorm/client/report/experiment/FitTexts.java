package io.github.swipestorm.client.report.experiment;

import io.github.swipestorm.client.inference.ConfidenceInterval;
import io.github.swipestorm.client.inference.Estimate;
import io.github.swipestorm.client.inference.ScalabilityEstimates;
import io.github.swipestorm.client.inference.ScalabilityFit;
import io.github.swipestorm.client.inference.ScalabilityLaw;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The scalability laws fitted to a sweep, as text and as a table. */
final class FitTexts {

    static final String HOW =
            "Amdahl's law is X(N) = lambda N / (1 + sigma (N - 1)), the Universal Scalability Law has one term more,"
                    + " kappa N (N - 1), below the line. lambda is what one thread does, sigma the share of the work that"
                    + " only one thread at a time can do, kappa what it costs that threads must agree. Brackets hold 95 %"
                    + " intervals. Both laws describe a server whose load grows with the threads; where the client or the"
                    + " machine is the limit, they describe that.";

    private static final String ENDLESS = "any";

    private FitTexts() {}

    /** One line for the conclusion. */
    static String sentence(ScalabilityFit fit) {
        if (!fit.concluded()) {
            return fit.law().title() + ": no conclusion. " + String.join(" ", fit.refusals());
        }
        ScalabilityEstimates found = fit.estimates().orElseThrow();
        String highest = rounded(found.highestThroughput());
        return fit.law() == ScalabilityLaw.AMDAHL
                ? fit.law().title() + ": throughput comes near to " + highest + " req/s and never reaches it; sigma "
                        + small(found.sigma()) + "."
                : fit.law().title() + ": the peak is " + highest + " req/s at " + rounded(found.peakThreads())
                        + " threads; sigma " + small(found.sigma()) + ", kappa " + small(found.kappa()) + ".";
    }

    static Table table(List<ScalabilityFit> fits) {
        List<List<String>> rows = new ArrayList<>();
        for (ScalabilityFit fit : fits) {
            rows.add(fit.estimates()
                    .map(found -> List.of(
                            fit.law().title(),
                            rounded(found.lambda()),
                            small(found.sigma()),
                            fit.law() == ScalabilityLaw.AMDAHL ? NumberFormat.DASH : small(found.kappa()),
                            fit.law() == ScalabilityLaw.AMDAHL ? NumberFormat.DASH : rounded(found.peakThreads()),
                            rounded(found.highestThroughput()),
                            NumberFormat.decimal(found.rSquared(), 3),
                            fit.concluded() ? "yes" : "no"))
                    .orElseGet(() -> List.of(
                            fit.law().title(),
                            NumberFormat.DASH,
                            NumberFormat.DASH,
                            NumberFormat.DASH,
                            NumberFormat.DASH,
                            NumberFormat.DASH,
                            NumberFormat.DASH,
                            "no")));
        }
        return new Table(
                "Fits through all runs",
                List.of(
                        "law",
                        "lambda, req/s",
                        "sigma",
                        "kappa",
                        "peak, threads",
                        "highest, req/s",
                        "R squared",
                        "conclusion"),
                rows);
    }

    /** The reasons against a conclusion. */
    static List<String> refusals(List<ScalabilityFit> fits) {
        return fits.stream()
                .filter(fit -> !fit.concluded())
                .map(fit -> "No conclusion from " + fit.law().title() + ": " + String.join(" ", fit.refusals()))
                .toList();
    }

    private static String rounded(Estimate estimate) {
        ConfidenceInterval interval = estimate.interval();
        return end(estimate.value()) + " [" + end(interval.low()) + " to " + end(interval.high()) + "]";
    }

    private static String end(double value) {
        return Double.isInfinite(value) ? ENDLESS : NumberFormat.decimal(value, 0);
    }

    /** Numbers from a tenth down to a millionth, with three significant digits. */
    private static String small(Estimate estimate) {
        return digits(estimate.value()) + " ["
                + digits(estimate.interval().low()) + " to "
                + digits(estimate.interval().high()) + "]";
    }

    private static String digits(double value) {
        return value == 0 ? "0" : String.format(Locale.ROOT, Math.abs(value) < 0.001 ? "%.2e" : "%.4f", value);
    }
}

package io.github.swipestorm.client.inference;

/**
 * How throughput depends on the number of threads, X(N). Both laws have lambda, the throughput of one thread, and
 * sigma, the share of the work that only one thread at a time can do (contention: a lock, a queue, a core). The second
 * one also has kappa, the cost of keeping threads consistent with one another, which every pair of them pays
 * (coherency).
 */
public enum ScalabilityLaw {
    /**
     * X(N) = lambda N / (1 + sigma (N - 1)) (Amdahl 1967, "Validity of the Single Processor Approach to Achieving
     * Large Scale Computing Capabilities"). It rises for ever, towards lambda / sigma.
     */
    AMDAHL("Amdahl's law", 2),
    /**
     * X(N) = lambda N / (1 + sigma (N - 1) + kappa N (N - 1)) (Gunther 1993 and 2007, "Guerrilla Capacity Planning",
     * chapter 4). With a kappa above 0 it has a peak at N = sqrt((1 - sigma) / kappa), and falls after it.
     */
    UNIVERSAL("Universal Scalability Law", 3);

    private final String title;
    private final int parameters;

    ScalabilityLaw(String title, int parameters) {
        this.title = title;
        this.parameters = parameters;
    }

    /** The law's name as a report has it. */
    public String title() {
        return title;
    }

    /** The number of parameters to fit. */
    int parameters() {
        return parameters;
    }
}

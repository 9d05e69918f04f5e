package io.github.swipestorm.client.arrival;

/** How the requests of an open loop are spread around the rate. */
public enum ArrivalProcess {
    /** One after the other as evenly as the rate allows. */
    CONSTANT("constant"),
    /** At random and without memory, as visitors come who do not know of each other. */
    POISSON("poisson");

    private final String word;

    ArrivalProcess(String word) {
        this.word = word;
    }

    /** The word that stands for it in options and files. */
    @Override
    public String toString() {
        return word;
    }
}

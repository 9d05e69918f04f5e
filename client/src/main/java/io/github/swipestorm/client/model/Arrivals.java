package io.github.swipestorm.client.model;

/** How the requests of an open loop are spread around the rate. */
public enum Arrivals {
    /** One after the other as evenly as the rate allows. */
    CONSTANT("constant"),
    /** At random and without memory, as visitors come who do not know of each other. */
    POISSON("poisson");

    private final String word;

    Arrivals(String word) {
        this.word = word;
    }

    /** The word that stands for it in options and files. */
    @Override
    public String toString() {
        return word;
    }
}

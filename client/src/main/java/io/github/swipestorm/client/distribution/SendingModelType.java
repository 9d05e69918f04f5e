package io.github.swipestorm.client.distribution;

import java.util.function.Function;

/** The sending models there are. */
public enum SendingModelType {
    /** Equal shares. */
    AVERAGE("average", "Average", settings -> new Average()),
    /** A bounded queue between producers and workers. */
    PRODUCER_CONSUMER(
            "producer-consumer",
            "Producer-Consumer",
            settings -> new ProducerConsumer(settings.producers(), settings.queueCapacity())),
    /** Batches claimed from one counter. */
    LESS_BLOCKING("less-blocking", "Less-Blocking", settings -> new LessBlocking(settings.batch()));

    private final String word;
    private final String title;
    private final Function<ModelSettings, SendingModel> constructor;

    SendingModelType(String word, String title, Function<ModelSettings, SendingModel> constructor) {
        this.word = word;
        this.title = title;
        this.constructor = constructor;
    }

    /** The word that stands for it in options and files. */
    @Override
    public String toString() {
        return word;
    }

    /** Its name in reports. */
    public String title() {
        return title;
    }

    /** The model with these settings; what it does not need it ignores. */
    public SendingModel with(ModelSettings settings) {
        return constructor.apply(settings);
    }
}

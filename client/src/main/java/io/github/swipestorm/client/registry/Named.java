package io.github.swipestorm.client.registry;

/** A pluggable part of a plan with a name. */
public interface Named {

    /**
     * The name in options, plans and files: lower-case letters, digits and dashes, the first one a letter. It never changes.
     */
    String name();
}

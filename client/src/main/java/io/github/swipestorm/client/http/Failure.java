package io.github.swipestorm.client.http;

/**
 * Why an attempt got no complete answer.
 *
 * @param kind the class that it is counted in
 * @param detail one line for a person
 */
public record Failure(FailureKind kind, String detail) implements Outcome {

    @Override
    public boolean ok() {
        return false;
    }
}

package io.github.swipestorm.client.http;

/**
 * Why an attempt got no complete response.
 *
 * @param kind the class that it is counted in
 * @param detail one user-facing line
 */
public record Failure(FailureKind kind, String detail) implements Outcome {

    @Override
    public boolean ok() {
        return false;
    }
}

package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.Credentials;
import io.github.swipestorm.client.workload.SingleRequest;
import java.util.Optional;

/**
 * One request that was described on the command line.
 *
 * @param target where it goes
 * @param workload the request
 * @param user of the URL, or of a curl command
 * @param proxy of a curl command
 * @param followRedirects whether a curl command follows redirects
 * @param insecure whether a curl command does not verify certificates
 */
public record OneRequest(
        Target target,
        SingleRequest workload,
        Optional<Credentials> user,
        Optional<Target> proxy,
        boolean followRedirects,
        boolean insecure) {}

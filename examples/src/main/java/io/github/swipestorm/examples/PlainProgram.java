package io.github.swipestorm.examples;

import io.github.swipestorm.LoadResult;
import io.github.swipestorm.Swipestorm;
import java.time.Duration;

/** Sends load to a URL for ten seconds, and prints the result. */
public final class PlainProgram {

    private PlainProgram() {}

    public static void main(String[] args) throws InterruptedException {
        LoadResult result = Swipestorm.load(args[0])
                .get("/albums")
                .workers(20)
                .duration(Duration.ofSeconds(args.length > 1 ? Integer.parseInt(args[1]) : 10))
                .run();

        System.out.println(result);
        System.out.println("median: " + result.responseTime(50).toNanos() / 1_000 + " us");
        System.out.println("p99<100ms is " + result.check("p99<100ms"));
    }
}

package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.engine.ClientLimitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** The threads of a run: all get ready, wait at one gate, start together, and are joined. */
final class WorkerGroup {

    /** A member's task. */
    interface Task {
        void run() throws InterruptedException;
    }

    private final NanoClock clock;
    private final ThreadFactory factory;
    private final Consumer<Throwable> onDeath;
    private final List<Thread> members = new ArrayList<>();
    private final CountDownLatch ready;
    private final CountDownLatch gate = new CountDownLatch(1);
    private final AtomicReference<Throwable> death = new AtomicReference<>();

    /**
     * A group that is not started yet.
     *
     * @param clock that times the waits for it
     * @param size how many members it will have
     * @param onDeath receives what killed a member, an exception or an error
     */
    WorkerGroup(NanoClock clock, int size, ThreadFactory factory, Consumer<Throwable> onDeath) {
        this.clock = clock;
        this.ready = new CountDownLatch(size);
        this.factory = factory;
        this.onDeath = onDeath;
    }

    /**
     * Starts a member.
     *
     * @param prepare what it does before the gate
     * @param work what it does after
     * @throws ClientLimitException when the system has no thread to give
     */
    void start(Task prepare, Task work) {
        Thread member = factory.newThread(() -> live(prepare, work));
        try {
            member.start();
        } catch (OutOfMemoryError e) {
            throw new ClientLimitException(
                    "This machine can start only " + members.size() + " of the run's threads: "
                            + ClientLimitException.FEWER_THREADS,
                    e);
        }
        members.add(member);
    }

    private void live(Task prepare, Task work) {
        try {
            try {
                prepare.run();
            } finally {
                ready.countDown();
            }
            gate.await();
            work.run();
        } catch (InterruptedException e) {
            // An interrupt is how a member is told to end; there is no caller to propagate it to.
        } catch (Throwable e) {
            death.compareAndSet(null, e);
            onDeath.accept(e);
        }
    }

    /** Waits until all members are ready, at most this many nanoseconds; returns whether they are. */
    boolean awaitReady(long nanos) throws InterruptedException {
        return ready.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** The members that were started first, at most this many. */
    List<Thread> first(int count) {
        return List.copyOf(members.subList(0, Math.min(count, members.size())));
    }

    void openGate() {
        gate.countDown();
    }

    void interrupt() {
        members.forEach(Thread::interrupt);
    }

    boolean hasEnded() {
        return members.stream().noneMatch(Thread::isAlive);
    }

    /** Waits for all members, at most this many nanoseconds; the interrupt status is restored afterwards. */
    boolean awaitEnd(long nanos) {
        long deadline = clock.nanoTime() + nanos;
        boolean interrupted = false;
        for (Thread member : members) {
            long left = deadline - clock.nanoTime();
            while (member.isAlive() && left > 0) {
                try {
                    TimeUnit.NANOSECONDS.timedJoin(member, left);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
                left = deadline - clock.nanoTime();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return hasEnded();
    }

    /** What killed the first member that died. */
    Optional<Throwable> death() {
        return Optional.ofNullable(death.get());
    }
}

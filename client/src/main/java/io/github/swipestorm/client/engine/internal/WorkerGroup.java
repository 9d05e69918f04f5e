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

/** The threads of a run: all get ready, wait at one gate, set off together, and are waited for. */
final class WorkerGroup {

    /** Something a member does. */
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
     * A crew that still has to be started.
     *
     * @param clock by which it is waited for
     * @param size how many members it will have
     * @param onDeath is told what a member died of, an exception or an error
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
            // An interrupt is how a member is told to end; there is nobody further up to pass it on to.
        } catch (Throwable e) {
            death.compareAndSet(null, e);
            onDeath.accept(e);
        }
    }

    /** Waits until all members are ready, though not longer than so many nanoseconds; says whether they are. */
    boolean awaitReady(long nanos) throws InterruptedException {
        return ready.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** The first members that were started, at most so many. */
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

    /** Waits for all members, though not longer than so many nanoseconds; an interrupt is kept for later. */
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

    /** What the first member to die died of. */
    Optional<Throwable> death() {
        return Optional.ofNullable(death.get());
    }
}

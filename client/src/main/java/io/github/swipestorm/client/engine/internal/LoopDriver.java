package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.distribution.RequestSource;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.record.Attempt;
import io.github.swipestorm.client.transport.EventLoop;
import io.github.swipestorm.client.transport.OutcomeListener;
import io.github.swipestorm.client.workload.Iterations;
import io.github.swipestorm.client.workload.RequestGenerator;
import io.github.swipestorm.client.workload.VirtualUser;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.stream.Stream;

/**
 * Sends for all workers of one event loop what each would send on its own thread: from the same sources, with the same
 * retries and the same records. Never blocks for a single worker: a worker that has to wait is scheduled for an
 * instant.
 */
final class LoopDriver implements Sender, OutcomeListener {

    /** Connections that are established at once; servers accept only a limited number at a time and drop the rest. */
    private static final int MOST_CONNECTING = 100;
    /** How soon a source that had no request yet is polled again. */
    private static final long ASK_AGAIN_NANOS = 200_000;

    private final EventLoop loop;
    private final RequestGenerator generator;
    private final DueTimes dueTimes;
    private final NanoClock clock;
    private final StopSignal stop;
    private final PipelineSlot[] slots;
    private final Assignment assignment;
    /** Null when the load is that of the plan. */
    private final AdjustableLoad load;

    private final SlotTimers timers;
    private final Queue<PipelineSlot> starved = new ArrayDeque<>();
    private final PipelineSlot[] ready;
    /** Slots whose iteration has just ended: they take the next one after other events had their turn. */
    private final Queue<PipelineSlot> idle = new ArrayDeque<>();
    /** Slots of workers that begin only when they are needed, those with lower numbers first. */
    private final Queue<PipelineSlot> spares = new ArrayDeque<>();

    private final int connections;
    private int readyCount;
    /** Of the load, when the timers were set. */
    private int version;

    private int live;

    /**
     * The driver of one loop for one phase.
     *
     * @param number of the loop, from 0
     * @param loops how many there are
     * @param allConnections of all loops: worker w uses connection w modulo their number, and connection c is one of loop
     *     c modulo the number of loops
     */
    LoopDriver(EventLoop loop, int number, int loops, int allConnections, Assignment assignment) {
        this.loop = loop;
        this.generator = assignment.requests().generator();
        this.dueTimes = assignment.dueTimes();
        this.clock = assignment.clock();
        this.stop = assignment.stop();
        List<PipelineSlot> all = new ArrayList<>();
        int used = 0;
        Optional<Iterations.Users> users = assignment.users();
        for (int worker = number; worker < assignment.plan().workers(); worker++) {
            int connection = worker % allConnections;
            if (connection % loops != number) {
                continue;
            }
            used = Math.max(used, connection / loops + 1);
            RequestSource source = assignment.sources().get(worker);
            for (int i = 0; i < assignment.plan().transport().pipeline(); i++) {
                all.add(new PipelineSlot(
                        all.size(),
                        worker,
                        assignment.plan().workerInRun(worker),
                        connection / loops,
                        source,
                        assignment.request(worker),
                        assignment.iteration(worker, users),
                        assignment.activePeriods(worker)));
            }
        }
        this.connections = used;
        this.slots = all.toArray(PipelineSlot[]::new);
        this.assignment = assignment;
        this.load = assignment.load().orElse(null);
        this.ready = new PipelineSlot[slots.length];
        this.timers = new SlotTimers(slots.length);
    }

    @Override
    public void prepare() {
        int begun = 0;
        while ((begun < connections || loop.connecting() > 0) && !stop.isStopped()) {
            while (begun < connections && loop.connecting() < MOST_CONNECTING) {
                loop.connect(begun++);
            }
            if (loop.connecting() > 0) {
                loop.await(EventLoop.FOR_EVER, this);
            }
        }
    }

    @Override
    public void send() {
        live = slots.length;
        for (PipelineSlot slot : slots) {
            slot.periods.start(assignment.startNanos());
            long begin = slot.periods.next(clock.nanoTime());
            if (assignment.isSpare(slot.worker)) {
                spares.add(slot);
            } else {
                await(slot, begin, PipelineSlot.Next.START);
            }
        }
        while (live > 0) {
            if (load != null && load.version() != version) {
                version = load.version();
                timers.replaceAll((slot, instant) -> waitsAnew(slots[(int) slot], instant));
            }
            fire();
            if (!spares.isEmpty()) {
                beginWhereNeeded(assignment.pool().orElseThrow());
            }
            for (int waiting = idle.size(); waiting > 0; waiting--) {
                take(idle.remove());
            }
            feed();
            if (live > 0) {
                loop.await(nextInstant(), this);
                goOn();
            }
        }
    }

    /**
     * Continues the slots whose attempts have just ended. Reading all responses first and writing all requests then
     * keeps the kernel's code for one of the two in the processor's cache.
     */
    private void goOn() {
        for (int i = 0; i < readyCount; i++) {
            if (ready[i].next == PipelineSlot.Next.TAKE) {
                take(ready[i]);
            } else if (ready[i].next == PipelineSlot.Next.STEP) {
                step(ready[i], ready[i].free, ready[i].free);
            } else {
                attempt(ready[i]);
            }
        }
        readyCount = 0;
    }

    /** After a change of the load: when a slot goes on that waits for an instant. */
    private long waitsAnew(PipelineSlot slot, long instant) {
        switch (slot.next) {
            case START, RESUME -> {
                return slot.periods.next(clock.nanoTime());
            }
            case BEGIN -> {
                slot.due = dueTimes.due(slot.index, slot.iteration.earliest(slot.free));
                return Math.min(untilDue(slot.due), slot.periods.until());
            }
            case TAKE -> {
                // Only of an iteration is this the end of the user's period; else it is a pause after a failure.
                return slot.iteration == null ? instant : Math.min(instant, slot.periods.until());
            }
            case SEND -> {
                // Only the first request of an iteration is due by the load; when the others are due, its own steps
                // decide.
                if (slot.iteration == null) {
                    slot.progress.begin(slot.progress.index(), dueTimes.due(slot.progress.index(), slot.free));
                    return untilDue(slot.progress.due());
                }
                return instant;
            }
            default -> {
                return instant;
            }
        }
    }

    /** Until when a slot waits for what is due at an instant: what is never due may become due until the end of the run. */
    private long untilDue(long due) {
        return due == DueTimes.NEVER ? load.endNanos() : due;
    }

    /** Whether a slot has waited for something that did not become due. */
    private boolean isNeverDue(PipelineSlot slot) {
        if (slot.next == PipelineSlot.Next.BEGIN) {
            return slot.due == DueTimes.NEVER && dueTimes.due(slot.index, slot.free) == DueTimes.NEVER;
        }
        // Asked again, so that a pool of workers learns that nothing more becomes due.
        return slot.next == PipelineSlot.Next.SEND
                && slot.iteration == null
                && slot.progress.due() == DueTimes.NEVER
                && dueTimes.due(slot.progress.index(), slot.free) == DueTimes.NEVER;
    }

    /** Continues every slot whose instant has come; when the phase is ending, all of them. */
    private void fire() {
        while (!timers.isEmpty() && (stop.isStopped() || timers.earliest() - clock.nanoTime() <= 0)) {
            PipelineSlot slot = slots[timers.remove()];
            if (slot.next == PipelineSlot.Next.START) {
                slot.free = clock.nanoTime();
                slot.progress.starts(slot.free);
                take(slot);
            } else if (slot.next == PipelineSlot.Next.RESUME) {
                slot.free = clock.nanoTime();
                slot.progress.resumes(slot.free);
                take(slot);
            } else if (slot.next == PipelineSlot.Next.TAKE) {
                take(slot);
            } else if (slot.next == PipelineSlot.Next.RETRY) {
                attempt(slot);
            } else if (stop.isStopped() || isNeverDue(slot)) {
                end(slot);
            } else if (slot.next == PipelineSlot.Next.SEND) {
                thinksNoLonger(slot);
                attempt(slot);
            } else {
                goOn(slot);
            }
        }
    }

    /** Continues a slot whose iteration has waited. */
    private void goOn(PipelineSlot slot) {
        thinksNoLonger(slot);
        switch (slot.next) {
            case BEGIN -> beginWhileActive(slot);
            case STEP -> step(slot, slot.free, clock.nanoTime());
            default -> finish(slot);
        }
    }

    private void thinksNoLonger(PipelineSlot slot) {
        if (slot.iteration != null) {
            slot.iteration.thinksNoLonger(clock.nanoTime());
        }
    }

    /** Slots whose worker is needed begin; when nothing is left to take, the others end. */
    private void beginWhereNeeded(WorkerPool pool) {
        boolean over = pool.closed() || stop.isStopped();
        while (!spares.isEmpty() && (over || spares.element().worker < pool.used())) {
            PipelineSlot slot = spares.remove();
            if (over) {
                end(slot);
            } else {
                slot.free = clock.nanoTime();
                slot.progress.starts(slot.free);
                take(slot);
            }
        }
    }

    /** Polls again for the slots that found no request yet, until the first that still finds none. */
    private void feed() {
        boolean fed = true;
        for (int waiting = starved.size(); fed && waiting > 0; waiting--) {
            int before = starved.size();
            take(starved.remove());
            fed = starved.size() < before;
        }
    }

    private long nextInstant() {
        long next = timers.isEmpty() ? EventLoop.FOR_EVER : timers.earliest();
        if (!idle.isEmpty()) {
            return clock.nanoTime();
        }
        return starved.isEmpty() ? next : Math.min(next, clock.nanoTime() + ASK_AGAIN_NANOS);
    }

    private void take(PipelineSlot slot) {
        // A source is asked only while the worker is active: what a worker takes, it sends.
        if (earliest(slot) - slot.periods.until() >= 0) {
            rest(slot);
            return;
        }
        // The sources learn of a stop a moment later, and pauses are cut short.
        long index = stop.isStopped() ? RequestSource.FINISHED : slot.source.poll();
        if (index == RequestSource.NONE_YET) {
            starved.add(slot);
            return;
        }
        if (slot.iteration != null && index != RequestSource.FINISHED) {
            iterate(slot, index);
            return;
        }
        long due = index == RequestSource.FINISHED ? DueTimes.NEVER : dueTimes.due(index, slot.free);
        if (due == DueTimes.NEVER) {
            if (index == RequestSource.FINISHED || !assignment.mayBecomeDue()) {
                end(slot);
            } else {
                slot.progress.begin(index, due);
                await(slot, load.endNanos(), PipelineSlot.Next.SEND);
            }
            return;
        }
        slot.progress.begin(index, due);
        if (due != slot.free && due - clock.nanoTime() > 0) {
            await(slot, due, PipelineSlot.Next.SEND);
        } else {
            attempt(slot);
        }
    }

    private static long earliest(PipelineSlot slot) {
        return slot.iteration == null ? slot.free : slot.iteration.earliest(slot.free);
    }

    /** The slot takes nothing before its worker is active again. */
    private void rest(PipelineSlot slot) {
        long now = clock.nanoTime();
        if (stop.isStopped()) {
            end(slot);
            return;
        }
        if (slot.iteration != null && slot.periods.until() - now > 0) {
            // A user who waits for its pace is active until its period ends.
            slot.iteration.thinks(slot.free, slot.periods.until());
            await(slot, slot.periods.until(), PipelineSlot.Next.TAKE);
            return;
        }
        if (slot.iteration != null) {
            slot.iteration.leaves(now);
        }
        slot.progress.stops(now);
        await(slot, slot.periods.next(now), PipelineSlot.Next.RESUME);
    }

    /** Takes an iteration, which begins when it is due. */
    private void iterate(PipelineSlot slot, long index) {
        long earliest = slot.iteration.earliest(slot.free);
        slot.index = index;
        slot.due = dueTimes.due(index, earliest);
        if (slot.due == DueTimes.NEVER && !assignment.mayBecomeDue()) {
            end(slot);
            return;
        }
        long now = clock.nanoTime();
        if (earliest - slot.free > 0) {
            slot.iteration.thinks(slot.free, earliest);
        }
        if (slot.due == DueTimes.NEVER || slot.due - now > 0) {
            await(slot, untilDue(slot.due), PipelineSlot.Next.BEGIN);
        } else {
            slot.iteration.thinksNoLonger(now);
            begin(slot);
        }
    }

    /** A user who was taken away while it waited for its pace begins nothing. */
    private void beginWhileActive(PipelineSlot slot) {
        if (slot.due - slot.periods.until() >= 0) {
            rest(slot);
        } else {
            begin(slot);
        }
    }

    private void begin(PipelineSlot slot) {
        long now = clock.nanoTime();
        slot.iteration.begin(slot.index, slot.due, slot.free, now);
        if (slot.iteration.startsUnconnected()) {
            loop.disconnect(slot.connection);
        }
        step(slot, slot.due, Math.max(slot.due, now));
    }

    /**
     * Goes on with an iteration.
     *
     * @param due when the next step is due, apart from its think time
     * @param from when the think time begins
     */
    private void step(PipelineSlot slot, long due, long from) {
        if (stop.isStopped()) {
            end(slot);
            return;
        }
        VirtualUser.Next next = slot.iteration.next();
        long think = slot.iteration.thinkNanos();
        boolean request = next == VirtualUser.Next.REQUEST;
        slot.ending = next;
        if (request) {
            slot.progress.begin(slot.iteration.requestNumber(), due + think);
        } else {
            // Also when it is woken later.
            slot.free = from + think;
        }
        if (think > 0) {
            slot.iteration.thinks(from, from + think);
            await(slot, from + think, request ? PipelineSlot.Next.SEND : PipelineSlot.Next.FINISH);
        } else if (request) {
            attempt(slot);
        } else {
            finish(slot);
        }
    }

    private void finish(PipelineSlot slot) {
        boolean completed = slot.ending == VirtualUser.Next.COMPLETED;
        slot.iteration.end(completed ? Attempt.End.COMPLETED : Attempt.End.ABANDONED, slot.free);
        if (slot.ending == VirtualUser.Next.STOP_RUN) {
            stop.stop(StopReason.STEP_FAILED);
        }
        if (completed || slot.ending == VirtualUser.Next.ABANDONED) {
            idle.add(slot);
        } else {
            end(slot);
        }
    }

    private void end(PipelineSlot slot) {
        long now = clock.nanoTime();
        if (slot.iteration != null) {
            slot.iteration.interrupt(now);
        }
        slot.progress.stops(now);
        live--;
    }

    private ComposedRequest compose(PipelineSlot slot) {
        if (slot.iteration != null) {
            return slot.iteration.compose();
        }
        generator.compose(slot.progress.index(), slot.workerInRun);
        return generator;
    }

    private void attempt(PipelineSlot slot) {
        ComposedRequest request = compose(slot);
        long now = clock.nanoTime();
        slot.progress.sending(request.operation().id(), now);
        slot.progress.takes(loop.send(slot.connection, slot.number, request, now));
    }

    @Override
    public void headArrived(int number, long nanos) {
        slots[number].progress.headArrived(nanos);
    }

    @Override
    public void sendAgain(int number) {
        PipelineSlot slot = slots[number];
        slot.progress.takes(loop.send(slot.connection, number, compose(slot), slot.progress.sentOf()));
    }

    @Override
    public void ended(int number, Outcome outcome) {
        PipelineSlot slot = slots[number];
        long done = clock.nanoTime();
        Outcome judged = slot.iteration == null ? outcome : slot.iteration.received(outcome);
        long pause = slot.progress.ended(judged, done);
        boolean over = slot.progress.over();
        if (over) {
            slot.free = done;
        }
        PipelineSlot.Next afterwards = slot.iteration == null ? PipelineSlot.Next.TAKE : PipelineSlot.Next.STEP;
        if (pause > 0) {
            await(slot, done + pause, over ? afterwards : PipelineSlot.Next.RETRY);
        } else {
            slot.next = over ? afterwards : PipelineSlot.Next.RETRY;
            ready[readyCount++] = slot;
        }
    }

    private void await(PipelineSlot slot, long instant, PipelineSlot.Next next) {
        slot.next = next;
        timers.add(instant, slot.number);
    }

    @Override
    public List<RequestInProgress> inProgress() {
        return Stream.of(slots).map(slot -> slot.progress).toList();
    }

    @Override
    public List<IterationInProgress> iterations() {
        return Stream.of(slots)
                .map(slot -> slot.iteration)
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public void wake() {
        loop.wakeUp();
    }
}

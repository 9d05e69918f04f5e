package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.distribution.RequestSource;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.transport.EventLoop;
import io.github.swipestorm.client.transport.OutcomeListener;
import io.github.swipestorm.client.workload.RequestGenerator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.Stream;

/**
 * Sends for all workers of one event loop what each would send on a thread of its own: from the same sources, with the
 * same retries and the same records. It never waits for one of them: a worker that has to wait is put down with an instant.
 */
final class LoopDriver implements Sender, OutcomeListener {

    /** Connections that are established at once; servers accept only so many in a moment and drop the rest. */
    private static final int MOST_CONNECTING = 100;
    /** How soon a source that had no request yet is asked again. */
    private static final long ASK_AGAIN_NANOS = 200_000;

    private final EventLoop loop;
    private final RequestGenerator composer;
    private final DueTimes dueTimes;
    private final NanoClock clock;
    private final StopSignal stop;
    private final PipelineSlot[] lanes;
    private final long[] delays;
    private final SlotTimers timers;
    private final Queue<PipelineSlot> hungry = new ArrayDeque<>();
    private final PipelineSlot[] ready;
    private final int connections;
    private int readyCount;
    private int live;

    /**
     * The driver of one loop for one phase.
     *
     * @param number of the loop, from 0
     * @param loops how many there are
     */
    LoopDriver(EventLoop loop, int number, int loops, Assignment assignment) {
        this.loop = loop;
        this.composer = assignment.requests().generator();
        this.dueTimes = assignment.dueTimes();
        this.clock = assignment.clock();
        this.stop = assignment.stop();
        List<PipelineSlot> all = new ArrayList<>();
        List<Long> begins = new ArrayList<>();
        int workers = 0;
        for (int worker = number; worker < assignment.plan().threads(); worker += loops) {
            RequestSource source = assignment.sources().get(worker);
            for (int i = 0; i < assignment.plan().transport().pipeline(); i++) {
                all.add(new PipelineSlot(all.size(), workers % loop.connections(), source, assignment.request(worker)));
                begins.add(assignment.delayNanos(worker));
            }
            workers++;
        }
        this.connections = Math.min(workers, loop.connections());
        this.lanes = all.toArray(PipelineSlot[]::new);
        this.delays = begins.stream().mapToLong(Long::longValue).toArray();
        this.ready = new PipelineSlot[lanes.length];
        this.timers = new SlotTimers(lanes.length);
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
        live = lanes.length;
        long now = clock.nanoTime();
        for (PipelineSlot lane : lanes) {
            timers.add(now + delays[lane.number], lane.number);
        }
        while (live > 0) {
            fire();
            feed();
            if (live > 0) {
                loop.await(nextInstant(), this);
                goOn();
            }
        }
    }

    /**
     * Lets the lanes go on whose attempts have just ended. Reading all answers first and writing all requests then keeps the
     * system's code for one of the two in the processor's cache.
     */
    private void goOn() {
        for (int i = 0; i < readyCount; i++) {
            if (ready[i].next == PipelineSlot.Next.TAKE) {
                take(ready[i]);
            } else {
                attempt(ready[i]);
            }
        }
        readyCount = 0;
    }

    /** Lets every lane go on whose instant has come; when the phase is to end, all of them. */
    private void fire() {
        while (!timers.isEmpty() && (stop.isStopped() || timers.earliest() - clock.nanoTime() <= 0)) {
            PipelineSlot lane = lanes[timers.remove()];
            if (lane.next == PipelineSlot.Next.START) {
                lane.free = clock.nanoTime();
                lane.progress.starts(lane.free);
                take(lane);
            } else if (lane.next == PipelineSlot.Next.TAKE) {
                take(lane);
            } else if (lane.next == PipelineSlot.Next.SEND && stop.isStopped()) {
                end(lane);
            } else {
                attempt(lane);
            }
        }
    }

    /** Asks again for the lanes that found no request yet, up to the first that finds none again. */
    private void feed() {
        boolean fed = true;
        for (int waiting = hungry.size(); fed && waiting > 0; waiting--) {
            int before = hungry.size();
            take(hungry.remove());
            fed = hungry.size() < before;
        }
    }

    private long nextInstant() {
        long next = timers.isEmpty() ? EventLoop.FOR_EVER : timers.earliest();
        return hungry.isEmpty() ? next : Math.min(next, clock.nanoTime() + ASK_AGAIN_NANOS);
    }

    private void take(PipelineSlot lane) {
        // The sources learn of a stop a moment later, and no pause is kept any more.
        long index = stop.isStopped() ? RequestSource.FINISHED : lane.source.poll();
        if (index == RequestSource.NONE_YET) {
            hungry.add(lane);
            return;
        }
        long due = index == RequestSource.FINISHED ? DueTimes.NEVER : dueTimes.due(index, lane.free);
        if (due == DueTimes.NEVER) {
            end(lane);
            return;
        }
        lane.progress.begin(index, due);
        if (due != lane.free && due - clock.nanoTime() > 0) {
            await(lane, due, PipelineSlot.Next.SEND);
        } else {
            attempt(lane);
        }
    }

    private void end(PipelineSlot lane) {
        lane.progress.stops(clock.nanoTime());
        live--;
    }

    private void attempt(PipelineSlot lane) {
        Operation template = composer.compose(lane.progress.index());
        long now = clock.nanoTime();
        lane.progress.sending(template.id(), now);
        loop.send(lane.connection, lane.number, template, composer.body(), composer.bodyLength(), now);
    }

    @Override
    public void ended(int number, Outcome outcome) {
        PipelineSlot lane = lanes[number];
        long done = clock.nanoTime();
        long pause = lane.progress.ended(outcome, done);
        boolean over = lane.progress.over();
        if (over) {
            lane.free = done;
        }
        if (pause > 0) {
            await(lane, done + pause, over ? PipelineSlot.Next.TAKE : PipelineSlot.Next.RETRY);
        } else {
            lane.next = over ? PipelineSlot.Next.TAKE : PipelineSlot.Next.RETRY;
            ready[readyCount++] = lane;
        }
    }

    private void await(PipelineSlot lane, long instant, PipelineSlot.Next next) {
        lane.next = next;
        timers.add(instant, lane.number);
    }

    @Override
    public List<RequestInProgress> inProgress() {
        return Stream.of(lanes).map(lane -> lane.progress).toList();
    }

    @Override
    public void wake() {
        loop.wakeUp();
    }
}

package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.WorkerThreads;
import io.github.swipestorm.client.transport.BlockingTransport;
import io.github.swipestorm.client.transport.Connection;
import io.github.swipestorm.client.transport.EventLoop;
import io.github.swipestorm.client.transport.EventTransport;
import io.github.swipestorm.client.transport.Transport;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The threads that a transport needs for sending. They keep their connections from the warm-up to the run. */
interface Senders {

    /** How many workers there are: as many as the plan has, unless the run was stopped before all were created. */
    int workers();

    /** How many threads there are. */
    int threads();

    /** How many of them send in a phase of a plan, which may have fewer workers. */
    int threads(LoadPlan ofPhase);

    /** The thread that carries a worker, from 0. */
    int threadOf(int worker);

    /** Whether a thread carries many workers; otherwise each worker has a thread. */
    boolean carryMany();

    /** Creates such threads. */
    ThreadFactory factory();

    /** The senders for one phase, one per thread. */
    List<Sender> forPhase(Assignment assignment);

    /** The senders for a plan over its transport. */
    static Senders of(LoadPlan plan, Transport transport, StopSignal stop) {
        if (transport instanceof BlockingTransport blocking) {
            return new OneThreadEach(plan, blocking, stop);
        }
        return new Loops(plan.workers(), (EventTransport) transport);
    }

    /** Every worker is a thread with a connection. */
    final class OneThreadEach implements Senders {

        private final LoadPlan plan;
        private final List<Connection> connections;

        private OneThreadEach(LoadPlan plan, BlockingTransport transport, StopSignal stop) {
            this.plan = plan;
            // Tens of thousands take seconds: a run that is ending needs no more of them.
            this.connections = Stream.generate(transport::open)
                    .limit(plan.workers())
                    .takeWhile(connection -> !stop.isStopped())
                    .toList();
        }

        @Override
        public int workers() {
            return connections.size();
        }

        @Override
        public int threads() {
            return connections.size();
        }

        @Override
        public int threads(LoadPlan ofPhase) {
            return Math.min(connections.size(), ofPhase.workers());
        }

        @Override
        public int threadOf(int worker) {
            return worker;
        }

        @Override
        public boolean carryMany() {
            return false;
        }

        @Override
        public ThreadFactory factory() {
            return plan.workerThreads().factory();
        }

        @Override
        public List<Sender> forPhase(Assignment assignment) {
            return IntStream.range(0, threads(assignment.plan()))
                    .takeWhile(worker -> !assignment.stop().isStopped())
                    .<Sender>mapToObj(worker -> new Worker(worker, connections.get(worker), assignment))
                    .toList();
        }
    }

    /** The threads of event loops share the workers. */
    final class Loops implements Senders {

        private final int workers;
        private final List<EventLoop> loops;
        /** Of all loops. */
        private final int connections;

        private Loops(int workers, EventTransport transport) {
            this.workers = workers;
            this.loops = transport.loops();
            this.connections = loops.stream().mapToInt(EventLoop::connections).sum();
        }

        @Override
        public int workers() {
            return workers;
        }

        @Override
        public int threads() {
            return loops.size();
        }

        @Override
        public int threads(LoadPlan ofPhase) {
            return loops.size();
        }

        /** Workers that share a connection share its loop. */
        @Override
        public int threadOf(int worker) {
            return worker % connections % loops.size();
        }

        @Override
        public boolean carryMany() {
            return true;
        }

        @Override
        public ThreadFactory factory() {
            return WorkerThreads.PLATFORM.factory();
        }

        @Override
        public List<Sender> forPhase(Assignment assignment) {
            return IntStream.range(0, threads())
                    .<Sender>mapToObj(loop -> new LoopDriver(loops.get(loop), loop, threads(), connections, assignment))
                    .toList();
        }
    }
}

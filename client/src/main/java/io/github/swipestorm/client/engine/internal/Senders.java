package io.github.swipestorm.client.engine.internal;

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

/** Who sends: the threads that a transport calls for. They keep their connections from the warm-up to the run. */
interface Senders {

    /** How many threads send; worker w is carried by thread w modulo this number. */
    int threads();

    /** Whether a thread carries many workers; otherwise each worker has a thread. */
    boolean carryMany();

    /** Makes such threads. */
    ThreadFactory factory();

    /** The senders for one phase, one for each thread. */
    List<Sender> forPhase(Assignment assignment);

    /** The senders for a plan over its transport. */
    static Senders of(LoadPlan plan, Transport transport) {
        if (transport instanceof BlockingTransport blocking) {
            return new OneThreadEach(plan, blocking);
        }
        return new Loops((EventTransport) transport);
    }

    /** Every worker is a thread with a connection. */
    final class OneThreadEach implements Senders {

        private final LoadPlan plan;
        private final List<Connection> connections;

        private OneThreadEach(LoadPlan plan, BlockingTransport transport) {
            this.plan = plan;
            this.connections =
                    Stream.generate(transport::open).limit(plan.threads()).toList();
        }

        @Override
        public int threads() {
            return connections.size();
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
            return IntStream.range(0, threads())
                    .<Sender>mapToObj(worker -> new Worker(worker, connections.get(worker), assignment))
                    .toList();
        }
    }

    /** Workers are shared among the threads of event loops. */
    final class Loops implements Senders {

        private final List<EventLoop> loops;

        private Loops(EventTransport transport) {
            this.loops = transport.loops();
        }

        @Override
        public int threads() {
            return loops.size();
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
                    .<Sender>mapToObj(loop -> new LoopDriver(loops.get(loop), loop, threads(), assignment))
                    .toList();
        }
    }
}

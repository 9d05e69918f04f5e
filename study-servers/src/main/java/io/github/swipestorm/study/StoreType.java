package io.github.swipestorm.study;

import java.util.Locale;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Supplier;

/** How a store lets several threads in. */
enum StoreType {
    /** One thread at a time. */
    MUTEX {
        @Override
        Guard guard() {
            Lock lock = new ReentrantLock();
            return locking(lock, lock);
        }
    },
    /** Several readers, or one writer. */
    RWLOCK {
        @Override
        Guard guard() {
            ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
            return locking(lock.readLock(), lock.writeLock());
        }
    },
    /** Readers try without a lock, and repeat under one when a writer came in between. */
    STAMPED {
        @Override
        Guard guard() {
            return new Optimistic();
        }
    },
    /** A collection of {@code java.util.concurrent}, and no lock of ours. */
    CONCURRENT,
    /** Writers one at a time, readers without any lock: a reader may miss a write that has ended. */
    UNLOCKED_READS {
        @Override
        Guard guard() {
            Lock lock = new ReentrantLock();
            return new Guard() {
                @Override
                public <T> T read(Supplier<T> action) {
                    return action.get();
                }

                @Override
                public <T> T write(Supplier<T> action) {
                    return locked(lock, action);
                }
            };
        }
    },
    /** No lock at all: unsafe on purpose, loses writes. */
    PLAIN;

    /**
     * A new guard of this type; one that does nothing where the store needs none.
     *
     * @see Guard
     */
    Guard guard() {
        return new Guard() {
            @Override
            public <T> T read(Supplier<T> action) {
                return action.get();
            }

            @Override
            public <T> T write(Supplier<T> action) {
                return action.get();
            }
        };
    }

    /** Whether a read returns what was written before it began, and nothing is lost. */
    boolean safe() {
        return this != PLAIN && this != UNLOCKED_READS;
    }

    /** The label that options use. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Executes what reads or writes a store. Thread-safe. */
    interface Guard {

        <T> T read(Supplier<T> action);

        <T> T write(Supplier<T> action);
    }

    private static Guard locking(Lock readers, Lock writers) {
        return new Guard() {
            @Override
            public <T> T read(Supplier<T> action) {
                return locked(readers, action);
            }

            @Override
            public <T> T write(Supplier<T> action) {
                return locked(writers, action);
            }
        };
    }

    private static <T> T locked(Lock lock, Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    private static final class Optimistic implements Guard {

        private final StampedLock lock = new StampedLock();

        @Override
        public <T> T read(Supplier<T> action) {
            long stamp = lock.tryOptimisticRead();
            if (stamp != 0) {
                try {
                    T value = action.get();
                    if (lock.validate(stamp)) {
                        return value;
                    }
                } catch (IndexOutOfBoundsException | NullPointerException beside) {
                    // Read beside a writer: half of its change was there.
                }
            }
            return locked(lock.asReadLock(), action);
        }

        @Override
        public <T> T write(Supplier<T> action) {
            return locked(lock.asWriteLock(), action);
        }
    }
}

package io.github.swipestorm.client.distribution;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A bounded queue of request indexes that can be closed: takers then drain the remaining indexes, and after that every
 * taker, including those already waiting, gets "finished". Thread-safe.
 */
final class ClosableQueue {

    private final long[] ring;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final Condition notFull = lock.newCondition();
    private int head;
    private int size;
    private boolean closed;

    ClosableQueue(int capacity) {
        ring = new long[capacity];
    }

    /**
     * Waits for space and appends.
     *
     * @return false when the queue is closed and the index was rejected
     */
    boolean put(long index) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (size == ring.length && !closed) {
                notFull.await();
            }
            if (closed) {
                return false;
            }
            ring[(head + size) % ring.length] = index;
            size++;
            notEmpty.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for an index, or until the queue is closed and empty: {@link RequestSource#FINISHED}. */
    long take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (size == 0 && !closed) {
                notEmpty.await();
            }
            return size == 0 ? RequestSource.FINISHED : remove();
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #take}, but returns {@link RequestSource#NONE_YET} instead of waiting. */
    long poll() {
        lock.lock();
        try {
            if (size == 0) {
                return closed ? RequestSource.FINISHED : RequestSource.NONE_YET;
            }
            return remove();
        } finally {
            lock.unlock();
        }
    }

    /** How many indexes are queued. */
    int size() {
        lock.lock();
        try {
            return size;
        } finally {
            lock.unlock();
        }
    }

    /** Rejects further indexes; queued ones can still be taken. */
    void close() {
        lock.lock();
        try {
            closed = true;
            notEmpty.signalAll();
            notFull.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Closes the queue and discards its contents. */
    void abandon() {
        lock.lock();
        try {
            size = 0;
            close();
        } finally {
            lock.unlock();
        }
    }

    private long remove() {
        long index = ring[head];
        head = (head + 1) % ring.length;
        size--;
        notFull.signal();
        return index;
    }
}

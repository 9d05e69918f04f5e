package io.github.swipestorm.client.preflight;

/**
 * Limits of open files, sockets included; {@link Long#MAX_VALUE} is no limit.
 *
 * @param soft of one process: {@code ulimit -n}. The JVM raises its own to the hard limit by itself
 * @param hard up to which a process may raise its own: {@code ulimit -Hn}
 * @param leftOnMachine how many more all processes together may open before {@code fs.file-max} is reached
 */
public record OpenFiles(long soft, long hard, long leftOnMachine) {}

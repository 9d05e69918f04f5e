package io.github.swipestorm.cluster;

/**
 * What an agent is asked for besides a share of a plan.
 *
 * @param records whether it keeps a row for each attempt
 * @param policy of the records, by its label
 * @param selfWarmUpMillis the longest self warm-up; 0 for as long as it takes
 */
record AgentTask(boolean records, String policy, long selfWarmUpMillis) {}

package dev.plimsoll.advisor.backtest;

import java.time.LocalDateTime;

/**
 * A tenant at one time.
 *
 * @param line where it stands in the file
 * @param time when
 * @param tenant who
 * @param quota the GPUs granted
 * @param demand the GPUs running and pending
 */
record DemandRow(int line, LocalDateTime time, String tenant, long quota, long demand) {}

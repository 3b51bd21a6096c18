package dev.plimsoll.advisor.backtest;

/**
 * A tenant at a step of a trace, in GPUs.
 *
 * @param tenant the name
 * @param entitled the recorded quota, which is also its weight
 * @param demand what it has running and pending
 */
record TenantLoad(String tenant, long entitled, long demand) {}

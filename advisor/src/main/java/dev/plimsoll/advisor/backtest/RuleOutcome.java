package dev.plimsoll.advisor.backtest;

/**
 * The outcome of a rule's quotas in a backtest.
 *
 * @param rule the rule, in words
 * @param waitingHours GPU-hours that waited
 * @param recovered the part of the waiting that recorded quotas caused and a work-conserving
 *     division would have spared, that the rule spared; 1 is all of it
 * @param changesPerTenantDay how many quotas were changed, a tenant and day
 * @param shortfall GPU-hours that tenants got less than their fair amount, as a part of the demand;
 *     fair is the weighted max-min fair division at each step
 * @param overCapacity at how many steps the quotas were more than the capacity
 * @param belowRunning how many quotas were below what was running when they were set
 */
public record RuleOutcome(
    String rule,
    double waitingHours,
    double recovered,
    double changesPerTenantDay,
    double shortfall,
    long overCapacity,
    long belowRunning) {}

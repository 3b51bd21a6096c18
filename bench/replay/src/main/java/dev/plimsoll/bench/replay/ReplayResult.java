package dev.plimsoll.bench.replay;

import dev.plimsoll.advisor.backtest.RuleOutcome;
import java.time.Duration;
import java.util.List;

/**
 * What a replay came to.
 *
 * @param server where it was
 * @param live what the advisor did, judged by the quotas in force as the back-test judges its own
 * @param waitingOfPods GPU-hours that pods really waited, with the time that retries took
 * @param restarts when the advisor was killed, in words
 * @param step how long a step of the trace took
 * @param took how long all took
 */
record ReplayResult(
    String server,
    RuleOutcome live,
    double waitingOfPods,
    List<String> restarts,
    Duration step,
    Duration took) {}

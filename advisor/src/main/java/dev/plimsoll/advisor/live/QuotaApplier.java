package dev.plimsoll.advisor.live;

import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.QuotaRecommendation;
import dev.plimsoll.kube.live.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Changes quotas as recommended, by server-side apply as field manager {@code plimsoll-advisor}.
 *
 * <p>Reductions come first; raises are made of what those that the API server has stored really
 * free, so that the sum of the ceilings is at no time more than it was before or will be. A quota
 * that has other ceilings by now than the advice was based on is left unchanged, and every write
 * names the version it replaces. A failure does not keep the others from being changed.
 */
public final class QuotaApplier {

  private final ApiWriter writer;
  private final Instant now;
  private final ApplyOverrides overrides;

  /**
   * Makes the applier.
   *
   * @param now the time to note down
   * @param overrides what a person has allowed
   */
  public QuotaApplier(Connection connection, Instant now, ApplyOverrides overrides) {
    this(new ApiWriter(connection), now, overrides);
  }

  QuotaApplier(ApiWriter writer, Instant now, ApplyOverrides overrides) {
    this.writer = writer;
    this.now = now;
    this.overrides = overrides;
  }

  /** Changes the quotas, and returns what became of each, in the order of the advice. */
  public List<WriteOutcome> apply(Advice advice) {
    PlannedCeilings plannedCeilings = PlannedCeilings.of(advice);
    ApplyGuards applyGuards = new ApplyGuards(advice, overrides);
    Optional<String> withheld = applyGuards.ofAll(plannedCeilings);
    String policy = advice.shares().capacity().policy().name();
    List<StagedQuota> stagedQuotas = new ArrayList<>();
    for (QuotaRecommendation each : advice.changes()) {
      StagedQuota stagedQuota =
          new StagedQuota(
              PlannedQuota.of(each),
              plannedCeilings,
              new RecommendedQuota(writer, each, policy, now, overrides.forceConflicts()));
      withheld.or(() -> applyGuards.ofQuota(each)).ifPresent(stagedQuota::withhold);
      stagedQuotas.add(stagedQuota);
    }
    return StagedQuotas.carryOut(stagedQuotas);
  }
}

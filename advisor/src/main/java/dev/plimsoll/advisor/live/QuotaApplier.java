package dev.plimsoll.advisor.live;

import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.QuotaRecommendation;
import dev.plimsoll.kube.live.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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

  /** Changes the quotas, where no other policy does. */
  public List<WriteOutcome> apply(Advice advice) {
    return apply(advice, NamespaceOwners.NONE);
  }

  /**
   * Changes the quotas, and then removes created quotas that are no longer recommended. It returns
   * the outcome of each, in the order of the advice.
   *
   * @param owners which namespaces another policy owns; their quotas stay as they are
   */
  public List<WriteOutcome> apply(Advice advice, NamespaceOwners owners) {
    PlannedCeilings plannedCeilings = PlannedCeilings.of(advice);
    ApplyGuards applyGuards = new ApplyGuards(advice, overrides);
    Optional<String> withheld = applyGuards.ofAll(plannedCeilings);
    String policy = advice.shares().capacity().policy().name();
    List<StagedQuota> stagedQuotas = new ArrayList<>();
    Set<String> notAsked = new HashSet<>();
    for (QuotaRecommendation each : advice.changes()) {
      StagedQuota stagedQuota =
          new StagedQuota(
              PlannedQuota.of(each),
              plannedCeilings,
              new RecommendedQuota(writer, each, policy, now, overrides.forceConflicts()));
      boolean isElsewhere = owners.isElsewhere(each.proposal().namespace());
      Optional.of("another policy owns its namespace")
          .filter(w -> isElsewhere)
          .or(() -> withheld)
          .or(() -> applyGuards.ofQuota(each))
          .ifPresent(stagedQuota::withhold);
      if (isElsewhere) {
        notAsked.add("quota " + each.label());
      }
      stagedQuotas.add(stagedQuota);
    }
    List<WriteOutcome> writeOutcomes = new ArrayList<>(StagedQuotas.carryOut(stagedQuotas));
    writeOutcomes.removeIf(o -> notAsked.contains(o.object()));
    if (withheld.isEmpty()) {
      writeOutcomes.addAll(new CreatedQuotas(writer, owners).takeBack(advice));
    }
    return List.copyOf(writeOutcomes);
  }
}

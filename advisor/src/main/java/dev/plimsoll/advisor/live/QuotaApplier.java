package dev.plimsoll.advisor.live;

import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.QuotaRecommendation;
import dev.plimsoll.kube.live.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

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
  private final MadeChanges made;

  /**
   * Makes the applier.
   *
   * @param now the time to note down
   * @param overrides what a person has allowed
   * @param made the changes that this process made before
   */
  public QuotaApplier(
      Connection connection, Instant now, ApplyOverrides overrides, MadeChanges made) {
    this(new ApiWriter(connection), now, overrides, made);
  }

  QuotaApplier(ApiWriter writer, Instant now, ApplyOverrides overrides, MadeChanges made) {
    this.writer = writer;
    this.now = now;
    this.overrides = overrides;
    this.made = made;
  }

  /** Changes the quotas, where no other policy does. */
  public List<WriteOutcome> apply(Advice advice) {
    return apply(advice, NamespaceOwners.NONE, DeclinedChanges.NONE);
  }

  /**
   * Tries each change by dry run. It returns the outcomes of the quotas that can't be changed, by
   * {@code namespace/name}. Others declare these quotas, or the API server doesn't allow the
   * change, or the policy doesn't.
   *
   * @param owners which namespaces another policy owns; their quotas aren't tried
   */
  public Map<String, WriteOutcome> declined(Advice advice, NamespaceOwners owners) {
    ApplyGuards applyGuards = new ApplyGuards(advice, overrides, Set.of());
    Map<String, WriteOutcome> declined = new TreeMap<>();
    if (applyGuards.unread().isPresent()) {
      return declined;
    }
    for (QuotaRecommendation each : advice.changes()) {
      if (!owners.isElsewhere(each.proposal().namespace())) {
        applyGuards
            .ofQuota(each)
            .map(reason -> new QuotaWrite(Result.WITHHELD, reason, Optional.empty()))
            .or(() -> Optional.of(recommended(each, advice).tried()))
            .filter(w -> w.result() != Result.DONE && w.result() != Result.UNCHANGED)
            .ifPresent(
                w ->
                    declined.put(
                        each.label(),
                        new WriteOutcome("quota " + each.label(), w.result(), w.message())));
      }
    }
    return declined;
  }

  private RecommendedQuota recommended(QuotaRecommendation each, Advice advice) {
    String policy = advice.shares().capacity().policy().name();
    return new RecommendedQuota(writer, each, policy, now, overrides.forceConflicts(), made);
  }

  /**
   * Changes the quotas, and then removes created quotas that are no longer recommended. It returns
   * the outcome of each, in the order of the advice.
   *
   * @param owners which namespaces another policy owns; their quotas stay as they are
   * @param declined the changes that aren't tried again
   */
  public List<WriteOutcome> apply(Advice advice, NamespaceOwners owners, DeclinedChanges declined) {
    PlannedCeilings plannedCeilings = PlannedCeilings.of(advice, declined.counted());
    ApplyGuards applyGuards = new ApplyGuards(advice, overrides, declined.outcomes().keySet());
    Optional<String> withheld = applyGuards.ofAll(plannedCeilings);
    List<StagedQuota> stagedQuotas = new ArrayList<>();
    Set<String> notAsked = new HashSet<>();
    for (QuotaRecommendation each : advice.changes()) {
      StagedQuota stagedQuota =
          new StagedQuota(PlannedQuota.of(each), plannedCeilings, recommended(each, advice));
      boolean isElsewhere = owners.isElsewhere(each.proposal().namespace());
      Optional.of("another policy owns its namespace")
          .filter(w -> isElsewhere)
          .or(() -> withheld)
          .or(() -> applyGuards.ofQuota(each))
          .ifPresent(stagedQuota::withhold);
      Optional.ofNullable(declined.outcomes().get(each.label())).ifPresent(stagedQuota::decline);
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

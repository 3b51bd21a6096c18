package dev.plimsoll.advisor.live;

import dev.plimsoll.advisor.live.PlannedCeilings.Direction;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.advisor.recommend.AdviceSummary;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A quota that is changed in two stages, so that all reductions of a plan come before its raises.
 */
final class StagedQuota {
  private final PlannedQuota quota;
  private final PlannedCeilings plannedCeilings;
  private final QuotaWrite.Writer writer;
  private Resources hard;
  private boolean written;
  private String existence = "";
  private boolean unreachable;
  private Optional<QuotaWrite> failure = Optional.empty();

  StagedQuota(PlannedQuota quota, PlannedCeilings plannedCeilings, QuotaWrite.Writer writer) {
    this.quota = quota;
    this.plannedCeilings = plannedCeilings;
    this.writer = writer;
    this.hard = quota.now();
  }

  PlannedQuota quota() {
    return quota;
  }

  /** Leaves the quota as it is for that reason. */
  void withhold(String reason) {
    failure = Optional.of(new QuotaWrite(Result.WITHHELD, reason, Optional.of(hard)));
  }

  /** Leaves the quota as it is, because a dry run had this outcome. */
  void decline(WriteOutcome tried) {
    failure = Optional.of(new QuotaWrite(tried.result(), tried.message(), Optional.of(hard)));
  }

  /** Makes the reductions, and the rest if nothing is raised. */
  void reduce() {
    if (failure.isPresent()) {
      return;
    }
    Resources reduced = with(hard, Direction.REDUCTION);
    put(raises() ? reduced : with(reduced, Direction.OTHER));
  }

  /**
   * Makes the raises as far as the reductions that were stored allow, with the rest.
   *
   * @return whether anything was stored, so that other raises may be worth another try
   */
  boolean raise() {
    if (failure.isPresent()) {
      return false;
    }
    Resources before = hard;
    Resources raised = with(hard, Direction.REDUCTION);
    Resources tried;
    do {
      tried = raised;
      for (ResourceName key : keys(Direction.RAISE)) {
        raised = plannedCeilings.raised(quota, key, raised);
      }
    } while (!raised.equals(tried));
    if (!raised.equals(hard)) {
      put(with(raised, Direction.OTHER));
    }
    return !hard.equals(before);
  }

  private boolean raises() {
    return !keys(Direction.RAISE).isEmpty();
  }

  private Set<ResourceName> keys(Direction direction) {
    Set<ResourceName> keys = new TreeSet<>(quota.now().names());
    keys.addAll(quota.decided().names());
    keys.removeIf(k -> plannedCeilings.direction(quota, k) != direction);
    return keys;
  }

  /**
   * Returns the ceilings with the decided changes in one direction; a key is dropped only if the
   * plan allows it now.
   */
  private Resources with(Resources start, Direction direction) {
    Resources target = start;
    for (ResourceName key : keys(direction)) {
      Optional<Quantity> decided = quota.decided().get(key);
      target =
          decided.isPresent()
              ? target.with(key, decided.get())
              : plannedCeilings.raised(quota, key, target);
    }
    return target;
  }

  private void put(Resources target) {
    if (target.equals(hard)) {
      return;
    }
    QuotaWrite quotaWrite = write(target);
    quotaWrite.hard().ifPresent(h -> plannedCeilings.confirm(quota, h));
    if (quotaWrite.result() != Result.DONE) {
      failure = Optional.of(quotaWrite);
      if (quotaWrite.hard().isEmpty()) {
        plannedCeilings.doubt(quota, target);
      }
      return;
    }
    written = true;
    existence = quotaWrite.message().isEmpty() ? existence : quotaWrite.message();
    hard = quotaWrite.hard().orElse(target);
    if (!hard.equals(target)) {
      failure =
          Optional.of(
              new QuotaWrite(
                  Result.CONFLICT,
                  "the API server stored " + hard + " instead of " + target,
                  Optional.of(hard)));
    }
  }

  private QuotaWrite write(Resources target) {
    try {
      return writer.put(target);
    } catch (UnreachableException e) {
      unreachable = true;
      return new QuotaWrite(Result.ERROR, String.valueOf(e.getMessage()), Optional.empty());
    }
  }

  /** Returns whether the cluster became unreachable. */
  boolean isUnreachable() {
    return unreachable;
  }

  /** Leaves the quota as it is, because the cluster became unreachable. */
  void skip() {
    if (failure.isEmpty() && !hard.equals(quota.decided())) {
      failure =
          Optional.of(
              new QuotaWrite(
                  Result.ERROR,
                  "not tried, because the cluster can't be reached any more",
                  Optional.of(hard)));
    }
  }

  /** Returns the outcome of the quota's changes. */
  WriteOutcome outcome() {
    String object = "quota " + quota.label();
    String done = written ? done() : "";
    if (failure.isPresent()) {
      String before = written ? done + "; then: " : "";
      return new WriteOutcome(object, failure.get().result(), before + failure.get().message());
    }
    List<String> missing = new ArrayList<>();
    Set<ResourceName> keys = new TreeSet<>(quota.now().names());
    keys.addAll(quota.decided().names());
    for (ResourceName key : keys) {
      if (!hard.get(key).equals(quota.decided().get(key))) {
        missing.add(key + "=" + quota.decidedOrUsed(key));
      }
    }
    if (missing.isEmpty()) {
      return new WriteOutcome(object, Result.DONE, done);
    }
    return new WriteOutcome(
        object,
        Result.WITHHELD,
        (written ? done + "; " : "")
            + String.join(", ", missing)
            + " has to wait for reductions of other quotas that were not made");
  }

  private String done() {
    if (!existence.isEmpty()) {
      return hard.isEmpty() ? existence : existence + " with " + hard;
    }
    Set<ResourceName> changed = new TreeSet<>(quota.now().withDefaults(hard).names());
    changed.removeIf(k -> quota.now().get(k).equals(hard.get(k)));
    return AdviceSummary.ceilings(quota.now().mask(changed))
        + " -> "
        + AdviceSummary.ceilings(hard.mask(changed));
  }
}

package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.division.StepLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reverts the last change that was applied to each quota, as recorded in its annotation. A quota
 * that someone has changed since is left alone, and so is a quota with an annotation by someone
 * else. A created quota is deleted. As with the changes themselves, reductions come first, and
 * raises are made of what they free.
 */
public final class QuotaReverter {

  private final ApiWriter writer;

  /** Makes the reverter. */
  public QuotaReverter(Connection connection) {
    this(new ApiWriter(connection));
  }

  QuotaReverter(ApiWriter writer) {
    this.writer = writer;
  }

  /**
   * Takes the changes back, and returns what became of each.
   *
   * @param namespace the namespace to do it in, all if empty
   * @throws StatusException if the quotas can't be listed
   */
  public List<WriteOutcome> undo(Optional<String> namespace) throws StatusException {
    String path = namespace.map(n -> ApiPaths.quota(n, "")).orElse(ApiPaths.QUOTAS);
    List<AppliedQuota> applied = new ArrayList<>();
    List<PlannedQuota> planned = new ArrayList<>();
    List<WriteOutcome> writeOutcomes = new ArrayList<>();
    for (JsonObject quota : writer.list(path, Map.of())) {
      Optional<ReplacedAnnotation> replaced = ReplacedAnnotation.read(quota);
      Optional<AppliedQuota> toRevert =
          replaced
              .filter(r -> r.isOurs(quota) && r.isStillApplied(quota))
              .map(r -> new AppliedQuota(writer, quota, r));
      toRevert.ifPresent(applied::add);
      PlannedQuota plannedQuota =
          toRevert
              .map(AppliedQuota::quota)
              .orElseGet(() -> AppliedQuota.planned(quota, Optional.empty()));
      planned.add(plannedQuota);
      if (replaced.isPresent() && toRevert.isEmpty()) {
        writeOutcomes.add(leftAlone(plannedQuota, quota, replaced.get()));
      }
    }
    PlannedCeilings plannedCeilings = new PlannedCeilings(planned, changed(applied));
    writeOutcomes.addAll(
        StagedQuotas.carryOut(
            applied.stream().map(a -> new StagedQuota(a.quota(), plannedCeilings, a)).toList()));
    return List.copyOf(writeOutcomes);
  }

  private static WriteOutcome leftAlone(
      PlannedQuota quota, JsonObject live, ReplacedAnnotation replaced) {
    return new WriteOutcome(
        "quota " + quota.label(),
        Result.CONFLICT,
        replaced.isOurs(live)
            ? WriteErrors.CHANGED + " since " + replaced.time()
            : ReplacedAnnotation.NOT_OURS);
  }

  /** Returns the resources whose quotas change; each counts as divided. */
  private static Map<DividedResource, StepLimits> changed(List<AppliedQuota> applied) {
    Map<DividedResource, StepLimits> changed = new HashMap<>();
    for (AppliedQuota each : applied) {
      PlannedQuota quota = each.quota();
      for (ResourceName key : quota.now().withDefaults(quota.decided()).names()) {
        if (!quota.now().get(key).equals(quota.decided().get(key))) {
          QuotaKeys.nodeResource(key)
              .ifPresent(r -> changed.put(DividedResource.of(r), StepLimits.UNLIMITED));
        }
      }
    }
    return changed;
  }
}

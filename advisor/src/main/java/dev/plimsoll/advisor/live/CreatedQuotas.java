package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.QuotaRecommendation;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.plan.QuotaPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Deletes created quotas where another quota of the namespace limits the same resource. Such a
 * quota may have been invisible at that time. A quota that someone else has written to stays.
 */
final class CreatedQuotas {
  private final ApiWriter writer;
  private final NamespaceOwners owners;

  CreatedQuotas(ApiWriter writer, NamespaceOwners owners) {
    this.writer = writer;
    this.owners = owners;
  }

  /** Deletes them, and returns what became of each. */
  List<WriteOutcome> takeBack(Advice advice) {
    List<WriteOutcome> writeOutcomes = new ArrayList<>();
    for (QuotaRecommendation each : advice.recommendations()) {
      String namespace = each.proposal().namespace();
      if (each.proposal().name().equals(QuotaPlan.NEW_QUOTA)
          && !each.proposal().isNew()
          && !owners.isElsewhere(namespace)
          && advice.recommendations().stream().anyMatch(o -> limitsTheSame(o, each))) {
        takeBack(namespace, "quota " + each.label()).ifPresent(writeOutcomes::add);
      }
    }
    return writeOutcomes;
  }

  private static boolean limitsTheSame(QuotaRecommendation other, QuotaRecommendation created) {
    return other.proposal().namespace().equals(created.proposal().namespace())
        && !other.proposal().name().equals(created.proposal().name());
  }

  private Optional<WriteOutcome> takeBack(String namespace, String object) {
    try {
      List<JsonObject> live = writer.list(ApiPaths.quota(namespace, ""), Map.of());
      Optional<JsonObject> created =
          live.stream()
              .filter(q -> JsonFields.text(q, "metadata", "name").equals(QuotaPlan.NEW_QUOTA))
              .filter(FieldOwners::areOnlyOurs)
              .filter(q -> live.stream().anyMatch(other -> limitsTheSame(other, q)))
              .findFirst();
      if (created.isEmpty()) {
        return Optional.empty();
      }
      String path = ApiPaths.quota(namespace, QuotaPlan.NEW_QUOTA);
      JsonObject unused = ApiWriter.checked(mode -> writer.delete(path, created.get(), mode));
      return Optional.of(
          new WriteOutcome(
              object,
              Result.DONE,
              "deleted, since the advisor created it and another quota limits the same"));
    } catch (StatusException e) {
      return e.code() == StatusException.NOT_FOUND
          ? Optional.empty()
          : Optional.of(WriteErrors.outcome(object, "delete", e));
    }
  }

  private static boolean limitsTheSame(JsonObject other, JsonObject created) {
    Resources hard = JsonFields.amounts(created, "spec", "hard");
    return !JsonFields.text(other, "metadata", "name").equals(QuotaPlan.NEW_QUOTA)
        && AppliedQuota.planned(other, Optional.empty()).countsAllPods()
        && JsonFields.amounts(other, "spec", "hard").names().containsAll(hard.names());
  }
}

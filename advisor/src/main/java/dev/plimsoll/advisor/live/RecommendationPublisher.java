package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.ApiWriter.Mode;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.QuotaRecommendation;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Publishes recommendations in a cluster: a QuotaRecommendation for each quota, which the next one
 * for it takes the place of; an Event on the quota where the recommendation is new or another; and
 * a ConfigMap with the report.
 */
public final class RecommendationPublisher {

  private final ApiWriter writer;
  private final Instant now;

  /**
   * Makes the publisher.
   *
   * @param now the time to note down
   */
  public RecommendationPublisher(Connection connection, Instant now) {
    this.writer = new ApiWriter(connection);
    this.now = now.truncatedTo(ChronoUnit.SECONDS);
  }

  /**
   * Posts the advice, and returns what became of each object.
   *
   * @param applied what became of the quotas, where they were changed
   * @param reportNamespace where the ConfigMap goes
   */
  public List<WriteOutcome> post(
      Advice advice, List<WriteOutcome> applied, String reportNamespace) {
    List<WriteOutcome> writeOutcomes = new ArrayList<>();
    Set<String> posted = new HashSet<>();
    for (QuotaRecommendation each : advice.recommendations()) {
      posted.add(each.label());
      WriteOutcome writeOutcome = recommendation(advice, each, applied);
      writeOutcomes.add(writeOutcome);
      if (writeOutcome.equals(crdMissing(each))) {
        break;
      }
    }
    writeOutcomes.addAll(retire(posted));
    writeOutcomes.add(report(advice, reportNamespace));
    return List.copyOf(writeOutcomes);
  }

  private static WriteOutcome crdMissing(QuotaRecommendation quotaRecommendation) {
    return new WriteOutcome(
        "recommendation " + quotaRecommendation.label(),
        Result.ERROR,
        "the cluster has no kind QuotaRecommendation; apply manifests/crds");
  }

  private WriteOutcome recommendation(
      Advice advice, QuotaRecommendation quotaRecommendation, List<WriteOutcome> applied) {
    String object = "recommendation " + quotaRecommendation.label();
    String path =
        ApiPaths.recommendation(
            quotaRecommendation.proposal().namespace(), quotaRecommendation.proposal().name());
    try {
      Optional<JsonObject> former = writer.get(path);
      JsonObject document = RecommendationObject.of(advice, quotaRecommendation, now);
      boolean same = former.map(f -> keepTime(f, document)).orElse(false);
      JsonObject stored = writer.apply(path, document, Mode.STORE);
      StatusConditions statusConditions =
          new StatusConditions(stored, now)
              .current(true)
              .applied(quotaRecommendation, outcome(applied, quotaRecommendation));
      status(path, RecommendationObject.head(quotaRecommendation), statusConditions);
      if (!same && quotaRecommendation.proposal().changes() && isStored(quotaRecommendation)) {
        writer.create(
            ApiPaths.events(quotaRecommendation.proposal().namespace()),
            RecommendationEvent.of(quotaRecommendation, now),
            Mode.STORE);
      }
      return same
          ? new WriteOutcome(object, Result.UNCHANGED, "as it was")
          : new WriteOutcome(object, Result.DONE, "posted");
    } catch (StatusException e) {
      return e.code() == StatusException.NOT_FOUND
          ? crdMissing(quotaRecommendation)
          : WriteErrors.outcome(object, "post", e);
    }
  }

  private static boolean isStored(QuotaRecommendation quotaRecommendation) {
    return !quotaRecommendation.quota().metadata().uid().isEmpty();
  }

  private static Optional<WriteOutcome> outcome(
      List<WriteOutcome> applied, QuotaRecommendation quotaRecommendation) {
    return applied.stream()
        .filter(o -> o.object().equals("quota " + quotaRecommendation.label()))
        .findFirst();
  }

  /** Leaves the time as it was if nothing that matters has changed; returns whether it has not. */
  private static boolean keepTime(JsonObject former, JsonObject document) {
    JsonObject before = JsonFields.object(former, "spec").deepCopy();
    JsonObject spec = document.getAsJsonObject("spec");
    JsonObject after = spec.deepCopy();
    for (JsonObject each : List.of(before, after)) {
      each.remove("time");
      each.remove("resourceVersion");
    }
    boolean same = before.equals(after);
    if (same) {
      for (String kept : List.of("time", "resourceVersion")) {
        spec.addProperty(kept, JsonFields.text(former, "spec", kept));
      }
    }
    return same;
  }

  private void status(String path, JsonObject document, StatusConditions statusConditions)
      throws StatusException {
    JsonObject status = new JsonObject();
    status.addProperty("observedGeneration", statusConditions.generation());
    status.add("conditions", statusConditions.build());
    document.add("status", status);
    writer.apply(path + "/status", document, Mode.STORE);
  }

  /** Marks recommendations for quotas that nothing is proposed for any more. */
  private List<WriteOutcome> retire(Set<String> posted) {
    List<WriteOutcome> writeOutcomes = new ArrayList<>();
    try {
      JsonObject all =
          writer.list(
              ApiPaths.recommendations(),
              Map.of("labelSelector", "app.kubernetes.io/managed-by=plimsoll"));
      for (JsonObject old : JsonFields.objects(all, "items")) {
        String namespace = JsonFields.text(old, "metadata", "namespace");
        String name = JsonFields.text(old, "metadata", "name");
        if (!posted.contains(namespace + "/" + name) && isCurrent(old)) {
          writeOutcomes.add(retire(namespace, name, old));
        }
      }
    } catch (StatusException e) {
      if (e.code() != StatusException.NOT_FOUND) {
        writeOutcomes.add(WriteErrors.outcome("former recommendations", "list", e));
      }
    }
    return writeOutcomes;
  }

  private static boolean isCurrent(JsonObject recommendation) {
    return JsonFields.objects(recommendation, "status", "conditions").stream()
        .anyMatch(
            c ->
                JsonFields.text(c, "type").equals(StatusConditions.CURRENT)
                    && JsonFields.text(c, "status").equals("True"));
  }

  private WriteOutcome retire(String namespace, String name, JsonObject old) {
    String object = "recommendation " + namespace + "/" + name;
    try {
      status(
          ApiPaths.recommendation(namespace, name),
          RecommendationObject.head(namespace, name),
          new StatusConditions(old, now).current(false));
      return new WriteOutcome(object, Result.DONE, "no longer proposed");
    } catch (StatusException e) {
      return WriteErrors.outcome(object, "change", e);
    }
  }

  private WriteOutcome report(Advice advice, String namespace) {
    String object = "configmap " + namespace + "/" + ReportConfigMap.NAME;
    try {
      writer.apply(
          ApiPaths.configMap(namespace, ReportConfigMap.NAME),
          ReportConfigMap.of(advice, namespace),
          Mode.STORE);
      return new WriteOutcome(object, Result.DONE, "posted");
    } catch (StatusException e) {
      return WriteErrors.outcome(object, "post", e);
    }
  }
}

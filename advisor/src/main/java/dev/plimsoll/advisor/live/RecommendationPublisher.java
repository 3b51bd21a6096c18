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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Publishes recommendations in a cluster. Each key of a quota gets a QuotaRecommendation, which the
 * key's next recommendation replaces. The quota gets an Event if the recommendation is new or
 * different, and a ConfigMap has the report of each policy. Equal objects aren't written again, and
 * a recommendation that the same policy no longer makes is deleted. If two policies divide the same
 * resource, the policy whose recommendation exists keeps it.
 */
public final class RecommendationPublisher {

  private final Connection connection;
  private final ApiWriter writer;
  private final Instant now;

  /**
   * Makes the publisher.
   *
   * @param now the time to note down
   */
  public RecommendationPublisher(Connection connection, Instant now) {
    this.connection = connection;
    this.writer = new ApiWriter(connection);
    this.now = now.truncatedTo(ChronoUnit.SECONDS);
  }

  /** Posts the advice, where no other policy owns a namespace. */
  public List<WriteOutcome> post(
      Advice advice, List<WriteOutcome> applied, String reportNamespace) {
    return post(advice, NamespaceOwners.NONE, applied, reportNamespace);
  }

  /**
   * Posts the advice, and returns what became of each object.
   *
   * @param owners which namespaces another policy owns; that one posts what it recommends there
   * @param applied what became of the quotas, where they were changed
   * @param reportNamespace where the ConfigMap goes
   */
  public List<WriteOutcome> post(
      Advice advice, NamespaceOwners owners, List<WriteOutcome> applied, String reportNamespace) {
    List<WriteOutcome> writeOutcomes = new ArrayList<>();
    try {
      StoredRecommendations stored = StoredRecommendations.list(writer);
      for (QuotaRecommendation each : advice.recommendations()) {
        if (!owners.isElsewhere(each.proposal().namespace())) {
          writeOutcomes.addAll(quota(advice, owners, each, outcome(applied, each), stored));
        }
      }
      stored
          .rest(advice.shares().capacity().policy().name())
          .forEach(r -> writeOutcomes.add(delete(r)));
    } catch (StatusException e) {
      writeOutcomes.add(
          e.code() == StatusException.NOT_FOUND
              ? new WriteOutcome(
                  "recommendations",
                  Result.ERROR,
                  "the cluster has no kind QuotaRecommendation; apply manifests/crds")
              : WriteErrors.outcome("recommendations", "list", e));
    }
    writeOutcomes.add(report(advice, reportNamespace));
    return List.copyOf(writeOutcomes);
  }

  private static Optional<WriteOutcome> outcome(
      List<WriteOutcome> applied, QuotaRecommendation quotaRecommendation) {
    return applied.stream()
        .filter(o -> o.object().equals("quota " + quotaRecommendation.label()))
        .findFirst();
  }

  private List<WriteOutcome> quota(
      Advice advice,
      NamespaceOwners owners,
      QuotaRecommendation quotaRecommendation,
      Optional<WriteOutcome> applied,
      StoredRecommendations stored) {
    List<WriteOutcome> writeOutcomes = new ArrayList<>();
    boolean news = false;
    for (KeyRecommendation each : KeyRecommendation.of(quotaRecommendation)) {
      JsonObject document = RecommendationObject.of(advice, each, now);
      JsonObject former =
          stored.take(StoredRecommendations.path(document)).orElseGet(JsonObject::new);
      String policy = JsonFields.text(former, "spec", "policy");
      if (!policy.equals(JsonFields.text(document, "spec", "policy"))
          && !owners.isContestedBy(each.namespace(), policy)
          && exists(policy)) {
        writeOutcomes.add(disputed(each, policy));
        continue;
      }
      WriteOutcome writeOutcome = key(each, document, former, applied);
      writeOutcomes.add(writeOutcome);
      news |= writeOutcome.result() == Result.DONE && RecommendationObject.isNews(former, document);
    }
    if (news && quotaRecommendation.proposal().changes() && isStored(quotaRecommendation)) {
      event(quotaRecommendation).ifPresent(writeOutcomes::add);
    }
    return writeOutcomes;
  }

  private boolean exists(String policy) {
    return !policy.isEmpty() && policies().contains(policy);
  }

  private Set<String> policies() {
    return StoredPolicies.list(connection).stream()
        .map(NamespaceOwners::name)
        .collect(Collectors.toSet());
  }

  /** Returns the other policies of the cluster, if any may have a report; it asks only then. */
  private Set<String> othersWithReport(Advice advice, Optional<JsonObject> stored) {
    String own = advice.shares().capacity().policy().name();
    return stored.filter(s -> ReportConfigMap.hasOthers(s, own)).isPresent()
        ? policies()
        : Set.of();
  }

  private static WriteOutcome disputed(KeyRecommendation recommendation, String policy) {
    return new WriteOutcome(
        recommendation.toString(),
        Result.CONFLICT,
        "policy "
            + policy
            + " has a recommendation for it, too, which stays; let one of the two divide the"
            + " resource");
  }

  private static boolean isStored(QuotaRecommendation quotaRecommendation) {
    return !quotaRecommendation.quota().metadata().uid().isEmpty();
  }

  /**
   * Posts what is recommended for a key.
   *
   * @param former what is stored; empty if nothing is
   */
  private WriteOutcome key(
      KeyRecommendation recommendation,
      JsonObject document,
      JsonObject former,
      Optional<WriteOutcome> applied) {
    String path = StoredRecommendations.path(document);
    try {
      boolean same = RecommendationObject.isSame(former, document);
      JsonObject latest = same ? former : writer.apply(path, document, Mode.STORE);
      StatusConditions conditions =
          new StatusConditions(latest, now).applied(recommendation.changes(), applied);
      if (!conditions.areStored()) {
        JsonObject object =
            RecommendationObject.head(recommendation.namespace(), recommendation.objectName());
        object.add("status", conditions.status());
        writer.apply(path + "/status", object, Mode.STORE);
      }
      return same
          ? new WriteOutcome(recommendation.toString(), Result.UNCHANGED, "as it was")
          : new WriteOutcome(recommendation.toString(), Result.DONE, "posted");
    } catch (StatusException e) {
      return WriteErrors.inNamespace(recommendation.toString(), "post", e);
    }
  }

  /** Writes an event; returns what became of it if it could not be written. */
  private Optional<WriteOutcome> event(QuotaRecommendation quotaRecommendation) {
    try {
      writer.create(
          ApiPaths.events(quotaRecommendation.proposal().namespace()),
          RecommendationEvent.of(quotaRecommendation, now),
          Mode.STORE);
      return Optional.empty();
    } catch (StatusException e) {
      // Its name tells time and content, so one of that name says the same.
      return e.code() == StatusException.CONFLICT
          ? Optional.empty()
          : Optional.of(
              WriteErrors.inNamespace(
                  "event on quota " + quotaRecommendation.label(), "create", e));
    }
  }

  private WriteOutcome delete(JsonObject former) {
    String object =
        "recommendation "
            + JsonFields.text(former, "metadata", "namespace")
            + "/"
            + JsonFields.text(former, "metadata", "name");
    WriteOutcome deleted = new WriteOutcome(object, Result.DONE, "no longer recommended, deleted");
    try {
      writer.delete(StoredRecommendations.path(former), former, Mode.STORE);
      return deleted;
    } catch (StatusException e) {
      return e.code() == StatusException.NOT_FOUND
          ? deleted
          : WriteErrors.outcome(object, "delete", e);
    }
  }

  private WriteOutcome report(Advice advice, String namespace) {
    String object = "configmap " + namespace + "/" + ReportConfigMap.NAME;
    String path = ApiPaths.configMap(namespace, ReportConfigMap.NAME);
    try {
      Optional<JsonObject> stored = writer.get(path);
      JsonObject document =
          ReportConfigMap.of(advice, namespace, stored, othersWithReport(advice, stored));
      if (stored.filter(f -> ReportConfigMap.isSame(f, document)).isPresent()) {
        return new WriteOutcome(object, Result.UNCHANGED, "as it was");
      }
      writer.apply(path, document, Mode.STORE);
      return new WriteOutcome(object, Result.DONE, "posted");
    } catch (StatusException e) {
      return WriteErrors.outcome(object, "post", e);
    }
  }
}

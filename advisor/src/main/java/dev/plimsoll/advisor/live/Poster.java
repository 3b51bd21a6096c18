package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.ApiWriter.Mode;
import dev.plimsoll.advisor.live.Outcome.Result;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.Recommendation;
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
 * Tells a cluster what is recommended: a QuotaRecommendation for each quota, which the next one for
 * it takes the place of; an Event on the quota where the recommendation is new or another; and a
 * ConfigMap with the report.
 */
public final class Poster {
  private static final String UNKNOWN =
      "the cluster doesn't know QuotaRecommendation; install manifests/crds";

  private final ApiWriter writer;
  private final Instant now;

  /**
   * Makes the poster.
   *
   * @param now the time to note down
   */
  public Poster(Connection connection, Instant now) {
    this.writer = new ApiWriter(connection);
    this.now = now.truncatedTo(ChronoUnit.SECONDS);
  }

  /**
   * Posts the advice, and returns what became of each object.
   *
   * @param applied what became of the quotas, where they were changed
   * @param reportNamespace where the ConfigMap goes
   */
  public List<Outcome> post(Advice advice, List<Outcome> applied, String reportNamespace) {
    List<Outcome> outcomes = new ArrayList<>();
    Set<String> posted = new HashSet<>();
    for (Recommendation each : advice.recommendations()) {
      posted.add(each.label());
      outcomes.add(recommendation(advice, each, applied));
      if (outcomes.stream().anyMatch(o -> o.result() == Result.REFUSED && isUnknown(o))) {
        break;
      }
    }
    outcomes.addAll(retire(posted));
    outcomes.add(report(advice, reportNamespace));
    return List.copyOf(outcomes);
  }

  private static boolean isUnknown(Outcome outcome) {
    return outcome.sentence().startsWith(UNKNOWN);
  }

  private Outcome recommendation(
      Advice advice, Recommendation recommendation, List<Outcome> applied) {
    String object = "recommendation " + recommendation.label();
    String path =
        Paths.recommendation(
            recommendation.proposal().namespace(), recommendation.proposal().name());
    try {
      Optional<JsonObject> former = writer.get(path);
      JsonObject document = RecommendationDocument.of(advice, recommendation, now);
      boolean same = former.map(f -> keepTime(f, document)).orElse(false);
      JsonObject stored = writer.apply(path, document, Mode.STORE);
      Conditions conditions =
          new Conditions(stored, now)
              .current(true)
              .applied(recommendation, outcome(applied, recommendation));
      status(path, RecommendationDocument.head(recommendation), conditions);
      if (!same && recommendation.proposal().changes() && isStored(recommendation)) {
        writer.create(
            Paths.events(recommendation.proposal().namespace()),
            EventDocument.of(recommendation, now),
            Mode.STORE);
      }
      return same
          ? new Outcome(object, Result.UNCHANGED, "as it was")
          : new Outcome(object, Result.DONE, "posted");
    } catch (StatusException e) {
      return e.code() == StatusException.NOT_FOUND
          ? new Outcome(object, Result.REFUSED, UNKNOWN)
          : Failing.outcome(object, "post", e);
    }
  }

  private static boolean isStored(Recommendation recommendation) {
    return !recommendation.quota().metadata().uid().isEmpty();
  }

  private static Optional<Outcome> outcome(List<Outcome> applied, Recommendation recommendation) {
    return applied.stream()
        .filter(o -> o.object().equals("quota " + recommendation.label()))
        .findFirst();
  }

  /** Leaves the time as it was if nothing that matters has changed; returns whether it has not. */
  private static boolean keepTime(JsonObject former, JsonObject document) {
    JsonObject before = Tree.object(former, "spec").deepCopy();
    JsonObject spec = document.getAsJsonObject("spec");
    JsonObject after = spec.deepCopy();
    for (JsonObject each : List.of(before, after)) {
      each.remove("time");
      each.remove("resourceVersion");
    }
    boolean same = before.equals(after);
    if (same) {
      for (String kept : List.of("time", "resourceVersion")) {
        spec.addProperty(kept, Tree.text(former, "spec", kept));
      }
    }
    return same;
  }

  private void status(String path, JsonObject document, Conditions conditions)
      throws StatusException {
    JsonObject status = new JsonObject();
    status.addProperty("observedGeneration", conditions.generation());
    status.add("conditions", conditions.build());
    document.add("status", status);
    writer.apply(path + "/status", document, Mode.STORE);
  }

  /** Marks recommendations for quotas that nothing is proposed for any more. */
  private List<Outcome> retire(Set<String> posted) {
    List<Outcome> outcomes = new ArrayList<>();
    try {
      JsonObject all =
          writer.list(
              Paths.recommendations(),
              Map.of("labelSelector", "app.kubernetes.io/managed-by=plimsoll"));
      for (JsonObject old : Tree.objects(all, "items")) {
        String namespace = Tree.text(old, "metadata", "namespace");
        String name = Tree.text(old, "metadata", "name");
        if (!posted.contains(namespace + "/" + name) && isCurrent(old)) {
          outcomes.add(retire(namespace, name, old));
        }
      }
    } catch (StatusException e) {
      if (e.code() != StatusException.NOT_FOUND) {
        outcomes.add(Failing.outcome("former recommendations", "list", e));
      }
    }
    return outcomes;
  }

  private static boolean isCurrent(JsonObject recommendation) {
    return Tree.objects(recommendation, "status", "conditions").stream()
        .anyMatch(
            c ->
                Tree.text(c, "type").equals(Conditions.CURRENT)
                    && Tree.text(c, "status").equals("True"));
  }

  private Outcome retire(String namespace, String name, JsonObject old) {
    String object = "recommendation " + namespace + "/" + name;
    JsonObject metadata = new JsonObject();
    metadata.addProperty("name", name);
    metadata.addProperty("namespace", namespace);
    JsonObject document = new JsonObject();
    document.addProperty("apiVersion", RecommendationDocument.API_VERSION);
    document.addProperty("kind", RecommendationDocument.KIND);
    document.add("metadata", metadata);
    try {
      status(
          Paths.recommendation(namespace, name), document, new Conditions(old, now).current(false));
      return new Outcome(object, Result.DONE, "no longer proposed");
    } catch (StatusException e) {
      return Failing.outcome(object, "change", e);
    }
  }

  private Outcome report(Advice advice, String namespace) {
    String object = "configmap " + namespace + "/" + ReportDocument.NAME;
    try {
      writer.apply(
          Paths.configMap(namespace, ReportDocument.NAME),
          ReportDocument.of(advice, namespace),
          Mode.STORE);
      return new Outcome(object, Result.DONE, "posted");
    } catch (StatusException e) {
      return Failing.outcome(object, "post", e);
    }
  }
}

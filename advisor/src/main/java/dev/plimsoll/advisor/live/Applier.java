package dev.plimsoll.advisor.live;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.ApiWriter.Mode;
import dev.plimsoll.advisor.live.Outcome.Result;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.QuotaDocument;
import dev.plimsoll.advisor.recommend.Recommendation;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Changes quotas as recommended, by server-side apply as field manager {@code plimsoll-advisor}.
 *
 * <p>Only what was reasoned from is changed: a quota that has other ceilings by now is left alone,
 * and every write names the version it replaces. Each is tried by dry run before. An annotation
 * keeps what was replaced. What fails doesn't keep the others from being changed.
 */
public final class Applier {
  private static final int ATTEMPTS = 3;

  private final ApiWriter writer;
  private final Instant now;
  private final boolean overOthers;

  /**
   * Makes the applier.
   *
   * @param now the time to note down
   * @param overOthers whether ceilings that others apply are changed too
   */
  public Applier(Connection connection, Instant now, boolean overOthers) {
    this(new ApiWriter(connection), now, overOthers);
  }

  Applier(ApiWriter writer, Instant now, boolean overOthers) {
    this.writer = writer;
    this.now = now;
    this.overOthers = overOthers;
  }

  /** Changes the quotas, and returns what became of each; those to be raised come first. */
  public List<Outcome> apply(Advice advice) {
    String policy = advice.shares().capacity().policy().name();
    List<Outcome> outcomes = new ArrayList<>();
    for (Recommendation each :
        Reductions.last(advice.changes(), r -> r.proposal().now(), r -> r.proposal().proposed())) {
      outcomes.add(apply(each, policy));
    }
    return List.copyOf(outcomes);
  }

  private Outcome apply(Recommendation recommendation, String policy) {
    String object = "quota " + recommendation.label();
    for (int attempt = 1; ; attempt++) {
      try {
        return isNew(recommendation)
            ? create(object, recommendation, policy)
            : change(object, recommendation, policy);
      } catch (StatusException e) {
        if (e.code() != StatusException.CONFLICT || attempt == ATTEMPTS) {
          return Failing.outcome(object, "change", e);
        }
      }
    }
  }

  private static boolean isNew(Recommendation recommendation) {
    return recommendation.quota().metadata().resourceVersion().isEmpty();
  }

  private Outcome create(String object, Recommendation recommendation, String policy)
      throws StatusException {
    String path = Paths.quota(recommendation.proposal().namespace(), "");
    if (writer.get(path + "/" + recommendation.proposal().name()).isPresent()) {
      return new Outcome(
          object, Result.CONFLICT, "somebody else created it meanwhile; it is as they made it");
    }
    Resources hard = recommendation.proposal().proposed();
    JsonObject quota = QuotaDocument.of(recommendation.quota());
    JsonObject metadata = quota.getAsJsonObject("metadata");
    metadata.add("labels", Paths.labels());
    metadata.add("annotations", annotation(Replaced.of(policy, now, true, Resources.EMPTY, hard)));
    writer.create(path, quota, Mode.TRY);
    writer.create(path, quota, Mode.STORE);
    return new Outcome(object, Result.DONE, "created with " + hard);
  }

  private Outcome change(String object, Recommendation recommendation, String policy)
      throws StatusException {
    String path =
        Paths.quota(recommendation.proposal().namespace(), recommendation.proposal().name());
    Optional<JsonObject> found = writer.get(path);
    if (found.isEmpty()) {
      return new Outcome(object, Result.CONFLICT, "somebody else deleted it meanwhile");
    }
    JsonObject live = found.get();
    Optional<String> changed = Meanwhile.changed(live, recommendation);
    if (changed.isPresent()) {
      return new Outcome(object, Result.CONFLICT, changed.get());
    }
    Resources before = recommendation.proposal().now();
    Resources after = recommendation.proposal().proposed();
    Replaced replaced = Replaced.of(policy, now, false, before, after);
    Set<String> others = Owners.others(live, replaced.keys());
    if (!others.isEmpty() && !overOthers) {
      return new Outcome(
          object,
          Result.CONFLICT,
          String.join(", ", others)
              + " applies its ceilings; change them there, or take them over with"
              + " --force-conflicts");
    }
    String version = Tree.text(live, "metadata", "resourceVersion");
    JsonObject body = body(recommendation, live, replaced, version);
    JsonObject dropping = dropping(recommendation.proposal().dead(), version);
    boolean drops = !recommendation.proposal().dead().isEmpty();
    writer.apply(path, body, Mode.TRY);
    if (drops) {
      writer.merge(path, dropping, Mode.TRY);
    }
    JsonObject stored = writer.apply(path, body, Mode.STORE);
    if (drops) {
      drop(path, recommendation.proposal().dead(), stored);
    }
    return new Outcome(object, Result.DONE, before + " -> " + after);
  }

  /** Returns the ceilings that are changed, and those applied before, which else would go. */
  private static JsonObject body(
      Recommendation recommendation, JsonObject live, Replaced replaced, String version) {
    Set<ResourceName> keys = new TreeSet<>(replaced.keys());
    keys.addAll(Owners.own(live));
    Resources hard = recommendation.proposal().proposed().mask(keys);
    JsonObject body =
        QuotaDocument.head(
            "ResourceQuota",
            recommendation.proposal().namespace(),
            recommendation.proposal().name());
    body.getAsJsonObject("metadata").addProperty("resourceVersion", version);
    body.getAsJsonObject("metadata").add("annotations", annotation(replaced));
    JsonObject spec = new JsonObject();
    spec.add("hard", QuotaDocument.amounts(hard));
    body.add("spec", spec);
    return body;
  }

  private void drop(String path, List<ResourceName> dead, JsonObject stored)
      throws StatusException {
    JsonObject left = stored;
    for (int attempt = 1; ; attempt++) {
      try {
        writer.merge(
            path, dropping(dead, Tree.text(left, "metadata", "resourceVersion")), Mode.STORE);
        return;
      } catch (StatusException e) {
        Optional<JsonObject> again = writer.get(path);
        if (e.code() != StatusException.CONFLICT || attempt == ATTEMPTS || again.isEmpty()) {
          throw e;
        }
        left = again.get();
      }
    }
  }

  /** Returns the patch that drops keys, which apply leaves to whoever set them. */
  private static JsonObject dropping(List<ResourceName> dead, String version) {
    JsonObject hard = new JsonObject();
    dead.forEach(d -> hard.add(d.name(), JsonNull.INSTANCE));
    JsonObject spec = new JsonObject();
    spec.add("hard", hard);
    JsonObject metadata = new JsonObject();
    metadata.addProperty("resourceVersion", version);
    JsonObject patch = new JsonObject();
    patch.add("metadata", metadata);
    patch.add("spec", spec);
    return patch;
  }

  private static JsonObject annotation(Replaced replaced) {
    JsonObject annotations = new JsonObject();
    annotations.addProperty(Replaced.ANNOTATION, replaced.annotation());
    return annotations;
  }
}

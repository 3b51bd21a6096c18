package dev.plimsoll.advisor.live;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.ApiWriter.Mode;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.ManifestJson;
import dev.plimsoll.advisor.recommend.QuotaRecommendation;
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
 * <p>A quota that has other ceilings by now than the advice was based on is left unchanged, and
 * every write names the version it replaces. Each is a dry run first. An annotation keeps what was
 * replaced. A failure does not keep the others from being changed.
 */
public final class QuotaApplier {

  private final ApiWriter writer;
  private final Instant now;
  private final boolean forceConflicts;

  /**
   * Makes the applier.
   *
   * @param now the time to note down
   * @param overOthers whether ceilings that others apply are changed too
   */
  public QuotaApplier(Connection connection, Instant now, boolean overOthers) {
    this(new ApiWriter(connection), now, overOthers);
  }

  QuotaApplier(ApiWriter writer, Instant now, boolean overOthers) {
    this.writer = writer;
    this.now = now;
    this.forceConflicts = overOthers;
  }

  /** Changes the quotas, and returns what became of each; those to be raised come first. */
  public List<WriteOutcome> apply(Advice advice) {
    String policy = advice.shares().capacity().policy().name();
    List<WriteOutcome> writeOutcomes = new ArrayList<>();
    for (QuotaRecommendation each :
        ChangeOrder.reductionsLast(
            advice.changes(), r -> r.proposal().now(), r -> r.proposal().proposed())) {
      writeOutcomes.add(apply(each, policy));
    }
    return List.copyOf(writeOutcomes);
  }

  private WriteOutcome apply(QuotaRecommendation quotaRecommendation, String policy) {
    String object = "quota " + quotaRecommendation.label();
    JsonObject unread = new JsonObject();
    try {
      return RetryOnConflict.run(
          unread,
          () -> Optional.of(unread),
          anew ->
              isNew(quotaRecommendation)
                  ? create(object, quotaRecommendation, policy)
                  : change(object, quotaRecommendation, policy));
    } catch (StatusException e) {
      return WriteErrors.outcome(object, "change", e);
    }
  }

  private static boolean isNew(QuotaRecommendation quotaRecommendation) {
    return quotaRecommendation.quota().metadata().resourceVersion().isEmpty();
  }

  private WriteOutcome create(String object, QuotaRecommendation quotaRecommendation, String policy)
      throws StatusException {
    String path = ApiPaths.quota(quotaRecommendation.proposal().namespace(), "");
    if (writer.get(path + "/" + quotaRecommendation.proposal().name()).isPresent()) {
      return new WriteOutcome(
          object, Result.CONFLICT, "conflict: created by someone else; left unchanged");
    }
    Resources hard = quotaRecommendation.proposal().proposed();
    JsonObject quota = ManifestJson.of(quotaRecommendation.quota());
    JsonObject metadata = quota.getAsJsonObject("metadata");
    metadata.add("labels", ApiPaths.labels());
    metadata.add(
        "annotations", annotation(ReplacedAnnotation.of(policy, now, true, Resources.EMPTY, hard)));
    ApiWriter.checked(mode -> writer.create(path, quota, mode));
    return new WriteOutcome(object, Result.DONE, "created with " + hard);
  }

  private WriteOutcome change(String object, QuotaRecommendation quotaRecommendation, String policy)
      throws StatusException {
    String path =
        ApiPaths.quota(
            quotaRecommendation.proposal().namespace(), quotaRecommendation.proposal().name());
    Optional<JsonObject> found = writer.get(path);
    if (found.isEmpty()) {
      return new WriteOutcome(object, Result.CONFLICT, "conflict: deleted by someone else");
    }
    JsonObject live = found.get();
    Optional<String> changed = ConcurrentChange.since(live, quotaRecommendation);
    if (changed.isPresent()) {
      return new WriteOutcome(object, Result.CONFLICT, changed.get());
    }
    Resources before = quotaRecommendation.proposal().now();
    Resources after = quotaRecommendation.proposal().proposed();
    ReplacedAnnotation replacedAnnotation =
        ReplacedAnnotation.of(policy, now, false, before, after);
    Set<String> others = FieldOwners.others(live, replacedAnnotation.keys());
    if (!others.isEmpty() && !forceConflicts) {
      return new WriteOutcome(
          object,
          Result.CONFLICT,
          String.join(", ", others)
              + " applies its ceilings; change them there, or take them over with"
              + " --force-conflicts");
    }
    String version = JsonFields.text(live, "metadata", "resourceVersion");
    JsonObject body = body(quotaRecommendation, live, replacedAnnotation, version);
    JsonObject dropping = dropping(quotaRecommendation.proposal().dropped(), version);
    boolean drops = !quotaRecommendation.proposal().dropped().isEmpty();
    writer.apply(path, body, Mode.DRY_RUN);
    if (drops) {
      writer.merge(path, dropping, Mode.DRY_RUN);
    }
    JsonObject stored = writer.apply(path, body, Mode.STORE);
    if (drops) {
      drop(path, quotaRecommendation.proposal().dropped(), stored);
    }
    return new WriteOutcome(object, Result.DONE, before + " -> " + after);
  }

  /** Returns the ceilings that are changed, and those applied before, which else would go. */
  private static JsonObject body(
      QuotaRecommendation quotaRecommendation,
      JsonObject live,
      ReplacedAnnotation replacedAnnotation,
      String version) {
    Set<ResourceName> keys = new TreeSet<>(replacedAnnotation.keys());
    keys.addAll(FieldOwners.own(live));
    Resources hard = quotaRecommendation.proposal().proposed().mask(keys);
    JsonObject body =
        ManifestJson.head(
            "v1",
            "ResourceQuota",
            quotaRecommendation.proposal().namespace(),
            quotaRecommendation.proposal().name());
    body.getAsJsonObject("metadata").addProperty("resourceVersion", version);
    body.getAsJsonObject("metadata").add("annotations", annotation(replacedAnnotation));
    JsonObject spec = new JsonObject();
    spec.add("hard", ManifestJson.amounts(hard));
    body.add("spec", spec);
    return body;
  }

  private void drop(String path, List<ResourceName> dead, JsonObject stored)
      throws StatusException {
    RetryOnConflict.run(
        stored,
        () -> writer.get(path),
        left ->
            writer.merge(
                path,
                dropping(dead, JsonFields.text(left, "metadata", "resourceVersion")),
                Mode.STORE));
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

  private static JsonObject annotation(ReplacedAnnotation replacedAnnotation) {
    JsonObject annotations = new JsonObject();
    annotations.addProperty(ReplacedAnnotation.ANNOTATION, replacedAnnotation.annotation());
    return annotations;
  }
}

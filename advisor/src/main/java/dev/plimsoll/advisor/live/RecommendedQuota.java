package dev.plimsoll.advisor.live;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.ApiWriter.Mode;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.advisor.recommend.ManifestJson;
import dev.plimsoll.advisor.recommend.QuotaRecommendation;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.remedy.DeclaringTool;
import dev.plimsoll.model.gap.remedy.GeneratingController;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Puts ceilings into a quota by server-side apply. Each write names the version that it replaces
 * and is a dry run first; an annotation keeps what was replaced.
 */
final class RecommendedQuota implements QuotaWrite.Writer {
  private final ApiWriter writer;
  private final PlannedQuota quota;
  private final JsonObject manifest;
  private final boolean isNew;
  private final String policy;
  private final Instant now;
  private final boolean forceConflicts;
  private final Optional<String> generator;
  private final MadeChanges made;
  private ConcurrentChange lastSeen;
  private boolean created;

  RecommendedQuota(
      ApiWriter writer,
      QuotaRecommendation quotaRecommendation,
      String policy,
      Instant now,
      boolean forceConflicts,
      MadeChanges made) {
    ObjectMeta metadata = quotaRecommendation.quota().metadata();
    this.writer = writer;
    this.quota = PlannedQuota.of(quotaRecommendation);
    this.manifest = ManifestJson.of(quotaRecommendation.quota());
    this.isNew = metadata.resourceVersion().isEmpty();
    this.policy = policy;
    this.now = now;
    this.forceConflicts = forceConflicts;
    this.made = made;
    this.generator =
        GeneratingController.of(quotaRecommendation.quota()).map(DeclaringTool::declaration);
    this.lastSeen =
        new ConcurrentChange(metadata.uid(), metadata.resourceVersion(), quota.now(), quota.used());
  }

  @Override
  public QuotaWrite put(Resources target) {
    return put(target, Mode.STORE);
  }

  /** Tries by dry run to change the quota as recommended; a temporary failure decides nothing. */
  QuotaWrite tried() {
    return put(quota.decided(), Mode.DRY_RUN);
  }

  private QuotaWrite put(Resources target, Mode mode) {
    JsonObject unread = new JsonObject();
    try {
      return RetryOnConflict.run(
          unread,
          () -> Optional.of(unread),
          again -> isNew && !created ? create(target, mode) : change(target, mode));
    } catch (StatusException e) {
      return mode == Mode.DRY_RUN && WriteErrors.isTemporary(e)
          ? QuotaWrite.done(target)
          : QuotaWrite.failed(e, writer, path());
    }
  }

  private String path() {
    return ApiPaths.quota(quota.namespace(), quota.name());
  }

  private QuotaWrite create(Resources target, Mode last) throws StatusException {
    Optional<JsonObject> found = writer.get(path());
    if (found.isPresent()) {
      return QuotaWrite.conflict("conflict: created by someone else; left unchanged", found.get());
    }
    Optional<JsonObject> other =
        writer.list(ApiPaths.quota(quota.namespace(), ""), Map.of()).stream()
            .filter(q -> target.names().stream().anyMatch(hard(q)::contains))
            .filter(q -> AppliedQuota.planned(q, Optional.empty()).countsAllPods())
            .findFirst();
    if (other.isPresent()) {
      return QuotaWrite.conflict(
          "conflict: the namespace has quota %s by now; run advise again"
              .formatted(JsonFields.text(other.get(), "metadata", "name")),
          Resources.EMPTY);
    }
    JsonObject metadata = manifest.getAsJsonObject("metadata");
    metadata.add("labels", ApiPaths.labels());
    metadata.add("annotations", annotation(target));
    manifest.getAsJsonObject("spec").add("hard", ManifestJson.amounts(target));
    String all = ApiPaths.quota(quota.namespace(), "");
    try {
      JsonObject tried = writer.create(all, manifest, Mode.DRY_RUN);
      return last == Mode.DRY_RUN
          ? QuotaWrite.done(tried)
          : stored(QuotaWrite::created, writer.create(all, manifest, Mode.STORE));
    } catch (StatusException e) {
      if (e.isNamespaceGone()) {
        return new QuotaWrite(
            Result.UNCHANGED, WriteErrors.NAMESPACE_GONE, Optional.of(Resources.EMPTY));
      }
      throw e;
    }
  }

  private static Resources hard(JsonObject live) {
    return JsonFields.amounts(live, "spec", "hard");
  }

  private QuotaWrite change(Resources target, Mode last) throws StatusException {
    Optional<JsonObject> found = writer.get(path());
    if (found.isEmpty()) {
      return QuotaWrite.conflict("conflict: deleted by someone else", Resources.EMPTY);
    }
    JsonObject live = found.get();
    Optional<String> changed = lastSeen.since(live, target);
    if (changed.isPresent()) {
      return QuotaWrite.conflict(changed.get(), live);
    }
    ReplacedAnnotation replacedAnnotation = replaced(target);
    Set<String> others = FieldOwners.others(live, replacedAnnotation.keys());
    generator.ifPresent(others::add);
    if (!others.isEmpty() && !forceConflicts) {
      return QuotaWrite.conflict(
          String.join(", ", others)
              + " declares its ceilings; change them there, or take them over with"
              + " --force-conflicts",
          live);
    }
    Optional<String> undone = undone(live, replacedAnnotation.keys());
    if (undone.isPresent() && !forceConflicts) {
      return QuotaWrite.conflict(undone.get(), live);
    }
    String version = JsonFields.text(live, "metadata", "resourceVersion");
    JsonObject body = body(target, live, replacedAnnotation, version);
    List<ResourceName> dropped =
        lastSeen.hard().names().stream().filter(k -> !target.contains(k)).toList();
    writer.apply(path(), body, Mode.DRY_RUN);
    if (!dropped.isEmpty()) {
      writer.merge(path(), dropping(dropped, version), Mode.DRY_RUN);
    }
    if (last == Mode.DRY_RUN) {
      return QuotaWrite.done(target);
    }
    JsonObject stored = writer.apply(path(), body, Mode.STORE);
    made.made(stored, replacedAnnotation);
    return stored(QuotaWrite::done, dropped.isEmpty() ? stored : drop(dropped, stored));
  }

  /** Returns who undid the last change of one of these keys, if anyone did. */
  private Optional<String> undone(JsonObject live, Set<ResourceName> keys) {
    Optional<ReplacedAnnotation> last = made.last(live);
    Set<ResourceName> undone = last.map(l -> l.undone(live)).orElse(Set.of());
    if (!undone.isEmpty()) {
      made.leaveTo(live);
    }
    return last.filter(l -> keys.stream().anyMatch(undone::contains))
        .map(
            l ->
                "%s undid the change of %s; change it there, or take it over with --force-conflicts"
                    .formatted(writer(FieldOwners.writers(live, undone)), l.time()));
  }

  private static String writer(Set<String> managers) {
    return managers.isEmpty() ? "someone" : String.join(", ", managers);
  }

  private QuotaWrite stored(Function<JsonObject, QuotaWrite> outcome, JsonObject stored) {
    created = true;
    lastSeen = lastSeen.after(stored);
    return outcome.apply(stored);
  }

  /** Returns the ceilings that are changed, and those applied before, which else would go. */
  private JsonObject body(
      Resources target, JsonObject live, ReplacedAnnotation replacedAnnotation, String version) {
    Set<ResourceName> keys = new TreeSet<>(replacedAnnotation.keys());
    keys.addAll(FieldOwners.own(live));
    JsonObject body = ManifestJson.head("v1", "ResourceQuota", quota.namespace(), quota.name());
    body.getAsJsonObject("metadata").addProperty("resourceVersion", version);
    body.getAsJsonObject("metadata").add("annotations", annotation(target));
    JsonObject spec = new JsonObject();
    spec.add("hard", ManifestJson.amounts(target.mask(keys)));
    body.add("spec", spec);
    return body;
  }

  private JsonObject drop(List<ResourceName> dropped, JsonObject stored) throws StatusException {
    return RetryOnConflict.run(
        stored,
        () -> writer.get(path()),
        left ->
            writer.merge(
                path(),
                dropping(dropped, JsonFields.text(left, "metadata", "resourceVersion")),
                Mode.STORE));
  }

  /** Returns the patch that drops keys, because an apply leaves the keys of other managers. */
  private static JsonObject dropping(List<ResourceName> dropped, String version) {
    JsonObject hard = new JsonObject();
    dropped.forEach(d -> hard.add(d.name(), JsonNull.INSTANCE));
    JsonObject spec = new JsonObject();
    spec.add("hard", hard);
    JsonObject metadata = new JsonObject();
    metadata.addProperty("resourceVersion", version);
    JsonObject patch = new JsonObject();
    patch.add("metadata", metadata);
    patch.add("spec", spec);
    return patch;
  }

  private ReplacedAnnotation replaced(Resources target) {
    return ReplacedAnnotation.of(policy, now, isNew, quota.now(), target);
  }

  private JsonObject annotation(Resources target) {
    JsonObject annotations = new JsonObject();
    annotations.addProperty(ReplacedAnnotation.ANNOTATION, replaced(target).annotation());
    return annotations;
  }
}

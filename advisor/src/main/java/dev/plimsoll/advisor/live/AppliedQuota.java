package dev.plimsoll.advisor.live;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reverts the last change of a quota, as its annotation records it, or deletes a created quota.
 * While only part of it is reverted, the annotation keeps the rest. No ceiling is lowered below the
 * present usage.
 */
final class AppliedQuota implements QuotaWrite.Writer {
  private final ApiWriter writer;
  private final PlannedQuota quota;
  private JsonObject lastSeen;
  private ReplacedAnnotation replaced;

  AppliedQuota(ApiWriter writer, JsonObject live, ReplacedAnnotation replaced) {
    this.writer = writer;
    this.quota = planned(live, Optional.of(replaced));
    this.lastSeen = live;
    this.replaced = replaced;
  }

  /** Returns a quota with what there was before, or as it is if nothing of it is reverted. */
  static PlannedQuota planned(JsonObject live, Optional<ReplacedAnnotation> replaced) {
    Resources now = JsonFields.amounts(live, "spec", "hard");
    return new PlannedQuota(
        JsonFields.text(live, "metadata", "namespace"),
        JsonFields.text(live, "metadata", "name"),
        JsonFields.strings(live, "spec", "scopes").isEmpty()
            && JsonFields.object(live, "spec", "scopeSelector").size() == 0,
        now,
        replaced.map(r -> r.created() ? Resources.EMPTY : r.restored(now)).orElse(now),
        JsonFields.amounts(live, "status", "used"));
  }

  PlannedQuota quota() {
    return quota;
  }

  @Override
  public QuotaWrite put(Resources target) {
    String path = ApiPaths.quota(quota.namespace(), quota.name());
    try {
      return RetryOnConflict.run(lastSeen, () -> writer.get(path), live -> put(path, live, target));
    } catch (StatusException e) {
      return QuotaWrite.failed(e, writer, path);
    }
  }

  private QuotaWrite put(String path, JsonObject live, Resources target) throws StatusException {
    if (!replaced.isOurs(live)) {
      return QuotaWrite.conflict(ReplacedAnnotation.NOT_OURS, live);
    }
    Resources hard = JsonFields.amounts(live, "spec", "hard");
    if (!ReplacedAnnotation.read(live).equals(Optional.of(replaced))
        || !replaced.isStillApplied(live)) {
      return QuotaWrite.conflict(WriteErrors.CHANGED + " since " + replaced.time(), live);
    }
    if (!replaced.created()) {
      Optional<String> tooLow = belowUse(live, hard, target);
      return tooLow.isPresent()
          ? QuotaWrite.conflict(tooLow.get(), live)
          : restore(path, live, target);
    }
    if (!hard.equals(replaced.after())) {
      return QuotaWrite.conflict("conflict: someone else has added ceilings; left unchanged", live);
    }
    ApiWriter.checked(mode -> writer.delete(path, live, mode));
    return QuotaWrite.DELETED;
  }

  /** Returns why ceilings are not lowered to what they were, if more is used by now. */
  private static Optional<String> belowUse(JsonObject live, Resources hard, Resources target) {
    Resources used = JsonFields.amounts(live, "status", "used");
    for (ResourceName key : target.names()) {
      Quantity to = target.getOrZero(key);
      if (to.compareTo(hard.get(key).orElse(to)) < 0 && to.compareTo(used.getOrZero(key)) < 0) {
        return Optional.of(
            used.getOrZero(key)
                + " of "
                + key
                + " are used by now, more than the "
                + to
                + " there were before; left unchanged");
      }
    }
    return Optional.empty();
  }

  private QuotaWrite restore(String path, JsonObject live, Resources target)
      throws StatusException {
    boolean all = target.equals(quota.decided());
    ReplacedAnnotation left = replaced.withAfter(target);
    JsonObject annotations = new JsonObject();
    annotations.add(
        ReplacedAnnotation.ANNOTATION,
        all ? JsonNull.INSTANCE : new JsonPrimitive(left.annotation()));
    JsonObject metadata = new JsonObject();
    metadata.addProperty("resourceVersion", JsonFields.text(live, "metadata", "resourceVersion"));
    metadata.add("annotations", annotations);
    JsonObject spec = new JsonObject();
    spec.add("hard", hard(target));
    JsonObject patch = new JsonObject();
    patch.add("metadata", metadata);
    patch.add("spec", spec);
    JsonObject stored = ApiWriter.checked(mode -> writer.merge(path, patch, mode));
    replaced = left;
    lastSeen = stored;
    return QuotaWrite.done(stored);
  }

  private JsonObject hard(Resources target) {
    Set<ResourceName> keys = new TreeSet<>(replaced.keys());
    JsonObject hard = new JsonObject();
    for (ResourceName key : keys) {
      hard.add(
          key.name(),
          target
              .get(key)
              .<JsonElement>map(q -> new JsonPrimitive(q.toString()))
              .orElse(JsonNull.INSTANCE));
    }
    return hard;
  }
}

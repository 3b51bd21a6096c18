package dev.plimsoll.advisor.live;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.ApiWriter.Mode;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.model.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Takes back the last change that was applied to each quota, as its annotation tells. A quota that
 * someone changed since is left alone; one that was created is deleted.
 */
public final class QuotaReverter {
  private static final int ATTEMPTS = 3;

  private final ApiWriter writer;

  /** Makes the reverter. */
  public QuotaReverter(Connection connection) {
    this.writer = new ApiWriter(connection);
  }

  private record AppliedChange(JsonObject quota, ReplacedAnnotation replaced) {}

  /**
   * Takes the changes back, and returns what became of each; what is raised comes first.
   *
   * @param namespace the namespace to do it in, all if empty
   * @throws StatusException if the quotas can't be listed
   */
  public List<WriteOutcome> undo(Optional<String> namespace) throws StatusException {
    String path = namespace.map(n -> ApiPaths.quota(n, "")).orElse(ApiPaths.QUOTAS);
    List<AppliedChange> appliedChanges = new ArrayList<>();
    for (JsonObject quota : JsonFields.objects(writer.list(path, Map.of()), "items")) {
      ReplacedAnnotation.read(quota)
          .ifPresent(r -> appliedChanges.add(new AppliedChange(quota, r)));
    }
    List<WriteOutcome> writeOutcomes = new ArrayList<>();
    for (AppliedChange appliedChange :
        ChangeOrder.reductionsLast(
            appliedChanges, c -> c.replaced().after(), c -> c.replaced().before())) {
      writeOutcomes.add(undo(appliedChange));
    }
    return List.copyOf(writeOutcomes);
  }

  private WriteOutcome undo(AppliedChange appliedChange) {
    String namespace = JsonFields.text(appliedChange.quota(), "metadata", "namespace");
    String name = JsonFields.text(appliedChange.quota(), "metadata", "name");
    String object = "quota " + namespace + "/" + name;
    String path = ApiPaths.quota(namespace, name);
    JsonObject quota = appliedChange.quota();
    for (int attempt = 1; ; attempt++) {
      try {
        return undo(object, path, quota, appliedChange.replaced());
      } catch (StatusException e) {
        Optional<JsonObject> again = again(path, e);
        if (attempt == ATTEMPTS || again.isEmpty()) {
          return WriteErrors.outcome(object, "change", e);
        }
        quota = again.get();
      }
    }
  }

  /** Returns the quota as it is by now where the version was to blame. */
  private Optional<JsonObject> again(String path, StatusException e) {
    try {
      return e.code() == StatusException.CONFLICT ? writer.get(path) : Optional.empty();
    } catch (StatusException unreadable) {
      return Optional.empty();
    }
  }

  private WriteOutcome undo(
      String object, String path, JsonObject quota, ReplacedAnnotation replacedAnnotation)
      throws StatusException {
    if (!replacedAnnotation.isStillApplied(quota)) {
      return new WriteOutcome(
          object, Result.CONFLICT, WriteErrors.CHANGED + " since " + replacedAnnotation.time());
    }
    return replacedAnnotation.created()
        ? delete(object, path, quota, replacedAnnotation)
        : restore(object, path, quota, replacedAnnotation);
  }

  private WriteOutcome delete(
      String object, String path, JsonObject quota, ReplacedAnnotation replacedAnnotation)
      throws StatusException {
    Resources hard = JsonFields.amounts(quota, "spec", "hard");
    if (!hard.equals(replacedAnnotation.after())) {
      return new WriteOutcome(
          object, Result.CONFLICT, "conflict: someone else has added ceilings; left unchanged");
    }
    writer.delete(path, quota, Mode.DRY_RUN);
    writer.delete(path, quota, Mode.STORE);
    return new WriteOutcome(
        object, Result.DONE, "deleted; it was created at " + replacedAnnotation.time());
  }

  private WriteOutcome restore(
      String object, String path, JsonObject quota, ReplacedAnnotation replacedAnnotation)
      throws StatusException {
    JsonObject annotations = new JsonObject();
    annotations.add(ReplacedAnnotation.ANNOTATION, JsonNull.INSTANCE);
    JsonObject metadata = new JsonObject();
    metadata.addProperty("resourceVersion", JsonFields.text(quota, "metadata", "resourceVersion"));
    metadata.add("annotations", annotations);
    JsonObject spec = new JsonObject();
    spec.add("hard", replacedAnnotation.restorePatch());
    JsonObject patch = new JsonObject();
    patch.add("metadata", metadata);
    patch.add("spec", spec);
    writer.merge(path, patch, Mode.DRY_RUN);
    writer.merge(path, patch, Mode.STORE);
    return new WriteOutcome(
        object, Result.DONE, replacedAnnotation.after() + " -> " + replacedAnnotation.before());
  }
}

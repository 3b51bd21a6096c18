package dev.plimsoll.advisor.live;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.model.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reverts the last change that was applied to each quota, as recorded in its annotation. A quota
 * that someone changed since is left alone; one that was created is deleted.
 */
public final class QuotaReverter {

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
    try {
      return RetryOnConflict.run(
          appliedChange.quota(),
          () -> writer.get(path),
          quota -> undo(object, path, quota, appliedChange.replaced()));
    } catch (StatusException e) {
      return WriteErrors.outcome(object, "change", e);
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
    ApiWriter.checked(mode -> writer.delete(path, quota, mode));
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
    ApiWriter.checked(mode -> writer.merge(path, patch, mode));
    return new WriteOutcome(
        object, Result.DONE, replacedAnnotation.after() + " -> " + replacedAnnotation.before());
  }
}

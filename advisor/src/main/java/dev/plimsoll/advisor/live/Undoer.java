package dev.plimsoll.advisor.live;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.ApiWriter.Mode;
import dev.plimsoll.advisor.live.Outcome.Result;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.model.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Takes back the last change that was applied to each quota, as its annotation tells. A quota that
 * somebody changed since is left alone; one that was created is deleted.
 */
public final class Undoer {
  private static final int ATTEMPTS = 3;

  private final ApiWriter writer;

  /** Makes the undoer. */
  public Undoer(Connection connection) {
    this.writer = new ApiWriter(connection);
  }

  private record Change(JsonObject quota, Replaced replaced) {}

  /**
   * Takes the changes back, and returns what became of each; what is raised comes first.
   *
   * @param namespace the namespace to do it in, all if empty
   * @throws StatusException if the quotas can't be listed
   */
  public List<Outcome> undo(Optional<String> namespace) throws StatusException {
    String path = namespace.map(n -> Paths.quota(n, "")).orElse(Paths.QUOTAS);
    List<Change> changes = new ArrayList<>();
    for (JsonObject quota : Tree.objects(writer.list(path, Map.of()), "items")) {
      Replaced.read(quota).ifPresent(r -> changes.add(new Change(quota, r)));
    }
    List<Outcome> outcomes = new ArrayList<>();
    for (Change change :
        Reductions.last(changes, c -> c.replaced().after(), c -> c.replaced().before())) {
      outcomes.add(undo(change));
    }
    return List.copyOf(outcomes);
  }

  private Outcome undo(Change change) {
    String namespace = Tree.text(change.quota(), "metadata", "namespace");
    String name = Tree.text(change.quota(), "metadata", "name");
    String object = "quota " + namespace + "/" + name;
    String path = Paths.quota(namespace, name);
    JsonObject quota = change.quota();
    for (int attempt = 1; ; attempt++) {
      try {
        return undo(object, path, quota, change.replaced());
      } catch (StatusException e) {
        Optional<JsonObject> again = again(path, e);
        if (attempt == ATTEMPTS || again.isEmpty()) {
          return Failing.outcome(object, "change", e);
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

  private Outcome undo(String object, String path, JsonObject quota, Replaced replaced)
      throws StatusException {
    if (!replaced.holds(quota)) {
      return new Outcome(
          object,
          Result.CONFLICT,
          "somebody else changed what was applied at "
              + replaced.time()
              + "; it is as they left it");
    }
    return replaced.created()
        ? delete(object, path, quota, replaced)
        : restore(object, path, quota, replaced);
  }

  private Outcome delete(String object, String path, JsonObject quota, Replaced replaced)
      throws StatusException {
    Resources hard = Tree.amounts(quota, "spec", "hard");
    if (!hard.equals(replaced.after())) {
      return new Outcome(
          object, Result.CONFLICT, "somebody else has added ceilings to it; it is as they left it");
    }
    writer.delete(path, quota, Mode.TRY);
    writer.delete(path, quota, Mode.STORE);
    return new Outcome(object, Result.DONE, "deleted; it was created at " + replaced.time());
  }

  private Outcome restore(String object, String path, JsonObject quota, Replaced replaced)
      throws StatusException {
    JsonObject annotations = new JsonObject();
    annotations.add(Replaced.ANNOTATION, JsonNull.INSTANCE);
    JsonObject metadata = new JsonObject();
    metadata.addProperty("resourceVersion", Tree.text(quota, "metadata", "resourceVersion"));
    metadata.add("annotations", annotations);
    JsonObject spec = new JsonObject();
    spec.add("hard", replaced.back());
    JsonObject patch = new JsonObject();
    patch.add("metadata", metadata);
    patch.add("spec", spec);
    writer.merge(path, patch, Mode.TRY);
    writer.merge(path, patch, Mode.STORE);
    return new Outcome(object, Result.DONE, replaced.after() + " -> " + replaced.before());
  }
}

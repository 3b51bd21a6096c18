package dev.plimsoll.testkit.patch;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.api.StatusError.Cause;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Server-side apply: the fields given become the applier's, those it gave before and no longer
 * gives go if nobody else owns them. Texts as in apimachinery's
 * pkg/util/managedfields/internal/conflict.go. Lists are replaced whole.
 */
public final class ApplyPatch {
  private record Conflict(Manager manager, List<String> path) {
    String field() {
      return "." + String.join(".", path);
    }
  }

  private ApplyPatch() {}

  /**
   * The object with what was applied, managed fields included.
   *
   * @param force takes fields from other managers instead of answering 409 Conflict
   */
  public static JsonObject apply(
      JsonObject live, JsonObject applied, Manager manager, boolean force, String time) {
    ManagedFields owners = ManagedFields.of(live);
    FieldSet given = FieldSet.of(applied);
    List<Conflict> conflicts = conflicts(live, applied, manager, owners, given);
    if (!conflicts.isEmpty() && !force) {
      throw StatusError.applyConflict(message(conflicts), causes(conflicts));
    }
    for (Conflict conflict : conflicts) {
      owners = owners.without(conflict.manager(), conflict.path());
    }
    FieldSet dropped = owners.fields(manager).filter(path -> !given.paths().contains(path));
    owners = owners.with(manager, given, time);
    JsonObject merged = MergePatch.apply(live, applied);
    for (List<String> path : dropped.paths()) {
      if (!owners.isOwned(path)) {
        remove(merged, path);
      }
    }
    owners.writeTo(merged);
    return merged;
  }

  private static List<Conflict> conflicts(
      JsonObject live, JsonObject applied, Manager self, ManagedFields owners, FieldSet given) {
    List<Conflict> conflicts = new ArrayList<>();
    for (Manager other : owners.managers()) {
      if (!other.equals(self)) {
        owners
            .fields(other)
            .filter(given.paths()::contains)
            .filter(path -> !FieldSet.value(live, path).equals(FieldSet.value(applied, path)))
            .paths()
            .forEach(path -> conflicts.add(new Conflict(other, path)));
      }
    }
    conflicts.sort(Comparator.comparing(Conflict::field));
    return conflicts;
  }

  private static String message(List<Conflict> conflicts) {
    if (conflicts.size() == 1) {
      Conflict only = conflicts.get(0);
      return "Apply failed with 1 conflict: conflict with %s: %s"
          .formatted(only.manager(), only.field());
    }
    Map<String, List<String>> byManager = new TreeMap<>();
    conflicts.forEach(
        c ->
            byManager
                .computeIfAbsent(c.manager().toString(), none -> new ArrayList<>())
                .add("\n- " + c.field()));
    List<String> parts =
        byManager.entrySet().stream()
            .map(e -> "conflicts with " + e.getKey() + ":" + String.join("", e.getValue()))
            .toList();
    return "Apply failed with %d conflicts: %s"
        .formatted(conflicts.size(), String.join("\n", parts));
  }

  private static List<Cause> causes(List<Conflict> conflicts) {
    return conflicts.stream()
        .map(c -> new Cause("FieldManagerConflict", "conflict with " + c.manager(), c.field()))
        .toList();
  }

  private static void remove(JsonObject object, List<String> path) {
    if (path.size() == 1) {
      object.remove(path.get(0));
      return;
    }
    if (object.get(path.get(0)) instanceof JsonObject child) {
      remove(child, path.subList(1, path.size()));
      if (child.size() == 0) {
        object.remove(path.get(0));
      }
    }
  }
}

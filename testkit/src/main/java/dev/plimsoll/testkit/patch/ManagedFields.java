package dev.plimsoll.testkit.patch;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The owners of an object's fields, as its metadata.managedFields tells. Unmodifiable. */
public final class ManagedFields {
  private record Owned(FieldSet fields, String time) {}

  private final Map<Manager, Owned> owners;

  private ManagedFields(Map<Manager, Owned> owners) {
    this.owners = owners;
  }

  /** Reads an object's metadata. */
  public static ManagedFields of(JsonObject object) {
    Map<Manager, Owned> owners = new LinkedHashMap<>();
    for (JsonObject entry : JsonPaths.objects(object, "metadata", "managedFields")) {
      FieldSet fields =
          FieldSet.read(JsonPaths.object(entry, "fieldsV1").orElseGet(JsonObject::new));
      owners.put(Manager.read(entry), new Owned(fields, JsonPaths.text(entry, "time")));
    }
    return new ManagedFields(owners);
  }

  /** After a manager has changed an object: what it set is its own and nobody else's. */
  public ManagedFields updated(JsonObject before, JsonObject after, Manager manager, String time) {
    Predicate<List<String>> same =
        path -> FieldSet.value(before, path).equals(FieldSet.value(after, path));
    FieldSet changed = FieldSet.of(after).filter(same.negate());
    boolean nothingGone =
        FieldSet.of(before).filter(path -> FieldSet.value(after, path).isEmpty()).isEmpty();
    if (changed.isEmpty() && nothingGone) {
      return this;
    }
    ManagedFields left = owning(path -> same.test(path) && FieldSet.value(after, path).isPresent());
    return changed.isEmpty() ? left : left.with(manager, left.fields(manager).plus(changed), time);
  }

  ManagedFields owning(Predicate<List<String>> kept) {
    Map<Manager, Owned> next = new LinkedHashMap<>();
    owners.forEach(
        (manager, owned) -> {
          FieldSet fields = owned.fields().filter(kept);
          if (!fields.isEmpty()) {
            next.put(manager, new Owned(fields, owned.time()));
          }
        });
    return new ManagedFields(next);
  }

  ManagedFields with(Manager manager, FieldSet fields, String time) {
    Map<Manager, Owned> next = new LinkedHashMap<>(owners);
    if (!fields.equals(fields(manager))) {
      next.put(manager, new Owned(fields, time));
    }
    return new ManagedFields(next);
  }

  /** Without one field of one manager. */
  ManagedFields without(Manager manager, List<String> path) {
    return owned(manager)
        .map(o -> with(manager, o.fields().filter(other -> !other.equals(path)), o.time()))
        .orElse(this);
  }

  FieldSet fields(Manager manager) {
    return owned(manager).map(Owned::fields).orElseGet(() -> new FieldSet(Set.of()));
  }

  private Optional<Owned> owned(Manager manager) {
    return Optional.ofNullable(owners.get(manager));
  }

  Iterable<Manager> managers() {
    return List.copyOf(owners.keySet());
  }

  boolean isOwned(List<String> path) {
    return owners.values().stream().anyMatch(owned -> owned.fields().paths().contains(path));
  }

  /** Writes them into an object's metadata. */
  public void writeTo(JsonObject object) {
    JsonArray entries = new JsonArray();
    owners.forEach(
        (manager, owned) -> {
          if (!owned.fields().isEmpty()) {
            entries.add(manager.toJson(owned.time(), owned.fields()));
          }
        });
    JsonObject metadata = JsonPaths.objectAt(object, "metadata");
    metadata.remove("managedFields");
    if (entries.size() > 0) {
      metadata.add("managedFields", entries);
    }
  }
}

package dev.plimsoll.kube.file;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.json.DecodeException;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kube.json.PlainFields;
import dev.plimsoll.kubernetes.apply.ApplyConflict;
import dev.plimsoll.kubernetes.apply.DuplicateItems;
import dev.plimsoll.kubernetes.apply.FieldManager;
import dev.plimsoll.kubernetes.apply.FieldPathSet;
import dev.plimsoll.kubernetes.apply.PathElement;
import dev.plimsoll.kubernetes.apply.ServerSideApply;
import dev.plimsoll.kubernetes.apply.ThreeWayMerge;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.model.check.ApplyDenial;
import dev.plimsoll.model.check.PatchedObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Applies a manifest to a stored object, as the tool does that applied the object last.
 *
 * @param object the manifest's object
 * @param manifest all fields of the manifest: nested maps and lists
 * @param base the fields of the manifest before the change, if known
 * @param mode how manifests are applied
 */
record ManifestApply(
    ApiObject object,
    Map<String, Object> manifest,
    Optional<Map<String, Object>> base,
    ApplyMode mode) {
  private static final String LAST = "kubectl.kubernetes.io/last-applied-configuration";
  private static final List<PathElement> LAST_PATH =
      List.of(
          new PathElement.Field("metadata"),
          new PathElement.Field("annotations"),
          new PathElement.Field(LAST));

  /** Applies the manifest of a new object, or of an object whose fields are not known. */
  ManifestMerge toUnknown() {
    return mode.isServerSide() ? ManifestMerge.denied(duplicates()) : ManifestMerge.NONE;
  }

  /** Applies the manifest to a stored object with all its fields. */
  ManifestMerge to(Map<String, Object> stored) {
    List<FieldManager> managers = FieldManagers.of(stored);
    Map<String, Object> fields = FieldManagers.removed(stored);
    Optional<Map<String, Object>> last = lastApplied(stored);
    return mode.applier(manifest, managers, clientSide(managers))
        .map(applier -> serverSide(fields, managers, applier, last))
        .orElseGet(
            () ->
                new ManifestMerge(
                    patched(
                        fields,
                        ThreeWayMerge.of(fields, last.or(this::base).orElse(Map.of()), manifest)),
                    Optional.empty(),
                    last.isPresent() || base.isPresent()));
  }

  private ManifestMerge serverSide(
      Map<String, Object> stored,
      List<FieldManager> managers,
      String applier,
      Optional<Map<String, Object>> last) {
    List<FieldManager> own =
        managers.stream().filter(m -> m.appliesManifests() && m.name().equals(applier)).toList();
    List<FieldManager> others = managers.stream().filter(m -> !own.contains(m)).toList();
    List<FieldManager> takenOver =
        keepsOthers(applier, stored) || keepsOthers(applier, manifest)
            ? List.of()
            : others.stream().filter(m -> ApplyMode.isTakenOver(applier, m)).toList();
    FieldPathSet owned =
        managers.isEmpty()
            ? base.map(ServerSideApply::fieldsOf).orElse(FieldPathSet.EMPTY)
            : fieldsOf(own).or(fieldsOf(takenOver));
    List<FieldManager> remaining = others.stream().filter(m -> !takenOver.contains(m)).toList();
    Optional<ApplyDenial> denial =
        duplicates()
            .or(
                () ->
                    conflict(new ServerSideApply(stored, manifest, owned, others), applier, last));
    return new ManifestMerge(
        denial.isPresent()
            ? Optional.empty()
            : patched(stored, new ServerSideApply(stored, manifest, owned, remaining).merged()),
        denial,
        !managers.isEmpty() || base.isPresent());
  }

  private static boolean keepsOthers(String applier, Map<String, Object> object) {
    return ApplyMode.keepsOthers(applier, annotations(object));
  }

  private static Map<?, ?> annotations(Map<String, Object> object) {
    return object.get("metadata") instanceof Map<?, ?> metadata
            && metadata.get("annotations") instanceof Map<?, ?> annotations
        ? annotations
        : Map.of();
  }

  private static FieldPathSet fieldsOf(List<FieldManager> managers) {
    return managers.stream().map(FieldManager::fields).reduce(FieldPathSet.EMPTY, FieldPathSet::or);
  }

  private Optional<ApplyDenial> duplicates() {
    Map<String, List<String>> found = DuplicateItems.of(manifest);
    return found.keySet().stream()
        .findFirst()
        .map(
            first ->
                new ApplyDenial(
                    "DuplicateItem",
                    found.getOrDefault(first, List.of()),
                    List.of(
                        "failed to create typed patch object ("
                            + object.namespace()
                            + "/"
                            + object.name()
                            + "; "
                            + manifest.get("apiVersion")
                            + ", Kind="
                            + manifest.get("kind")
                            + "): "
                            + errors(List.copyOf(found.keySet())),
                        "server-side apply allows each key once in a list")));
  }

  private static String errors(List<String> found) {
    return found.size() == 1
        ? found.get(0)
        : found.stream().map(e -> "\n  " + e).collect(Collectors.joining("", "errors:", ""));
  }

  /**
   * kubectl wins over fields that it applied from the client, if nobody has changed them since.
   *
   * <p>Source: {@code Apply} in {@code
   * staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/lastappliedmanager.go}.
   */
  private Optional<ApplyDenial> conflict(
      ServerSideApply apply, String applier, Optional<Map<String, Object>> last) {
    if (mode.forces(applier)) {
      return Optional.empty();
    }
    FieldPathSet allowed =
        last.filter(l -> ApplyMode.forgivesClientSide(applier))
            .map(l -> ServerSideApply.equalFields(l, apply.stored()))
            .orElse(FieldPathSet.EMPTY);
    return apply.conflict().flatMap(c -> c.without(allowed)).map(this::denial);
  }

  private ApplyDenial denial(ApplyConflict conflict) {
    return new ApplyDenial(
        "Conflict",
        ServerSideApply.path(conflict.first(), manifest),
        List.of(
            conflict.message(),
            "leave the field out of the manifest, give it the stored value, or apply with"
                + " --force-conflicts to take it over"));
  }

  private Optional<PatchedObject> patched(Map<String, Object> stored, Map<String, Object> merged) {
    try {
      ApiObject read =
          ObjectReader.read(JsonTree.of(new Gson().toJsonTree(merged).getAsJsonObject()));
      return Optional.of(new PatchedObject(read, merged, stored));
    } catch (DecodeException e) {
      return Optional.empty();
    }
  }

  /** Returns the manager of the annotation that holds the manifest that a client applied last. */
  private static Optional<FieldManager> clientSide(List<FieldManager> managers) {
    return managers.stream().filter(m -> !m.applies() && m.owns(LAST_PATH)).findFirst();
  }

  /** Returns the manifest that a client applied last; empty if another tool made the object. */
  private static Optional<Map<String, Object>> lastApplied(Map<String, Object> stored) {
    if (!(annotations(stored).get(LAST) instanceof String text)) {
      return Optional.empty();
    }
    try {
      return JsonParser.parseString(text) instanceof JsonObject last
          ? Optional.of(PlainFields.of(JsonTree.of(last)))
          : Optional.empty();
    } catch (JsonParseException e) {
      return Optional.empty();
    }
  }
}

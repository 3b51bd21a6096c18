package dev.plimsoll.cli.chart;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Where objects name other objects, and whether these are among them. */
final class ObjectReferences {
  /** Kinds by the field that has their name as a text. */
  private static final Map<String, String> TEXTS =
      Map.of(
          "serviceAccountName", "ServiceAccount",
          "priorityClassName", "PriorityClass",
          "policyName", "ValidatingAdmissionPolicy");

  /** Kinds by the field whose object has their name, such as a volume's. */
  private static final Map<String, String> OBJECTS =
      Map.of(
          "configMap", "ConfigMap",
          "configMapRef", "ConfigMap",
          "configMapKeyRef", "ConfigMap",
          "secret", "Secret",
          "secretRef", "Secret",
          "secretKeyRef", "Secret");

  private static final String INJECTED_CA = "cert-manager.io/inject-ca-from";
  private static final Set<String> WITHOUT_NAMESPACE =
      Set.of("ClusterRole", "Namespace", "PriorityClass", "ValidatingAdmissionPolicy");

  private final List<Reference> found = new ArrayList<>();

  private ObjectReferences() {}

  /**
   * A name of another object.
   *
   * @param key kind, namespace and name, as of {@link
   *     dev.plimsoll.testkit.manifests.ManifestFiles#key}
   * @param holder the JSON object that has the name
   * @param field the name's field
   */
  record Reference(String key, JsonObject holder, String field) {}

  /** Returns all references of an object. */
  static List<Reference> of(JsonObject object) {
    ObjectReferences references = new ObjectReferences();
    JsonObject metadata = JsonPaths.objectAt(object, "metadata");
    String namespace = JsonPaths.text(metadata, "namespace");
    references.add("Namespace", "", metadata, "namespace");
    for (JsonObject subject : JsonPaths.objects(object, "subjects")) {
      references.add(
          JsonPaths.text(subject, "kind"), JsonPaths.text(subject, "namespace"), subject, "name");
    }
    JsonPaths.object(metadata, "annotations")
        .filter(a -> a.has(INJECTED_CA))
        .ifPresent(
            a ->
                references.found.add(
                    new Reference(
                        "Certificate " + JsonPaths.text(a, INJECTED_CA), a, INJECTED_CA)));
    references.visit(object, namespace);
    return references.found;
  }

  private void visit(JsonElement element, String namespace) {
    if (element instanceof JsonArray array) {
      array.forEach(e -> visit(e, namespace));
    } else if (element instanceof JsonObject object) {
      for (Map.Entry<String, JsonElement> member : object.entrySet()) {
        visit(object, member.getKey(), member.getValue(), namespace);
      }
    }
  }

  private void visit(JsonObject parent, String field, JsonElement value, String namespace) {
    if (value instanceof JsonPrimitive) {
      if (TEXTS.containsKey(field)) {
        add(TEXTS.getOrDefault(field, ""), namespace, parent, field);
      }
      return;
    }
    if (value instanceof JsonObject object) {
      switch (field) {
        case "roleRef", "issuerRef" ->
            add(JsonPaths.text(object, "kind"), namespace, object, "name");
        case "service" -> add("Service", JsonPaths.text(object, "namespace"), object, "name");
        default -> {
          if (OBJECTS.containsKey(field)) {
            add(
                OBJECTS.getOrDefault(field, ""),
                namespace,
                object,
                object.has("secretName") ? "secretName" : "name");
          }
        }
      }
    }
    visit(value, namespace);
  }

  private void add(String kind, String namespace, JsonObject holder, String field) {
    String name = JsonPaths.text(holder, field);
    if (!name.isEmpty()) {
      found.add(
          new Reference(
              "%s %s/%s".formatted(kind, WITHOUT_NAMESPACE.contains(kind) ? "" : namespace, name),
              holder,
              field));
    }
  }

  /** Returns the keys of what objects name and what none of them makes. */
  static Set<String> unresolved(List<JsonObject> objects) {
    Set<String> unresolved = new HashSet<>();
    objects.forEach(o -> of(o).forEach(r -> unresolved.add(r.key())));
    for (JsonObject object : objects) {
      unresolved.remove(ManifestFiles.key(object));
      if (JsonPaths.text(object, "kind").equals("Certificate")) {
        unresolved.remove(
            "Secret %s/%s"
                .formatted(
                    JsonPaths.text(object, "metadata", "namespace"),
                    JsonPaths.text(object, "spec", "secretName")));
      }
    }
    return unresolved;
  }
}

package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds the managers that declare a quota's ceilings and so would revert a change. These are
 * server-side appliers, tools that apply on their own side, and the manifest in the annotation of
 * {@code kubectl apply}. Other Update operations, such as {@code kubectl edit}, are changes like
 * Plimsoll's own.
 */
final class FieldOwners {
  /** The annotation in which a client-side apply keeps the manifest. */
  static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  /** Tools that bring objects back to a manifest by operation Update, by their field managers. */
  private static final Set<String> CLIENT_SIDE =
      Set.of(
          "kubectl-client-side-apply",
          "argocd-controller",
          "argocd-application-controller",
          "helm",
          "helm-controller",
          "fleetagent",
          "pulumi-kubernetes",
          "HashiCorp",
          "Terraform");

  private static final String KEY = "f:";

  private FieldOwners() {}

  /** Returns the ceilings that Plimsoll applied before; an apply without them drops them. */
  static Set<ResourceName> own(JsonObject quota) {
    Set<ResourceName> own = new TreeSet<>();
    for (JsonObject entry : JsonFields.objects(quota, "metadata", "managedFields")) {
      if (applies(entry) && JsonFields.text(entry, "manager").equals(ApiWriter.FIELD_MANAGER)) {
        own.addAll(keys(entry));
      }
    }
    return own;
  }

  /**
   * Returns whether Plimsoll alone has written the annotation; a manager that updates it takes it
   * over.
   */
  static boolean wrote(JsonObject quota, String annotation) {
    Set<String> writers = new TreeSet<>();
    for (JsonObject entry : JsonFields.objects(quota, "metadata", "managedFields")) {
      if (JsonFields.object(entry, "fieldsV1", "f:metadata", "f:annotations")
          .has(KEY + annotation)) {
        writers.add(JsonFields.text(entry, "manager"));
      }
    }
    return writers.equals(Set.of(ApiWriter.FIELD_MANAGER));
  }

  /** Returns whether nobody else has written to the quota, its status aside. */
  static boolean areOnlyOurs(JsonObject quota) {
    List<JsonObject> entries =
        JsonFields.objects(quota, "metadata", "managedFields").stream()
            .filter(FieldOwners::isOfObject)
            .toList();
    return !entries.isEmpty()
        && entries.stream()
            .allMatch(e -> JsonFields.text(e, "manager").equals(ApiWriter.FIELD_MANAGER));
  }

  /** Returns the other managers that declare one of these ceilings. */
  static Set<String> others(JsonObject quota, Set<ResourceName> keys) {
    Set<String> others = others(quota, keys, FieldOwners::declares);
    Set<ResourceName> lastApplied = lastApplied(quota);
    lastApplied.removeAll(own(quota));
    if (others.isEmpty() && lastApplied.stream().anyMatch(keys::contains)) {
      others.add("the manifest in annotation " + LAST_APPLIED);
    }
    return others;
  }

  /** Returns the other managers that wrote one of these ceilings last, in any manner. */
  static Set<String> writers(JsonObject quota, Set<ResourceName> keys) {
    return others(quota, keys, FieldOwners::isOfObject);
  }

  private static Set<String> others(
      JsonObject quota, Set<ResourceName> keys, Predicate<JsonObject> counts) {
    Set<String> others = new TreeSet<>();
    for (JsonObject entry : JsonFields.objects(quota, "metadata", "managedFields")) {
      String manager = JsonFields.text(entry, "manager");
      if (counts.test(entry)
          && !manager.equals(ApiWriter.FIELD_MANAGER)
          && keys(entry).stream().anyMatch(keys::contains)) {
        others.add(manager);
      }
    }
    return others;
  }

  private static Set<ResourceName> lastApplied(JsonObject quota) {
    String manifest = JsonFields.text(quota, "metadata", "annotations", LAST_APPLIED);
    try {
      return manifest.isEmpty()
          ? new TreeSet<>()
          : new TreeSet<>(
              JsonFields.amounts(JsonParser.parseString(manifest).getAsJsonObject(), "spec", "hard")
                  .names());
    } catch (JsonParseException | IllegalStateException | IllegalArgumentException e) {
      return new TreeSet<>();
    }
  }

  private static boolean declares(JsonObject entry) {
    return applies(entry)
        || (CLIENT_SIDE.contains(JsonFields.text(entry, "manager")) && isOfObject(entry));
  }

  private static boolean applies(JsonObject entry) {
    return JsonFields.text(entry, "operation").equals("Apply") && isOfObject(entry);
  }

  private static boolean isOfObject(JsonObject entry) {
    return JsonFields.text(entry, "subresource").isEmpty();
  }

  private static Set<ResourceName> keys(JsonObject entry) {
    return JsonFields.object(entry, "fieldsV1", "f:spec", "f:hard").keySet().stream()
        .filter(k -> k.startsWith(KEY))
        .map(k -> ResourceName.of(k.substring(KEY.length())))
        .collect(Collectors.toSet());
  }
}

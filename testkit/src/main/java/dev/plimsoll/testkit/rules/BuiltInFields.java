package dev.plimsoll.testkit.rules;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Fields that built-in kinds do not know. Only the top level is looked at, and only of kinds that
 * consist of spec and status: this server has no schema of what is below.
 */
final class BuiltInFields {
  private static final Set<String> KNOWN =
      Set.of("apiVersion", "kind", "metadata", "spec", "status");
  private static final Set<String> KINDS =
      Set.of(
          "Pod",
          "Node",
          "Namespace",
          "ResourceQuota",
          "LimitRange",
          "Service",
          "PersistentVolume",
          "PersistentVolumeClaim",
          "Deployment",
          "ReplicaSet",
          "StatefulSet",
          "DaemonSet",
          "Job",
          "CronJob",
          "Lease",
          "HorizontalPodAutoscaler",
          "PodDisruptionBudget",
          "ResourceClaim",
          "CustomResourceDefinition");

  private BuiltInFields() {}

  static List<String> dropUnknown(ResourceType type, JsonObject object) {
    if (!KINDS.contains(type.kind())) {
      return List.of();
    }
    List<String> unknown = new ArrayList<>(object.keySet());
    unknown.removeAll(KNOWN);
    unknown.forEach(object::remove);
    return List.copyOf(unknown);
  }
}

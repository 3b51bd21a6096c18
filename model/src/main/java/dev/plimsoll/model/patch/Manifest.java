package dev.plimsoll.model.patch;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.DeviceClaim;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.object.ResourceClaimTemplate;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.RuntimeClass;
import dev.plimsoll.kubernetes.object.ServiceAccount;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Writes the manifest of a new object, as JSON. */
public final class Manifest {
  private Manifest() {}

  /** Returns the manifest; empty for kinds that remedies don't create. */
  public static Optional<String> of(ApiObject object) {
    if (object instanceof ResourceQuota quota) {
      PodSpecDiff.require(quota.spec().countsAllPods(), "scopes");
      return Optional.of(
          write(quota, "spec", JsonText.object("hard", JsonText.resources(quota.spec().hard()))));
    }
    if (object instanceof PersistentVolumeClaim claim) {
      return Optional.of(write(claim, "spec", spec(claim)));
    }
    if (object instanceof PriorityClass priority) {
      return Optional.of(write(priority, "value", Integer.toString(priority.value())));
    }
    if (object instanceof RuntimeClass) {
      return Optional.of(write(object, "handler", JsonText.string(object.name())));
    }
    if (object instanceof ResourceClaimTemplate template) {
      return Optional.of(
          write(template, "spec", JsonText.object("spec", devices(template.devices()))));
    }
    return object instanceof ServiceAccount
        ? Optional.of(JsonText.object(head(object)))
        : Optional.empty();
  }

  private static String write(ApiObject object, String field, String value) {
    Map<String, String> members = head(object);
    members.put(field, value);
    return JsonText.object(members);
  }

  private static Map<String, String> head(ApiObject object) {
    Map<String, String> metadata = new LinkedHashMap<>();
    metadata.put("name", JsonText.string(object.name()));
    if (!object.namespace().isEmpty()) {
      metadata.put("namespace", JsonText.string(object.namespace()));
    }
    Map<String, String> members = new LinkedHashMap<>();
    members.put("apiVersion", JsonText.string(object.type().apiVersion()));
    members.put("kind", JsonText.string(object.type().kind()));
    members.put("metadata", JsonText.object(metadata));
    return members;
  }

  /** Writes plain requests, which are all that remedies make. */
  private static String devices(DeviceClaim devices) {
    return JsonText.object(
        "devices",
        JsonText.object(
            "requests",
            JsonText.array(devices.requests().stream().map(Manifest::request).toList())));
  }

  private static String request(DeviceRequest request) {
    DeviceSubRequest exactly = request.alternatives().get(0);
    Map<String, String> members = new LinkedHashMap<>();
    members.put("name", JsonText.string(request.name()));
    Map<String, String> one = new LinkedHashMap<>();
    one.put("deviceClassName", JsonText.string(exactly.deviceClassName()));
    one.put("allocationMode", JsonText.string(exactly.allocationMode()));
    one.put("count", Long.toString(exactly.count()));
    members.put("exactly", JsonText.object(one));
    return JsonText.object(members);
  }

  private static String spec(PersistentVolumeClaim claim) {
    Map<String, String> spec = new LinkedHashMap<>();
    spec.put(
        "accessModes", JsonText.array(claim.accessModes().stream().map(JsonText::string).toList()));
    claim.storageClassName().ifPresent(c -> spec.put("storageClassName", JsonText.string(c)));
    spec.put("resources", JsonText.object("requests", JsonText.resources(claim.requests())));
    return JsonText.object(spec);
  }
}

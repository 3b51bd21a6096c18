package dev.plimsoll.bench.upstream;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A recorded call about quota.
 *
 * @param call the call
 */
record QuotaCall(Call call) {
  private static final String NAMESPACE = "test";

  /** Returns the object that the call is about. */
  ApiObject object() {
    return read("object");
  }

  /** Returns the request; empty for operations that the model doesn't have. */
  Optional<AdmissionRequest> request() {
    Optional<AdmissionRequest.Operation> operation =
        switch (call.text("operation")) {
          case "CREATE" -> Optional.of(AdmissionRequest.Operation.CREATE);
          case "UPDATE" -> Optional.of(AdmissionRequest.Operation.UPDATE);
          default -> Optional.empty();
        };
    Optional<ApiObject> old = call.has("old") ? Optional.of(read("old")) : Optional.empty();
    return operation.map(
        o -> new AdmissionRequest(o, object(), old, call.text("subresource"), false));
  }

  /** Returns whether the object is a claim for less than nothing. */
  boolean requestsNegativeStorage() {
    return call.has("object")
        && read("object") instanceof PersistentVolumeClaim claim
        && !claim.requests().negatives().isEmpty();
  }

  /** Returns the cluster that the evaluator sees. */
  Cluster cluster() {
    ClusterBuilder builder =
        Cluster.builder(call.has("now") ? Instant.parse(call.text("now")) : Instant.EPOCH)
            .complete()
            .controlPlane(call.controlPlane());
    if (call.has("classes")) {
      call.json()
          .getAsJsonObject("classes")
          .entrySet()
          .forEach(c -> builder.add(deviceClass(c.getKey(), c.getValue().getAsString())));
    }
    builder.addAll(call.objects("pods", Pod.TYPE));
    builder.addAll(call.objects("owned", ResourceClaim.TYPE));
    return builder.build();
  }

  private static ApiObject deviceClass(String name, String resource) {
    return ObjectReader.read(
        JsonTree.of(SchedulerCall.deviceClass(name, resource)), DeviceClass.TYPE);
  }

  /** Returns a resource list. */
  Resources resources(String key) {
    return call.has(key) ? resources(call.json().getAsJsonObject(key)) : Resources.EMPTY;
  }

  static Resources resources(JsonObject list) {
    Resources.Builder builder = Resources.builder();
    list.entrySet()
        .forEach(
            e ->
                builder.put(
                    ResourceName.of(e.getKey()), Quantity.fromJson(e.getValue().getAsString())));
    return builder.build();
  }

  /** Returns a list of scopes with operators. */
  List<ScopedResourceSelectorRequirement> scopes(String key) {
    return call.has(key) ? scopes(call.json().getAsJsonArray(key)) : List.of();
  }

  static List<ScopedResourceSelectorRequirement> scopes(JsonArray list) {
    List<ScopedResourceSelectorRequirement> scopes = new ArrayList<>();
    for (JsonElement each : list) {
      JsonObject scope = each.getAsJsonObject();
      List<String> values = new ArrayList<>();
      if (scope.has("values")) {
        scope.getAsJsonArray("values").forEach(v -> values.add(v.getAsString()));
      }
      scopes.add(
          new ScopedResourceSelectorRequirement(
              scope.get("scopeName").getAsString(), scope.get("operator").getAsString(), values));
    }
    return scopes;
  }

  /** Reads an object. One without a namespace is in that of the request. */
  private ApiObject read(String key) {
    JsonObject object = Call.named(call.json().getAsJsonObject(key));
    JsonObject metadata = object.getAsJsonObject("metadata");
    if (!metadata.has("namespace")) {
      metadata.addProperty("namespace", call.has("namespace") ? call.text("namespace") : NAMESPACE);
    }
    return ObjectReader.read(JsonTree.of(object));
  }
}

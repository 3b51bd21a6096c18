package dev.plimsoll.bench.upstream;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kubernetes.cel.NotModelledException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.DeviceAllocation;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.placement.dra.AllocationException;
import dev.plimsoll.kubernetes.placement.dra.DeviceAllocators;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Replays which devices claims get on a node. */
final class DeviceReplay implements Replay {

  @Override
  public Comparison compare(Call call) {
    if (call.json().get("ended").getAsBoolean()) {
      return new Comparison.SetAside("the test cancels the search");
    }
    if (call.json().getAsJsonObject("flags").get("ListTypeAttributes").getAsBoolean()) {
      return new Comparison.SetAside("lists as attributes aren't modelled");
    }
    String error = call.text("error");
    if (error.contains("\"not found\" not found")) {
      return new Comparison.SetAside("the test's list of classes has words of its own");
    }
    return Comparison.of(error.isEmpty() ? kubernetes(call) : error, model(call));
  }

  private static String kubernetes(Call call) {
    if (!call.has("out")) {
      return "nothing";
    }
    List<String> claims = new ArrayList<>();
    for (JsonElement each : call.json().getAsJsonArray("out")) {
      List<String> devices = new ArrayList<>();
      JsonObject result = each.getAsJsonObject().getAsJsonObject("devices");
      if (result.get("results") instanceof JsonArray) {
        result.getAsJsonArray("results").forEach(d -> devices.add(device(d.getAsJsonObject())));
      }
      claims.add(devices.toString());
    }
    return claims.isEmpty() ? "nothing" : claims.toString();
  }

  private static String device(JsonObject device) {
    boolean admin = device.has("adminAccess") && device.get("adminAccess").getAsBoolean();
    return text(
        device.get("request").getAsString(),
        device.get("driver").getAsString(),
        device.get("pool").getAsString(),
        device.get("device").getAsString(),
        admin);
  }

  private static String text(
      String request, String driver, String pool, String device, boolean admin) {
    return request + "=" + driver + "/" + pool + "/" + device + (admin ? " as admin" : "");
  }

  private static String model(Call call) {
    List<ResourceClaim> claims = new ArrayList<>();
    for (ApiObject claim : call.objects("claims", ResourceClaim.TYPE)) {
      claims.add((ResourceClaim) claim);
    }
    Optional<List<DeviceAllocation>> allocations;
    try {
      allocations =
          new DeviceAllocators()
              .of(cluster(call))
              .allocate(call.object("node", Node.class, Node.TYPE), claims);
    } catch (AllocationException | NotModelledException e) {
      // The tests' claims have no namespace, which no claim of an API server lacks.
      return String.valueOf(e.getMessage()).replace("claim /", "claim ");
    }
    return allocations
        .filter(all -> !all.isEmpty())
        .map(all -> all.stream().map(DeviceReplay::text).toList().toString())
        .orElse("nothing");
  }

  private static String text(DeviceAllocation allocation) {
    return allocation.results().stream()
        .map(r -> text(r.request(), r.driver(), r.pool(), r.device(), r.adminAccess()))
        .toList()
        .toString();
  }

  private static Cluster cluster(Call call) {
    ClusterBuilder builder =
        Cluster.builder(Instant.EPOCH).complete().controlPlane(call.controlPlane());
    builder.add(call.object("node", Node.class, Node.TYPE));
    builder.addAll(call.objects("DeviceClass", DeviceClass.TYPE));
    if (call.has("slices")) {
      // Slices of several pools may have one name in a test; those of one pool are taken by name.
      int index = 0;
      for (JsonElement each : call.json().getAsJsonArray("slices")) {
        JsonObject slice = Call.named(each.getAsJsonObject());
        JsonObject metadata = slice.getAsJsonObject("metadata");
        metadata.addProperty("name", metadata.get("name").getAsString() + "-" + index++);
        builder.add(ObjectReader.read(JsonTree.of(slice), ResourceSlice.TYPE));
      }
    }
    if (!call.json().getAsJsonArray("allocated").isEmpty()) {
      builder.add(holder(call.json().getAsJsonArray("allocated")));
    }
    return builder.build();
  }

  private static ApiObject holder(JsonArray results) {
    JsonObject metadata = new JsonObject();
    metadata.addProperty("name", "holder");
    metadata.addProperty("namespace", "holder");
    JsonObject devices = new JsonObject();
    devices.add("results", results);
    JsonObject allocation = new JsonObject();
    allocation.add("devices", devices);
    JsonObject status = new JsonObject();
    status.add("allocation", allocation);
    JsonObject claim = new JsonObject();
    claim.add("metadata", metadata);
    claim.add("status", status);
    return ObjectReader.read(JsonTree.of(claim), ResourceClaim.TYPE);
  }
}

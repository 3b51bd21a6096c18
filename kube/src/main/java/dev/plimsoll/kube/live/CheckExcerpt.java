package dev.plimsoll.kube.live;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.VolumeAttachment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The least that {@code plimsoll check} needs of a cluster. Own namespaces are redacted as for
 * sharing. Of others only amounts stay, under made-up names: what their pods hold on nodes, which
 * devices their claims have, and what their quotas promise.
 */
final class CheckExcerpt implements SnapshotFilter {
  private static final Set<GroupResource> LEFT_OUT =
      Set.of(PersistentVolume.RESOURCE, VolumeAttachment.RESOURCE, PolicyObject.RESOURCE);

  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

  private final Set<String> own;
  private final Redactor redactor = new Redactor();
  private final Map<String, String> tenants = new HashMap<>();
  private final Set<GroupResource> dropped = new HashSet<>();
  private int names;

  CheckExcerpt(Set<String> own) {
    this.own = Set.copyOf(own);
  }

  /** Each run of CI reads the file, and half of it would be spaces. */
  @Override
  public String indent() {
    return "";
  }

  @Override
  public Optional<JsonObject> kept(ApiResource resource, JsonObject object) {
    GroupResource kind = resource.resource();
    JsonObject metadata = child(object, "metadata");
    String namespace = text(metadata, "namespace");
    if (LEFT_OUT.contains(kind)) {
      dropped.add(kind);
      return Optional.empty();
    }
    if (kind.equals(Event.RESOURCE) || kind.group().equals("events.k8s.io")) {
      return Optional.empty();
    }
    if (own.contains(namespace) || (namespace.isEmpty() && own.contains(text(metadata, "name")))) {
      redactor.redact(resource, object);
      return Optional.of(object);
    }
    if (!namespace.isEmpty()) {
      return ofOthers(kind, object, namespace);
    }
    return clusterScoped(resource, object);
  }

  private Optional<JsonObject> clusterScoped(ApiResource resource, JsonObject object) {
    GroupResource kind = resource.resource();
    if (kind.resource().equals("namespaces")) {
      return Optional.empty();
    }
    redactor.redact(resource, object);
    if (kind.equals(Node.RESOURCE)) {
      return Optional.of(node(object));
    }
    if (kind.equals(LedgerSummary.RESOURCE)) {
      return namesOwn(object) ? Optional.of(object) : Optional.empty();
    }
    if (kind.equals(ClusterResourceQuota.RESOURCE)) {
      JsonObject status = child(object, "status");
      if (status.get("namespaces") instanceof JsonArray all) {
        all.asList()
            .removeIf(n -> !(n instanceof JsonObject o && own.contains(text(o, "namespace"))));
      }
    }
    return Optional.of(object);
  }

  private boolean namesOwn(JsonElement element) {
    if (element instanceof JsonArray array) {
      return array.asList().stream().anyMatch(this::namesOwn);
    }
    if (element instanceof JsonObject object) {
      return object.asMap().values().stream().anyMatch(this::namesOwn);
    }
    return element.isJsonPrimitive() && own.contains(element.getAsString());
  }

  private static JsonObject node(JsonObject object) {
    JsonObject metadata = only(child(object, "metadata"), "name", "labels");
    JsonObject status = only(child(object, "status"), "capacity", "allocatable");
    JsonArray conditions = new JsonArray();
    if (child(object, "status").get("conditions") instanceof JsonArray all) {
      for (JsonElement each : all) {
        if (each instanceof JsonObject condition && text(condition, "type").equals("Ready")) {
          conditions.add(only(condition, "type", "status"));
        }
      }
    }
    status.add("conditions", conditions);
    status.add("nodeInfo", only(child(child(object, "status"), "nodeInfo"), "kubeletVersion"));
    JsonObject node = new JsonObject();
    node.add("metadata", metadata);
    node.add("spec", only(child(object, "spec"), "unschedulable", "taints"));
    node.add("status", status);
    return node;
  }

  private Optional<JsonObject> ofOthers(GroupResource kind, JsonObject object, String namespace) {
    if (kind.equals(Pod.RESOURCE)) {
      boolean holds =
          !text(child(object, "spec"), "nodeName").isEmpty()
              && !ENDED.contains(text(child(object, "status"), "phase"));
      return holds ? Optional.of(pod(object, namespace)) : Optional.empty();
    }
    if (kind.equals(ResourceQuota.RESOURCE)) {
      JsonObject quota = new JsonObject();
      quota.add("metadata", anonymous(namespace));
      quota.add("spec", child(object, "spec"));
      quota.add("status", only(child(object, "status"), "hard", "used"));
      return Optional.of(quota);
    }
    if (kind.equals(ResourceClaim.RESOURCE)) {
      JsonObject claim = new JsonObject();
      claim.add("metadata", anonymous(namespace));
      claim.add("spec", child(object, "spec"));
      claim.add("status", only(child(object, "status"), "allocation"));
      redactor.redact(new ApiResource(ResourceClaim.TYPE, kind.resource(), true), claim);
      return Optional.of(claim);
    }
    return Optional.empty();
  }

  private JsonObject pod(JsonObject object, String namespace) {
    JsonObject spec = child(object, "spec");
    JsonObject kept =
        only(spec, "nodeName", "priority", "preemptionPolicy", "overhead", "resources");
    for (String list : List.of("containers", "initContainers")) {
      if (spec.get(list) instanceof JsonArray containers) {
        kept.add(list, containers(containers));
      }
    }
    JsonObject metadata = anonymous(namespace);
    if (child(object, "metadata").has("deletionTimestamp")) {
      metadata.add("deletionTimestamp", child(object, "metadata").get("deletionTimestamp"));
    }
    JsonObject pod = new JsonObject();
    pod.add("metadata", metadata);
    pod.add("spec", kept);
    pod.add("status", only(child(object, "status"), "phase"));
    return pod;
  }

  private static JsonArray containers(JsonArray containers) {
    JsonArray kept = new JsonArray();
    for (JsonElement each : containers) {
      JsonObject container = new JsonObject();
      container.addProperty("name", "c" + kept.size());
      if (each instanceof JsonObject full) {
        JsonObject resources = only(child(full, "resources"), "requests", "limits");
        if (!resources.isEmpty()) {
          container.add("resources", resources);
        }
        only(full, "restartPolicy")
            .entrySet()
            .forEach(e -> container.add(e.getKey(), e.getValue()));
        if (full.get("ports") instanceof JsonArray ports) {
          ports.asList().removeIf(p -> !(p instanceof JsonObject port && port.has("hostPort")));
          if (!ports.isEmpty()) {
            container.add("ports", ports);
          }
        }
      }
      kept.add(container);
    }
    return kept;
  }

  private JsonObject anonymous(String namespace) {
    JsonObject metadata = new JsonObject();
    metadata.addProperty("name", "o" + ++names);
    metadata.addProperty(
        "namespace",
        tenants.computeIfAbsent(namespace, n -> "other-tenant-" + (tenants.size() + 1)));
    return metadata;
  }

  @Override
  public Coverage covered(ApiResource resource, Coverage known) {
    GroupResource kind = resource.resource();
    if (LEFT_OUT.contains(kind)) {
      return dropped.contains(kind) ? Coverage.NONE : known;
    }
    boolean isWhole =
        kind.equals(Pod.RESOURCE)
            || kind.equals(ResourceQuota.RESOURCE)
            || kind.equals(ResourceClaim.RESOURCE)
            || kind.equals(Event.RESOURCE);
    boolean isPart = resource.namespaced() || kind.resource().equals("namespaces");
    return isWhole || !isPart || !known.complete() ? known : Coverage.of(own);
  }

  @Override
  public List<String> limits() {
    List<String> limits = new ArrayList<>();
    limits.add(
        "of namespaces other than "
            + String.join(", ", own.stream().sorted().toList())
            + " it has amounts only: whether workloads there wait longer, or take what a roll-out frees,"
            + " is not answered; the same holds for affinity between pods of different namespaces");
    if (dropped.contains(PersistentVolume.RESOURCE)
        || dropped.contains(VolumeAttachment.RESOURCE)) {
      limits.add("volumes are left out: whether pods with volume claims get a node is unknown");
    }
    if (dropped.contains(PolicyObject.RESOURCE)) {
      limits.add("capacity policies are left out, as they name tenants: shares are unknown");
    }
    return limits;
  }

  private static JsonObject only(JsonObject object, String... names) {
    JsonObject some = new JsonObject();
    for (String name : names) {
      if (object.has(name)) {
        some.add(name, object.get(name));
      }
    }
    return some;
  }

  private static JsonObject child(JsonObject object, String name) {
    return object.get(name) instanceof JsonObject child ? child : new JsonObject();
  }

  private static String text(JsonObject object, String name) {
    return object.has(name) && object.get(name).isJsonPrimitive()
        ? object.get(name).getAsString()
        : "";
  }
}

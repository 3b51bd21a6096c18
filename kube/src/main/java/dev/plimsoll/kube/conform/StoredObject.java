package dev.plimsoll.kube.conform;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.LimitRangeItem;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The recorded fields of an object that the model would store. */
final class StoredObject {
  private static final String LIMIT_RANGER = "kubernetes.io/limit-ranger";

  private StoredObject() {}

  /** Returns the spec in the shape of a manifest; empty for other kinds. */
  static Optional<JsonObject> spec(ApiObject object) {
    if (object instanceof Pod pod) {
      return Optional.of(pod(pod.spec()));
    }
    if (object instanceof ResourceQuota quota) {
      return Optional.of(quota(quota));
    }
    if (object instanceof LimitRange limitRange) {
      JsonObject spec = new JsonObject();
      spec.add("limits", list(limitRange.limits(), StoredObject::item));
      return Optional.of(spec);
    }
    if (object instanceof Service service) {
      return Optional.of(service(service));
    }
    return object instanceof PersistentVolumeClaim claim
        ? Optional.of(claim(claim))
        : Optional.empty();
  }

  /** Returns the fields that recordings have. */
  static Optional<JsonObject> of(ApiObject object) {
    Optional<JsonObject> spec = spec(object);
    JsonObject stored = new JsonObject();
    spec.ifPresent(s -> stored.add("spec", s));
    if (object instanceof Pod pod) {
      stored.addProperty("qosClass", pod.status().qosClass());
      String annotation = pod.metadata().annotations().get(LIMIT_RANGER);
      if (annotation != null) {
        JsonObject annotations = new JsonObject();
        annotations.addProperty(LIMIT_RANGER, annotation);
        stored.getAsJsonObject("spec").add("annotations", annotations);
      }
    }
    return spec.map(s -> stored);
  }

  private static JsonObject pod(PodSpec pod) {
    JsonObject spec = new JsonObject();
    spec.add("containers", list(pod.containers(), StoredObject::container));
    if (!pod.initContainers().isEmpty()) {
      spec.add("initContainers", list(pod.initContainers(), StoredObject::container));
    }
    pod.resources().ifPresent(r -> spec.add("resources", requirements(r)));
    put(spec, "overhead", pod.overhead());
    put(spec, "priorityClassName", pod.priorityClassName());
    pod.priority().ifPresent(p -> spec.addProperty("priority", p));
    return spec;
  }

  private static JsonObject container(Container container) {
    JsonObject json = new JsonObject();
    json.addProperty("name", container.name());
    json.add("resources", requirements(container.resources()));
    put(json, "restartPolicy", container.restartPolicy());
    return json;
  }

  private static JsonObject requirements(ResourceRequirements requirements) {
    JsonObject json = new JsonObject();
    put(json, "limits", requirements.limits());
    put(json, "requests", requirements.requests());
    return json;
  }

  private static JsonObject item(LimitRangeItem item) {
    JsonObject json = new JsonObject();
    put(json, "type", item.type());
    put(json, "max", item.max());
    put(json, "min", item.min());
    put(json, "default", item.defaultLimits());
    put(json, "defaultRequest", item.defaultRequests());
    put(json, "maxLimitRequestRatio", item.maxLimitRequestRatio());
    return json;
  }

  private static JsonObject quota(ResourceQuota quota) {
    JsonObject spec = new JsonObject();
    put(spec, "hard", quota.spec().hard());
    if (!quota.spec().scopes().isEmpty()) {
      spec.add("scopes", strings(quota.spec().scopes()));
    }
    if (!quota.spec().scopeSelector().isEmpty()) {
      JsonObject selector = new JsonObject();
      selector.add("matchExpressions", list(quota.spec().scopeSelector(), StoredObject::scope));
      spec.add("scopeSelector", selector);
    }
    return spec;
  }

  private static JsonObject scope(ScopedResourceSelectorRequirement scope) {
    JsonObject json = new JsonObject();
    json.addProperty("scopeName", scope.scopeName());
    json.addProperty("operator", scope.operator());
    if (!scope.values().isEmpty()) {
      json.add("values", strings(scope.values()));
    }
    return json;
  }

  private static JsonObject service(Service service) {
    JsonObject spec = new JsonObject();
    spec.addProperty("type", service.serviceType());
    JsonArray ports = new JsonArray();
    service
        .ports()
        .forEach(
            p -> {
              JsonObject port = new JsonObject();
              port.addProperty("port", p.port());
              ports.add(port);
            });
    if (!ports.isEmpty()) {
      spec.add("ports", ports);
    }
    service
        .allocateLoadBalancerNodePorts()
        .ifPresent(a -> spec.addProperty("allocateLoadBalancerNodePorts", a));
    return spec;
  }

  private static JsonObject claim(PersistentVolumeClaim claim) {
    JsonObject spec = new JsonObject();
    JsonObject resources = new JsonObject();
    put(resources, "requests", claim.requests());
    spec.add("resources", resources);
    claim.storageClassName().ifPresent(c -> spec.addProperty("storageClassName", c));
    return spec;
  }

  /** Returns a resource list as the API prints it. */
  static JsonObject resources(Resources resources) {
    JsonObject json = new JsonObject();
    resources.forEach((name, quantity) -> json.addProperty(name.name(), quantity.toString()));
    return json;
  }

  private static void put(JsonObject json, String name, Resources resources) {
    if (!resources.isEmpty()) {
      json.add(name, resources(resources));
    }
  }

  private static void put(JsonObject json, String name, String text) {
    if (!text.isEmpty()) {
      json.addProperty(name, text);
    }
  }

  private static JsonArray strings(List<String> texts) {
    JsonArray array = new JsonArray();
    texts.forEach(array::add);
    return array;
  }

  private static <T> JsonArray list(List<T> items, Function<T, JsonObject> printer) {
    JsonArray array = new JsonArray();
    items.forEach(i -> array.add(printer.apply(i)));
    return array;
  }
}

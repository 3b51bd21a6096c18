package dev.plimsoll.kubernetes.limits;

import dev.plimsoll.kubernetes.limits.Injection.Target;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.LimitRangeItem;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The requests and limits that one LimitRange gives containers without.
 *
 * <p>Source: {@code PodMutateLimitFunc} in {@code plugin/pkg/admission/limitranger/admission.go}.
 */
final class ContainerDefaults {
  private final LimitRange limitRange;
  private final Map<ResourceName, Quantity> requests = new TreeMap<>();
  private final Map<ResourceName, Quantity> limits = new TreeMap<>();
  private final List<Injection> injections = new ArrayList<>();
  private final List<String> parts = new ArrayList<>();

  ContainerDefaults(LimitRange limitRange) {
    this.limitRange = limitRange;
    for (LimitRangeItem item : limitRange.limits()) {
      if (item.type().equals(LimitRanger.CONTAINER)) {
        item.defaultRequests().forEach(requests::put);
        item.defaultLimits().forEach(limits::put);
      }
    }
  }

  /** Returns the values that were set. */
  List<Injection> injections() {
    return injections;
  }

  /** Returns the pod with what it lacked, and an annotation if it lacked anything. */
  Pod applyTo(Pod pod) {
    PodSpec spec = pod.spec();
    PodSpec merged =
        spec.with()
            .containers(merge(spec.containers(), false))
            .initContainers(merge(spec.initContainers(), true))
            .build();
    return parts.isEmpty() ? pod : annotated(pod.withSpec(merged));
  }

  private Pod annotated(Pod pod) {
    ObjectMeta metadata = pod.metadata();
    Map<String, String> annotations = new TreeMap<>(metadata.annotations());
    annotations.put(LimitRanger.ANNOTATION, "LimitRanger plugin set: " + String.join("; ", parts));
    return pod.withMetadata(metadata.withAnnotations(annotations));
  }

  private List<Container> merge(List<Container> containers, boolean init) {
    List<Container> merged = new ArrayList<>(containers.size());
    for (Container container : containers) {
      ResourceRequirements given = container.resources();
      merged.add(
          container.withResources(
              new ResourceRequirements(
                  merge(given.requests(), requests, Target.REQUEST, container.name(), init),
                  merge(given.limits(), limits, Target.LIMIT, container.name(), init),
                  given.claims())));
    }
    return merged;
  }

  private Resources merge(
      Resources given,
      Map<ResourceName, Quantity> defaults,
      Target target,
      String container,
      boolean init) {
    Resources merged = given;
    List<String> set = new ArrayList<>();
    for (Map.Entry<ResourceName, Quantity> entry : defaults.entrySet()) {
      ResourceName name = entry.getKey();
      if (!given.contains(name)) {
        merged = merged.with(name, entry.getValue());
        set.add(name.toString());
        injections.add(
            new Injection(limitRange.name(), container, init, target, name, entry.getValue()));
      }
    }
    if (!set.isEmpty()) {
      String kind = init ? "init container" : "container";
      parts.add(String.join(", ", set) + " " + target + " for " + kind + " " + container);
    }
    return merged;
  }
}

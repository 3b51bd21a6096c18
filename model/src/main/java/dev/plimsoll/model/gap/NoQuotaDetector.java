package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.ObjectReference;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Finds namespaces that use a scarce resource while none of their quotas so much as names it. */
final class NoQuotaDetector implements GapDetector {

  @Override
  public List<Finding> detect(DetectionContext detectionContext) {
    List<Finding> found = new ArrayList<>();
    for (ResourceName resource : detectionContext.scarce()) {
      users(detectionContext, resource)
          .forEach(
              (namespace, used) -> {
                if (!named(detectionContext, namespace, resource)) {
                  found.add(finding(namespace, resource, used));
                }
              });
    }
    return found;
  }

  /** Returns how much of the resource the pods of each namespace request, ended ones left out. */
  static Map<String, Quantity> users(DetectionContext detectionContext, ResourceName resource) {
    Map<String, Quantity> used = new TreeMap<>();
    for (Pod pod : detectionContext.cluster().list(Pod.class)) {
      if (!pod.isTerminal()) {
        DetectionContext.requests(pod)
            .get(resource)
            .filter(q -> q.signum() > 0)
            .ifPresent(q -> used.merge(pod.namespace(), q, Quantity::add));
      }
    }
    return used;
  }

  /** Returns how much namespaces other than these request. */
  static long unlimited(
      DetectionContext detectionContext, ResourceName resource, Set<String> limited) {
    return users(detectionContext, resource).entrySet().stream()
        .filter(e -> !limited.contains(e.getKey()))
        .mapToLong(e -> e.getValue().value())
        .sum();
  }

  private static boolean named(
      DetectionContext detectionContext, String namespace, ResourceName resource) {
    return detectionContext.cluster().list(ResourceQuota.class, namespace).stream()
        .flatMap(q -> q.spec().hard().names().stream())
        .map(ResourceName::name)
        .anyMatch(
            key ->
                key.equals(resource.name())
                    || key.equals("requests." + resource)
                    || key.equals("limits." + resource));
  }

  private static Finding finding(String namespace, ResourceName resource, Quantity used) {
    return FindingBuilder.of(
            GapKind.NoQuota, new ObjectReference("Namespace", namespace, namespace, ""))
        .resource(resource)
        .message(
            "pods of namespace "
                + namespace
                + " request "
                + used
                + " of "
                + resource
                + ", and no quota limits how many they may take")
        .evidence("requested", used)
        .remedies(
            () ->
                List.of(
                    new Remedy(
                        "give the namespace a quota of what it requests now",
                        Optional.of(
                            "kubectl create quota plimsoll -n "
                                + namespace
                                + " --hard=requests."
                                + resource
                                + "="
                                + used),
                        Optional.empty(),
                        List.of(),
                        true,
                        "what runs stays; further pods that request "
                            + resource
                            + " are refused until the quota is raised")));
  }
}

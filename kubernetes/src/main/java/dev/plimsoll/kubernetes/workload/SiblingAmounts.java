package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Requests and limits that a webhook gave to a pod instead of the amounts in its template. Amounts
 * that the template lacks may be defaults of a LimitRange, if the namespace has one.
 *
 * @param template the template's containers by name
 * @param sibling the pod's containers by name
 * @param hasDefaults whether a LimitRange may have set amounts
 */
record SiblingAmounts(
    Map<String, ResourceRequirements> template,
    Map<String, ResourceRequirements> sibling,
    boolean hasDefaults) {

  static SiblingAmounts of(Cluster cluster, PodSpec template, Pod sibling) {
    String namespace = sibling.namespace();
    return new SiblingAmounts(
        byName(template),
        byName(sibling.spec()),
        !cluster.covers(LimitRange.RESOURCE, namespace)
            || !cluster.list(LimitRange.class, namespace).isEmpty());
  }

  private static Map<String, ResourceRequirements> byName(PodSpec spec) {
    return Stream.concat(spec.initContainers().stream(), spec.containers().stream())
        .collect(Collectors.toMap(Container::name, Container::resources, (one, other) -> one));
  }

  /** Returns the spec of a new pod with the amounts that the webhook gives to it. */
  PodSpec given(PodSpec spec) {
    return spec.withContainers(given(spec.containers()))
        .withInitContainers(given(spec.initContainers()));
  }

  private List<Container> given(List<Container> containers) {
    return containers.stream().map(this::given).toList();
  }

  private Container given(Container own) {
    ResourceRequirements before = template.get(own.name());
    ResourceRequirements after = sibling.get(own.name());
    if (before == null || after == null) {
      return own;
    }
    Map<ResourceName, Quantity> requests = new LinkedHashMap<>(own.resources().requests().toMap());
    Map<ResourceName, Quantity> limits = new LinkedHashMap<>(own.resources().limits().toMap());
    Stream.of(before.requests(), before.limits(), after.requests(), after.limits())
        .flatMap(r -> r.names().stream())
        .filter(name -> isChanged(name, before, after))
        .forEach(
            name -> {
              give(requests, name, after.requests());
              give(limits, name, after.limits());
            });
    return own.withResources(
        own.resources().withRequests(Resources.of(requests)).withLimits(Resources.of(limits)));
  }

  /** A request and its limit change together, so that the request doesn't exceed the limit. */
  private boolean isChanged(
      ResourceName name, ResourceRequirements before, ResourceRequirements after) {
    Resources requests = before.requests().withDefaults(before.limits());
    return requests.contains(name)
        ? differ(name, requests, after.requests()) || differ(name, before.limits(), after.limits())
        : !hasDefaults;
  }

  private boolean differ(ResourceName name, Resources before, Resources after) {
    return before.contains(name)
        ? after.get(name).filter(q -> q.compareTo(before.getOrZero(name)) == 0).isEmpty()
        : after.contains(name) && !hasDefaults;
  }

  private static void give(
      Map<ResourceName, Quantity> amounts, ResourceName name, Resources given) {
    given.get(name).ifPresentOrElse(q -> amounts.put(name, q), () -> amounts.remove(name));
  }
}

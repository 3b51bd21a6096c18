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
    ResourceRequirements amounts = own.resources();
    Resources requested = before.requests().withDefaults(before.limits());
    return own.withResources(
        amounts
            .withRequests(given(amounts.requests(), requested, after.requests()))
            .withLimits(given(amounts.limits(), before.limits(), after.limits())));
  }

  private Resources given(Resources own, Resources before, Resources after) {
    Map<ResourceName, Quantity> given = new LinkedHashMap<>(own.toMap());
    after.forEach(
        (name, amount) -> {
          if (before.get(name).map(b -> b.compareTo(amount) != 0).orElse(!hasDefaults)) {
            given.put(name, amount);
          }
        });
    return Resources.of(given);
  }
}

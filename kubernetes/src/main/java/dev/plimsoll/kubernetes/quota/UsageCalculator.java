package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Adds up what the objects of a namespace are charged.
 *
 * <p>Source: {@code CalculateUsage} in {@code
 * staging/src/k8s.io/apiserver/pkg/quota/v1/resources.go}, {@code CalculateUsageStats} in {@code
 * staging/src/k8s.io/apiserver/pkg/quota/v1/generic/evaluator.go}.
 */
final class UsageCalculator {
  private static final Map<GroupResource, Class<? extends ApiObject>> TYPES =
      Map.of(
          Pod.RESOURCE, Pod.class,
          Service.RESOURCE, Service.class,
          PersistentVolumeClaim.RESOURCE, PersistentVolumeClaim.class,
          ResourceClaim.RESOURCE, ResourceClaim.class);

  private final Cluster cluster;
  private final Evaluators evaluators;

  UsageCalculator(Cluster cluster, Evaluators evaluators) {
    this.cluster = cluster;
    this.evaluators = evaluators;
  }

  /** Returns the known usage under the spec's keys. */
  Resources used(String namespace, ResourceQuotaSpec spec) {
    List<ScopedResourceSelectorRequirement> scopes = QuotaScopeMatcher.of(spec);
    List<ResourceName> keys = spec.hard().names();
    List<Evaluator> tracking = evaluators.tracking(keys);
    Map<ResourceName, Quantity> used = new TreeMap<>();
    Set<ResourceName> unknown = new HashSet<>();
    for (Evaluator evaluator : tracking) {
      for (ResourceName key : keys) {
        if (evaluator.tracks(key)) {
          used.putIfAbsent(key, Quantity.ZERO);
          if (requirements(namespace, evaluator).anyMatch(r -> !r.isMet(cluster))) {
            unknown.add(key);
          }
        }
      }
    }
    for (Evaluator evaluator : tracking) {
      add(used, evaluator, scopes, namespace);
    }
    used.keySet().removeAll(unknown);
    return Resources.of(used);
  }

  /** Returns the resources that must have been read to know all usage under the spec's keys. */
  List<Requirement> requirements(String namespace, ResourceQuotaSpec spec) {
    return evaluators.tracking(spec.hard().names()).stream()
        .flatMap(e -> requirements(namespace, e))
        .toList();
  }

  /**
   * Returns the resources that the evaluator needs. The charge of resource claims depends on device
   * classes, if there are claims.
   */
  private Stream<Requirement> requirements(String namespace, Evaluator evaluator) {
    Requirement objects = Requirement.in(namespace, evaluator.resource());
    return evaluator.resource().equals(ResourceClaim.RESOURCE)
            && !cluster.list(ResourceClaim.class, namespace).isEmpty()
        ? Stream.of(objects, Requirement.all(DeviceClass.RESOURCE))
        : Stream.of(objects);
  }

  private void add(
      Map<ResourceName, Quantity> used,
      Evaluator evaluator,
      List<ScopedResourceSelectorRequirement> scopes,
      String namespace) {
    Class<? extends ApiObject> type = TYPES.get(evaluator.resource());
    if (type == null) {
      count(used, evaluator, scopes, namespace);
    } else if (scopes.stream().allMatch(s -> evaluator.malformed(s).isEmpty())) {
      sum(used, evaluator, scopes, cluster.list(type, namespace));
    }
  }

  private static void sum(
      Map<ResourceName, Quantity> used,
      Evaluator evaluator,
      List<ScopedResourceSelectorRequirement> scopes,
      Collection<? extends ApiObject> objects) {
    for (ApiObject object : objects) {
      if (scopes.stream().allMatch(s -> evaluator.matches(s, object))) {
        evaluator
            .usage(object)
            .forEach((key, usage) -> used.computeIfPresent(key, (k, sum) -> sum.add(usage)));
      }
    }
  }

  private void count(
      Map<ResourceName, Quantity> used,
      Evaluator evaluator,
      List<ScopedResourceSelectorRequirement> scopes,
      String namespace) {
    if (scopes.isEmpty()) {
      Quantity objects = Quantity.of(cluster.count(namespace, evaluator.resource()));
      used.replaceAll((key, sum) -> evaluator.tracks(key) ? sum.add(objects) : sum);
    }
  }
}

package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodDisruptionBudget;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields of a stored object that a manifest leaves as they are: the status, the binding, and
 * labels that others have set.
 *
 * <p>Source: {@code PrepareForUpdate} in {@code pkg/registry/core/node/strategy.go}, {@code
 * pkg/registry/core/persistentvolume/strategy.go} and {@code
 * pkg/registry/core/persistentvolumeclaim/strategy.go}.
 */
final class AppliedManifest {
  private AppliedManifest() {}

  /** Returns an object as it is once its manifest is applied to the stored object. */
  static ApiObject merged(CheckedObject manifest, ApiObject stored) {
    if (manifest.patched().isPresent()) {
      return manifest.patched().get().object();
    }
    ApiObject now = manifest.object();
    if (now instanceof Node node && stored instanceof Node old) {
      return new Node(
          merged(node.metadata(), old.metadata()),
          manifest.has(List.of("spec", "unschedulable"))
              ? node.unschedulable()
              : old.unschedulable(),
          manifest.has(List.of("spec", "taints")) ? node.taints() : old.taints(),
          old.capacity(),
          old.allocatable(),
          old.conditions(),
          old.kubeletVersion(),
          old.declaredFeatures(),
          old.cordonedSince());
    }
    if (now instanceof Pod pod && stored instanceof Pod old) {
      return old.withSpec(merged(pod.spec(), old.spec()));
    }
    if (now instanceof PersistentVolume volume && stored instanceof PersistentVolume old) {
      return volume.storedAs(
          merged(volume.metadata(), old.metadata()), old.claim().or(volume::claim), old.phase());
    }
    if (now instanceof PersistentVolumeClaim claim && stored instanceof PersistentVolumeClaim old) {
      return new PersistentVolumeClaim(
          merged(claim.metadata(), old.metadata()),
          claim.requests(),
          claim.storageClassName().or(old::storageClassName),
          old.volumeName().isEmpty() ? claim.volumeName() : old.volumeName(),
          claim.volumeMode(),
          claim.selector(),
          claim.accessModes(),
          claim.volumeAttributesClassName(),
          old.phase(),
          old.allocatedResources(),
          old.currentVolumeAttributesClassName(),
          old.targetVolumeAttributesClassName());
    }
    if (now instanceof ResourceClaim claim && stored instanceof ResourceClaim old) {
      return new ResourceClaim(
          merged(claim.metadata(), old.metadata()),
          claim.devices(),
          old.allocation(),
          old.reservedFor());
    }
    if (now instanceof PodDisruptionBudget budget && stored instanceof PodDisruptionBudget old) {
      return new PodDisruptionBudget(
          merged(budget.metadata(), old.metadata()),
          budget.selector(),
          old.disruptionsAllowed(),
          old.disruptedPods(),
          old.isCurrent());
    }
    return now;
  }

  /** Containers merge by name, amounts and the labels of nodes by key. */
  private static PodSpec merged(PodSpec now, PodSpec old) {
    return old.with()
        .containers(merged(now.containers(), old.containers()))
        .initContainers(merged(now.initContainers(), old.initContainers()))
        .nodeSelector(merged(now.nodeSelector(), old.nodeSelector()))
        .priorityClassName(
            now.priorityClassName().isEmpty() ? old.priorityClassName() : now.priorityClassName())
        .build();
  }

  private static List<Container> merged(List<Container> now, List<Container> old) {
    Map<String, Container> byName = new LinkedHashMap<>();
    old.forEach(c -> byName.put(c.name(), c));
    for (Container each : now) {
      Container before = byName.getOrDefault(each.name(), each);
      ResourceRequirements amounts = before.resources();
      byName.put(
          each.name(),
          before.withResources(
              amounts
                  .withRequests(each.resources().requests().withDefaults(amounts.requests()))
                  .withLimits(each.resources().limits().withDefaults(amounts.limits()))));
    }
    return List.copyOf(byName.values());
  }

  private static ObjectMeta merged(ObjectMeta now, ObjectMeta old) {
    return old.with()
        .labels(merged(now.labels(), old.labels()))
        .annotations(merged(now.annotations(), old.annotations()))
        .owners(now.owners().isEmpty() ? old.owners() : now.owners())
        .build();
  }

  private static Map<String, String> merged(Map<String, String> now, Map<String, String> old) {
    Map<String, String> all = new HashMap<>(old);
    all.putAll(now);
    return all;
  }
}

package dev.plimsoll.kubernetes.cluster;

import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.util.List;

/**
 * Facts about a snapshot other than its objects.
 *
 * @param omissions what couldn't be read, one sentence each
 * @param controlPlane the control plane
 * @param served what some of its objects are in full
 * @param limits what it can't answer, as it was written for a check of some namespaces only
 */
record SnapshotFacts(
    List<String> omissions,
    KubernetesControlPlane controlPlane,
    ServedFields served,
    List<String> limits) {
  SnapshotFacts {
    omissions = List.copyOf(omissions);
    limits = List.copyOf(limits);
  }

  SnapshotFacts withLimits(List<String> other) {
    return new SnapshotFacts(omissions, controlPlane, served, other);
  }

  SnapshotFacts withOmissions(List<String> other) {
    return new SnapshotFacts(other, controlPlane, served, limits);
  }

  SnapshotFacts withControlPlane(KubernetesControlPlane other) {
    return new SnapshotFacts(omissions, other, served, limits);
  }

  SnapshotFacts withServed(ServedFields other) {
    return new SnapshotFacts(omissions, controlPlane, other, limits);
  }
}

package dev.plimsoll.kubernetes.cluster;

import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.util.List;

/**
 * Facts about a snapshot other than its objects.
 *
 * @param omissions what couldn't be read, one sentence each
 * @param controlPlane the control plane
 * @param served what some of its objects are in full
 */
record SnapshotFacts(
    List<String> omissions, KubernetesControlPlane controlPlane, ServedFields served) {
  SnapshotFacts {
    omissions = List.copyOf(omissions);
  }

  SnapshotFacts withOmissions(List<String> other) {
    return new SnapshotFacts(other, controlPlane, served);
  }

  SnapshotFacts withControlPlane(KubernetesControlPlane other) {
    return new SnapshotFacts(omissions, other, served);
  }

  SnapshotFacts withServed(ServedFields other) {
    return new SnapshotFacts(omissions, controlPlane, other);
  }
}

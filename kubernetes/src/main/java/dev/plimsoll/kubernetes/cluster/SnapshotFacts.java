package dev.plimsoll.kubernetes.cluster;

import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.util.List;
import java.util.Optional;

/**
 * Facts about a snapshot other than its objects.
 *
 * @param omissions what couldn't be read, one sentence each
 * @param controlPlane the control plane
 * @param served what some of its objects are in full
 * @param limits what it can't answer, as it was written for a check of some namespaces only
 * @param usage the measured usage of devices; empty if nobody looked for it
 */
record SnapshotFacts(
    List<String> omissions,
    KubernetesControlPlane controlPlane,
    ServedFields served,
    List<String> limits,
    Optional<MeasuredUsage> usage) {
  SnapshotFacts {
    omissions = List.copyOf(omissions);
    limits = List.copyOf(limits);
  }

  SnapshotFacts withLimits(List<String> other) {
    return new SnapshotFacts(omissions, controlPlane, served, other, usage);
  }

  SnapshotFacts withOmissions(List<String> other) {
    return new SnapshotFacts(other, controlPlane, served, limits, usage);
  }

  SnapshotFacts withControlPlane(KubernetesControlPlane other) {
    return new SnapshotFacts(omissions, other, served, limits, usage);
  }

  SnapshotFacts withServed(ServedFields other) {
    return new SnapshotFacts(omissions, controlPlane, other, limits, usage);
  }

  SnapshotFacts withUsage(MeasuredUsage other) {
    return new SnapshotFacts(omissions, controlPlane, served, limits, Optional.of(other));
  }

  SnapshotFacts withUsageIn(Coverage readable) {
    return new SnapshotFacts(
        omissions,
        controlPlane,
        served,
        limits,
        usage.map(u -> u.only(p -> readable.includes(p.namespace()))));
  }
}

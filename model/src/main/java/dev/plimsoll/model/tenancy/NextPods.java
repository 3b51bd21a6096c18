package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.limits.LimitRanger;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.pod.PodDefaults;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.workload.ExtendedTolerations;
import dev.plimsoll.kubernetes.workload.NamespaceNodeSelectors;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.SiblingPods;
import java.util.List;

/** Pods that are still to be created in a cluster. */
public final class NextPods {
  private final Cluster cluster;
  private final ExtendedTolerations tolerations;
  private final NamespaceNodeSelectors nodeSelectors;
  private final SiblingPods siblings;

  /** Looks at the cluster's LimitRanges and plug-ins. */
  public NextPods(Cluster cluster) {
    this.cluster = cluster;
    this.tolerations = ExtendedTolerations.of(cluster);
    this.nodeSelectors = NamespaceNodeSelectors.of(cluster);
    this.siblings = SiblingPods.of(cluster);
  }

  /** Returns the next pod of an owner as the API server would store it. */
  Pod admitted(PodTemplateOwner owner) {
    return admitted(owner.nextPods(1).get(0));
  }

  /** Returns a pod as the API server would store it, as far as requests and nodes go. */
  public Pod admitted(Pod pod) {
    Pod next = PodDefaults.apply(pod);
    Pod limited =
        LimitRanger.admit(next, List.copyOf(cluster.list(LimitRange.class, next.namespace())))
            .pod();
    PodSpec spec = tolerations.added(limited.spec());
    PodSpec selecting =
        nodeSelectors
            .of(cluster, pod.namespace())
            .map(s -> spec.withNodeSelector(s.addedTo(spec.nodeSelector())))
            .orElse(spec);
    return limited.withSpec(siblings.added(limited.withSpec(selecting)));
  }

  /** Returns the requests of that number of such pods. */
  static Resources times(Resources one, int count) {
    Resources.Builder all = Resources.builder();
    one.forEach((name, quantity) -> all.put(name, quantity.multiply(count)));
    return all.build();
  }
}

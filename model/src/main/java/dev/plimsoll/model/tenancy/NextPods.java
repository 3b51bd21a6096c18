package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.limits.LimitRanger;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PodDefaults;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import java.util.List;

/** Pods that are still to be created. */
final class NextPods {
  private NextPods() {}

  /** Returns the next pod as the API server would store it, as far as its requests go. */
  static Pod admitted(Cluster cluster, PodTemplateOwner owner) {
    Pod next = PodDefaults.apply(owner.nextPods(1).get(0));
    return LimitRanger.admit(next, List.copyOf(cluster.list(LimitRange.class, next.namespace())))
        .pod();
  }

  /** Returns the requests of that number of such pods. */
  static Resources times(Resources one, int count) {
    Resources.Builder all = Resources.builder();
    one.forEach((name, quantity) -> all.put(name, quantity.multiply(count)));
    return all.build();
  }
}

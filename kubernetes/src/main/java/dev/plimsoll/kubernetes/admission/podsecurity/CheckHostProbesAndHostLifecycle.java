package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Probes and lifecycle handlers may not have the kubelet call other hosts than the pod. */
final class CheckHostProbesAndHostLifecycle {
  private CheckHostProbesAndHostLifecycle() {}

  static Optional<PodSecurityViolation> check(Pod pod, int minor) {
    Set<String> containers = new TreeSet<>();
    Set<String> hosts = new TreeSet<>();
    for (Container container : ForbiddenSetters.containers(pod)) {
      if (hosts.addAll(container.security().handlerHosts())
          || !container.security().handlerHosts().isEmpty()) {
        containers.add(container.name());
      }
    }
    return containers.isEmpty()
        ? Optional.empty()
        : PodSecurityViolation.of(
            "probe or lifecycle host",
            ForbiddenSetters.counted("container", containers)
                + " "
                + ForbiddenSetters.quoted(containers)
                + " "
                + ForbiddenSetters.uses(containers)
                + " "
                + ForbiddenSetters.counted("probe or lifecycle host", hosts)
                + " "
                + ForbiddenSetters.quoted(hosts));
  }
}

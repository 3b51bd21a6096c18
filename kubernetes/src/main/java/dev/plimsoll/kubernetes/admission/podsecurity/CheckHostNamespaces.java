package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSecurityFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Pods may not share the node's network, processes and inter-process communication. */
final class CheckHostNamespaces {
  private CheckHostNamespaces() {}

  static Optional<PodSecurityViolation> check(Pod pod, int minor) {
    PodSecurityFields security = pod.spec().security();
    List<String> shared = new ArrayList<>();
    if (pod.spec().hostNetwork()) {
      shared.add("hostNetwork=true");
    }
    if (security.hostPid()) {
      shared.add("hostPID=true");
    }
    if (security.hostIpc()) {
      shared.add("hostIPC=true");
    }
    return shared.isEmpty()
        ? Optional.empty()
        : PodSecurityViolation.of("host namespaces", String.join(", ", shared));
  }
}

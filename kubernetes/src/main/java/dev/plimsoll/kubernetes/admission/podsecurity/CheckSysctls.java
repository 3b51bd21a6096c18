package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Kernel parameters may be set only if they touch nobody else on the node. */
final class CheckSysctls {

  /** Which are allowed, by the minor version from which on. */
  private static final Map<String, Integer> SAFE =
      Map.ofEntries(
          Map.entry("kernel.shm_rmid_forced", 0),
          Map.entry("net.ipv4.ip_local_port_range", 0),
          Map.entry("net.ipv4.tcp_syncookies", 0),
          Map.entry("net.ipv4.ping_group_range", 0),
          Map.entry("net.ipv4.ip_unprivileged_port_start", 0),
          Map.entry("net.ipv4.ip_local_reserved_ports", 27),
          Map.entry("net.ipv4.tcp_keepalive_time", 29),
          Map.entry("net.ipv4.tcp_fin_timeout", 29),
          Map.entry("net.ipv4.tcp_keepalive_intvl", 29),
          Map.entry("net.ipv4.tcp_keepalive_probes", 29),
          Map.entry("net.ipv4.tcp_rmem", 32),
          Map.entry("net.ipv4.tcp_wmem", 32));

  private CheckSysctls() {}

  static Optional<PodSecurityViolation> check(Pod pod, int minor) {
    List<String> forbidden =
        pod.spec().security().sysctls().stream()
            .filter(s -> SAFE.getOrDefault(s, Integer.MAX_VALUE) > minor)
            .toList();
    return forbidden.isEmpty()
        ? Optional.empty()
        : PodSecurityViolation.of("forbidden sysctls", String.join(", ", forbidden));
  }
}

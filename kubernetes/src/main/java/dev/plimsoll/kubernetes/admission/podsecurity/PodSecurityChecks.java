package dev.plimsoll.kubernetes.admission.podsecurity;

import static dev.plimsoll.kubernetes.admission.podsecurity.PodSecurityLevel.BASELINE;
import static dev.plimsoll.kubernetes.admission.podsecurity.PodSecurityLevel.RESTRICTED;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All checks, in the order in which Kubernetes makes them: those of the level baseline, then those
 * of the level restricted, each by their ids.
 *
 * <p>Source: {@code staging/src/k8s.io/pod-security-admission/policy/registry.go}.
 */
final class PodSecurityChecks {

  /**
   * A check.
   *
   * @param id Kubernetes' name for it
   * @param level the laxest level that makes it
   * @param since the minor version of the first standards that have it
   * @param overrides the ids of the checks that aren't made where this one is
   * @param rule what it looks for
   */
  record Check(
      String id, PodSecurityLevel level, int since, Set<String> overrides, PodSecurityRule rule) {

    static Check of(String id, PodSecurityLevel level, int since, PodSecurityRule rule) {
      return new Check(id, level, since, Set.of(), rule);
    }

    Check overriding(String other) {
      return new Check(id, level, since, Set.of(other), rule);
    }
  }

  private static final List<Check> ALL =
      List.of(
          Check.of("appArmorProfile", BASELINE, 0, CheckAppArmorProfile::check),
          Check.of("capabilities_baseline", BASELINE, 0, CheckCapabilitiesBaseline::check),
          Check.of("hostNamespaces", BASELINE, 0, CheckHostNamespaces::check),
          Check.of("hostPathVolumes", BASELINE, 0, CheckHostPathVolumes::check),
          Check.of("hostPorts", BASELINE, 0, CheckHostPorts::check),
          Check.of(
              "hostProbesAndHostLifecycle", BASELINE, 34, CheckHostProbesAndHostLifecycle::check),
          Check.of("privileged", BASELINE, 0, CheckPrivileged::check),
          Check.of("procMount", BASELINE, 0, CheckProcMount::checkBaseline),
          Check.of("seLinuxOptions", BASELINE, 0, CheckSeLinuxOptions::check),
          Check.of("seccompProfile_baseline", BASELINE, 0, CheckSeccompBaseline::check),
          Check.of("sysctls", BASELINE, 0, CheckSysctls::check),
          Check.of("windowsHostProcess", BASELINE, 0, CheckWindowsHostProcess::check),
          Check.of("allowPrivilegeEscalation", RESTRICTED, 8, CheckAllowPrivilegeEscalation::check),
          Check.of("capabilities_restricted", RESTRICTED, 22, CheckCapabilitiesRestricted::check)
              .overriding("capabilities_baseline"),
          Check.of("procMount_restricted", RESTRICTED, 35, CheckProcMount::checkRestricted)
              .overriding("procMount"),
          Check.of("restrictedVolumes", RESTRICTED, 0, CheckRestrictedVolumes::check)
              .overriding("hostPathVolumes"),
          Check.of("runAsNonRoot", RESTRICTED, 0, CheckRunAsNonRoot::check),
          Check.of("runAsUser", RESTRICTED, 23, CheckRunAsUser::check),
          Check.of(
                  "seccompProfile_restricted", RESTRICTED, 19, CheckSeccompProfileRestricted::check)
              .overriding("seccompProfile_baseline"));

  private PodSecurityChecks() {}

  /** Returns the checks that a level makes by the standards of a minor version, in their order. */
  static List<Check> of(PodSecurityLevel level, int minor) {
    List<Check> made =
        ALL.stream().filter(c -> c.level().compareTo(level) <= 0 && c.since() <= minor).toList();
    Set<String> overridden =
        made.stream().flatMap(c -> c.overrides().stream()).collect(Collectors.toSet());
    return made.stream().filter(c -> !overridden.contains(c.id())).toList();
  }
}

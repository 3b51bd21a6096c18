package dev.plimsoll.kubernetes.object;

import java.util.List;
import java.util.Optional;

/**
 * The security settings of a pod that admission checks, other than those of its containers and the
 * host network.
 *
 * @param context what holds for all containers that don't say otherwise
 * @param sysctls the names of the kernel parameters that it sets
 * @param hostPid whether it sees the node's processes
 * @param hostIpc whether it uses the node's inter-process communication
 * @param hostUsers whether root in it is root on the node, which it is unless it says otherwise
 * @param os the operating system it is for, {@code linux} or {@code windows}; empty if it isn't set
 * @param restrictedVolumes the volumes of other sources than those that every pod may use
 */
public record PodSecurityFields(
    SecurityContext context,
    List<String> sysctls,
    boolean hostPid,
    boolean hostIpc,
    Optional<Boolean> hostUsers,
    String os,
    List<RestrictedVolume> restrictedVolumes) {

  /** The fields of a pod that sets none of them. */
  public static final PodSecurityFields NONE =
      new PodSecurityFields(
          SecurityContext.NONE, List.of(), false, false, Optional.empty(), "", List.of());

  /**
   * A volume that reaches beyond the pod.
   *
   * @param name the name
   * @param source where it comes from, by the field's name, such as {@code hostPath}
   */
  public record RestrictedVolume(String name, String source) {}

  public PodSecurityFields {
    sysctls = List.copyOf(sysctls);
    restrictedVolumes = List.copyOf(restrictedVolumes);
  }

  /** Returns whether it is for Windows, where much of Linux's doesn't exist. */
  public boolean isForWindows() {
    return os.equals("windows");
  }

  /** Returns whether it has users of its own, so that its root isn't the node's. */
  public boolean isInUserNamespace() {
    return hostUsers.filter(shared -> !shared).isPresent();
  }
}

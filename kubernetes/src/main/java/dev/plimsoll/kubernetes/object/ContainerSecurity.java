package dev.plimsoll.kubernetes.object;

import java.util.List;
import java.util.Optional;

/**
 * The security settings of a container, as far as admission checks them.
 *
 * @param context what a pod may say, too; here it goes before what the pod says
 * @param privileged whether it may do all that the node's root may
 * @param allowPrivilegeEscalation whether a process may gain more rights than its parent
 * @param capabilities the Linux capabilities that it changes
 * @param procMount how it sees {@code /proc}: {@code Default} or {@code Unmasked}
 * @param handlerHosts the hosts that its probes and lifecycle handlers name
 */
public record ContainerSecurity(
    SecurityContext context,
    boolean privileged,
    Optional<Boolean> allowPrivilegeEscalation,
    Optional<Capabilities> capabilities,
    Optional<String> procMount,
    List<String> handlerHosts) {

  /** The fields of a container that sets none of them. */
  public static final ContainerSecurity NONE =
      new ContainerSecurity(
          SecurityContext.NONE,
          false,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of());

  public ContainerSecurity {
    handlerHosts = List.copyOf(handlerHosts);
  }
}

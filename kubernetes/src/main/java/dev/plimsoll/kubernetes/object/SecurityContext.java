package dev.plimsoll.kubernetes.object;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The security settings that a pod and a container share.
 *
 * @param runAsNonRoot whether the kubelet is to see to it that they don't run as root
 * @param runAsUser the user they run as; 0 is root
 * @param seLinuxOptions their SELinux label
 * @param seccompProfile the type of their seccomp profile, such as {@code RuntimeDefault}
 * @param appArmorProfile the type of their AppArmor profile, such as {@code Unconfined}
 * @param hostProcess whether they run on a Windows node as if they weren't in a container
 */
public record SecurityContext(
    Optional<Boolean> runAsNonRoot,
    OptionalLong runAsUser,
    Optional<SeLinuxOptions> seLinuxOptions,
    Optional<String> seccompProfile,
    Optional<String> appArmorProfile,
    boolean hostProcess) {

  /** The context of a pod or container that sets no field. */
  public static final SecurityContext NONE =
      new SecurityContext(
          Optional.empty(),
          OptionalLong.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          false);
}

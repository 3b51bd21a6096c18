package dev.plimsoll.kubernetes.object;

import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A volume of a pod that rests on a claim.
 *
 * @param name the volume's name in the pod
 * @param claimName the claim it names; absent for a generic ephemeral volume
 * @param claimTemplate the claim that is made for it: after the pod for a generic ephemeral volume,
 *     before it where the claim has a name, for a pod that a StatefulSet has yet to make
 */
public record Volume(
    String name, Optional<String> claimName, Optional<PersistentVolumeClaim> claimTemplate) {

  /** Makes a volume without a template for its claim. */
  public Volume(String name, Optional<String> claimName) {
    this(name, claimName, Optional.empty());
  }

  /** Returns a copy that names another claim, if it names one. */
  public Volume withClaimName(UnaryOperator<String> change) {
    return new Volume(name, claimName.map(change), claimTemplate);
  }

  /** Returns the name of the claim: a generic ephemeral volume's is made of both names. */
  public String claimName(Pod pod) {
    return claimName.orElse(pod.name() + "-" + name);
  }
}

package dev.plimsoll.kubernetes.object;

import java.util.Set;

/**
 * A disk that a pod names itself, without a claim.
 *
 * @param type the field of the volume that names it, such as {@code iscsi}
 * @param identity which disk of that type it is
 * @param monitors the Ceph monitors that know it; none for other types
 * @param readOnly whether the pod only reads it
 */
public record InlineDisk(String type, String identity, Set<String> monitors, boolean readOnly) {

  public InlineDisk {
    monitors = Set.copyOf(monitors);
  }
}

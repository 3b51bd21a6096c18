package dev.plimsoll.model.ledger;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.GangKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The pods of gangs in a snapshot. A pod that is being deleted or has failed is none of them, since
 * another pod takes its place.
 *
 * @param pods the pods by gang
 */
public record ObservedGangs(Map<GangKey, List<Member>> pods) {
  /** No gang. */
  public static final ObservedGangs NONE = new ObservedGangs(Map.of());

  /**
   * A pod of a gang.
   *
   * @param owner the UID of the object that manages it; empty if none does
   * @param isNamedByOwner whether that object gives the gang its name
   * @param hasSucceeded whether the pod has done its work
   */
  public record Member(String owner, boolean isNamedByOwner, boolean hasSucceeded) {

    /**
     * Returns whether the pod is a member of the gang as an owner makes it. Another owner of the
     * name made it for an earlier gang. A pod that has done its work is missing only where the
     * owner makes it again.
     */
    boolean isOf(String asked) {
      return (owner.equals(asked) && !owner.isEmpty()) || (!isNamedByOwner && !hasSucceeded);
    }
  }

  public ObservedGangs {
    pods = Map.copyOf(pods);
  }

  /** Returns the gangs of some namespaces. */
  public static ObservedGangs of(Cluster cluster, Collection<String> namespaces) {
    Map<GangKey, List<Member>> pods = new HashMap<>();
    for (String namespace : namespaces) {
      for (Pod pod : cluster.list(Pod.class, namespace)) {
        if (!pod.isTerminating() && !pod.status().phase().equals("Failed")) {
          GangKey.of(pod)
              .ifPresent(k -> pods.computeIfAbsent(k, g -> new ArrayList<>()).add(member(k, pod)));
        }
      }
    }
    return new ObservedGangs(pods);
  }

  private static Member member(GangKey key, Pod pod) {
    return new Member(
        pod.metadata().controller().map(OwnerReference::uid).orElse(""),
        key.isNamedByController(pod),
        pod.isTerminal());
  }

  /** Returns how many pods a gang has, as an owner makes it. */
  int members(GangKey key, String owner) {
    return (int) pods.getOrDefault(key, List.of()).stream().filter(m -> m.isOf(owner)).count();
  }
}

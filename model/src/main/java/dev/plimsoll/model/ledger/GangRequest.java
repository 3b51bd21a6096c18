package dev.plimsoll.model.ledger;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.GangSizes;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.kubernetes.pod.GangKey;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The gang of a new pod, as the pod and its cluster describe the gang.
 *
 * @param key the gang
 * @param uid the UID of the pod
 * @param owner the UID of the object that manages the pod; empty if none does
 * @param isNamedByOwner whether that object gives the gang its name
 * @param size how many pods must run
 * @param members how many pods the gang has already, in a snapshot
 * @param expirationTime until when the gang may hold quota that it doesn't use
 */
public record GangRequest(
    GangKey key,
    String uid,
    String owner,
    boolean isNamedByOwner,
    int size,
    int members,
    Instant expirationTime) {

  /** Returns the request of a new pod; empty if it belongs to no gang of a known size. */
  public static Optional<GangRequest> of(Cluster cluster, Pod pod, Instant expirationTime) {
    Optional<Gang> gang = Gang.of(pod);
    OptionalInt size = gang.map(new GangSizes(() -> cluster)::size).orElse(OptionalInt.empty());
    if (size.isEmpty() || size.getAsInt() < 2) {
      return Optional.empty();
    }
    GangKey key = GangKey.of(gang.orElseThrow());
    String owner = pod.metadata().controller().map(OwnerReference::uid).orElse("");
    int members = ObservedGangs.of(cluster, Set.of(pod.namespace())).members(key, owner);
    return Optional.of(
        new GangRequest(
            key,
            pod.metadata().uid(),
            owner,
            key.isNamedByController(pod),
            size.getAsInt(),
            members,
            expirationTime));
  }

  /** Returns why nobody knows how many pods must run with this one; empty if somebody knows. */
  public static Optional<String> problem(Cluster cluster, Pod pod) {
    GangSizes sizes = new GangSizes(() -> cluster);
    Optional<Gang> gang = Gang.of(pod);
    return Gang.problem(pod)
        .or(
            () ->
                gang.filter(sizes::awaitsPodGroup)
                    .map(
                        g ->
                            "PodGroup %s of pod %s is not there: create it before its pods"
                                .formatted(g.name(), pod.name())))
        .or(
            () ->
                gang.filter(sizes::awaitsJob)
                    .map(
                        g ->
                            "the parallelism of %s, the size of its gang, is not known yet: try again"
                                .formatted(g.name())));
  }

  /** Returns how many of the pods that must run are missing, this one included. */
  int missing() {
    return Math.max(0, size - members);
  }
}

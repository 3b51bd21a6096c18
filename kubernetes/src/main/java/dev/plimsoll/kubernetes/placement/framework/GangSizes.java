package dev.plimsoll.kubernetes.placement.framework;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.PodGroup;
import dev.plimsoll.kubernetes.object.PodGroupReference;
import dev.plimsoll.kubernetes.pod.Gang;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** How many pods of a gang must run: as they say themselves, or as their group does at present. */
public final class GangSizes {
  private final Supplier<Cluster> cluster;

  /** Creates sizes that look up groups in the cluster's state at each call. */
  public GangSizes(Supplier<Cluster> cluster) {
    this.cluster = cluster;
  }

  /** Returns whether the pods wait for each other, or for the group that says whether they do. */
  public boolean isGang(Gang gang) {
    return size(gang).isPresent() || awaitsPodGroup(gang);
  }

  /** Returns how many must run; empty if each may by itself, or nothing says so yet. */
  public OptionalInt size(Gang gang) {
    return gang.size().isPresent()
        ? gang.size()
        : gang.podGroup()
            .flatMap(g -> podGroup(gang, g).map(found -> found.minCount(g.group())))
            .orElse(OptionalInt.empty());
  }

  /** Returns whether the group isn't there, where all groups of its kind are known. */
  public boolean awaitsPodGroup(Gang gang) {
    return gang.podGroup()
        .filter(g -> podGroup(gang, g).isEmpty())
        .filter(g -> cluster.get().covers(g.api().resource(), gang.namespace()))
        .isPresent();
  }

  private Optional<PodGroup> podGroup(Gang gang, PodGroupReference reference) {
    return cluster
        .get()
        .find(
            PodGroup.class, gang.namespace(), PodGroup.identity(reference.api(), reference.name()));
  }
}

package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Volume;
import dev.plimsoll.kubernetes.placement.framework.FilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.PreFilterResult;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.Status;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps pods from nodes that are in another zone or region than the labels of their volumes say. A
 * node without such labels takes all.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/volumezone/volume_zone.go}.
 */
public final class VolumeZone implements FilterPlugin {
  private static final String NAME = "VolumeZone";
  private static final Rejection CONFLICT =
      Rejection.unresolvable(NAME, "node(s) had no available volume zone");
  private static final String DELIMITER = "__";

  /** The volume labels, each with the label that a node may have instead. */
  private static final Map<String, String> LABELS =
      Map.of(
          "failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone",
          "failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region",
          "topology.kubernetes.io/zone", "topology.kubernetes.io/zone",
          "topology.kubernetes.io/region", "topology.kubernetes.io/region");

  private record Topology(String key, Set<String> values) {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterResult preFilter(PodInfo info, Snapshot snapshot) {
    Pod pod = info.pod();
    StorageView storage = new StorageView(snapshot.cluster());
    if (pod.spec().volumes().isEmpty() || !storage.knowsClaims() || !storage.knowsVolumes()) {
      return PreFilterResult.skip();
    }
    List<Topology> topologies = new ArrayList<>();
    for (Volume volume : pod.spec().volumes()) {
      Optional<String> bound =
          volume
              .claimName()
              .flatMap(name -> storage.claim(pod.namespace(), name))
              .map(PersistentVolumeClaim::volumeName)
              .filter(name -> !name.isEmpty());
      if (bound.isEmpty()) {
        continue;
      }
      Optional<PersistentVolume> found = storage.volume(bound.get());
      if (found.isEmpty()) {
        return new PreFilterResult.Reject(
            Rejection.unresolvable(NAME, StorageView.volumeNotFound(bound.get())));
      }
      addTopologies(found.get(), topologies);
    }
    return topologies.isEmpty()
        ? PreFilterResult.skip()
        : PreFilterResult.check(
            node -> isReached(topologies, node) ? Status.Success.SUCCESS : CONFLICT);
  }

  private static void addTopologies(PersistentVolume volume, List<Topology> topologies) {
    volume
        .metadata()
        .labels()
        .forEach(
            (key, value) -> {
              if (LABELS.containsKey(key)) {
                zones(value).ifPresent(zones -> topologies.add(new Topology(key, zones)));
              }
            });
  }

  /** The zones of a label; none where one of them has no name. */
  private static Optional<Set<String>> zones(String label) {
    Set<String> zones = new HashSet<>();
    for (String zone : label.split(DELIMITER, -1)) {
      zones.add(zone.strip());
    }
    return zones.contains("") ? Optional.empty() : Optional.of(zones);
  }

  private static boolean isReached(List<Topology> topologies, NodeInfo node) {
    Map<String, String> labels = node.node().metadata().labels();
    if (LABELS.keySet().stream().noneMatch(labels::containsKey)) {
      return true;
    }
    for (Topology topology : topologies) {
      String value = labels.get(topology.key());
      if (value == null) {
        value = labels.get(LABELS.get(topology.key()));
      }
      if (value == null || !topology.values().contains(value)) {
        return false;
      }
    }
    return true;
  }
}

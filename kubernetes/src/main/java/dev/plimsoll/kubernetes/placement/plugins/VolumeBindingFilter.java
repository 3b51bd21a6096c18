package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.placement.framework.NodeFilter;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.RejectionDetail;
import dev.plimsoll.kubernetes.placement.framework.Status;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.NodeSelectors;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks whether a node reaches the bound volumes of a pod's claims and can serve its waiting
 * claims. A waiting claim gets an existing volume or a provisioned one.
 *
 * <p>Source: {@code FindPodVolumes} in {@code
 * pkg/scheduler/framework/plugins/volumebinding/binder.go}.
 */
final class VolumeBindingFilter implements NodeFilter {
  private static final String NOT_REACHED = "node(s) didn't match PersistentVolume's node affinity";
  private static final String NOT_REACHED_UP_TO_1_32 = "node(s) had volume node affinity conflict";
  private static final String NONE_TO_BIND =
      "node(s) didn't find available persistent volumes to bind";
  private static final String NO_VOLUME =
      "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)";
  private static final String NOT_SUPPORTED = "kubernetes.io/no-provisioner";

  private final StorageView storage;
  private final List<Optional<PersistentVolume>> bound;
  private final List<WaitingClaim> waiting;
  private final String notReached;

  private record WaitingClaim(PersistentVolumeClaim claim, List<PersistentVolume> volumes) {}

  VolumeBindingFilter(
      StorageView storage, List<PersistentVolumeClaim> bound, List<PersistentVolumeClaim> waiting) {
    this.storage = storage;
    this.notReached =
        storage.cluster().controlPlane().isAtLeast(KubernetesVersion.V1_33)
            ? NOT_REACHED
            : NOT_REACHED_UP_TO_1_32;
    this.bound =
        storage.knowsVolumes()
            ? bound.stream().map(c -> storage.volume(c.volumeName())).toList()
            : List.of();
    this.waiting =
        waiting.stream()
            .sorted(Comparator.comparing(c -> c.requests().getOrZero(ResourceName.STORAGE)))
            .map(c -> new WaitingClaim(c, storage.volumesFor(c)))
            .toList();
  }

  @Override
  public Status filter(NodeInfo info) {
    Node node = info.node();
    List<String> reasons = new ArrayList<>(0);
    Optional<String> unreached = unreached(node);
    unreached.filter(notReached::equals).ifPresent(reasons::add);
    if (!canBind(node)) {
      reasons.add(NONE_TO_BIND);
    }
    unreached.filter(NO_VOLUME::equals).ifPresent(reasons::add);
    return reasons.isEmpty()
        ? Status.Success.SUCCESS
        : new Rejection(VolumeBinding.NAME, Rejection.Code.UNSCHEDULABLE_AND_UNRESOLVABLE, reasons);
  }

  @Override
  public boolean hasDetails() {
    return true;
  }

  /** Names the volume that the node does not reach, with the labels of the nodes that reach it. */
  @Override
  public Optional<RejectionDetail> detail(NodeInfo info, Rejection rejection) {
    return rejection.plugin().equals(VolumeBinding.NAME)
        ? bound.stream()
            .flatMap(Optional::stream)
            .filter(v -> !reaches(info.node(), v))
            .findFirst()
            .map(VolumeTopology::of)
        : Optional.empty();
  }

  /** Returns the rejection for the first bound volume that the node can't use. */
  private Optional<String> unreached(Node node) {
    for (Optional<PersistentVolume> volume : bound) {
      if (volume.isEmpty()) {
        return Optional.of(NO_VOLUME);
      }
      if (!reaches(node, volume.get())) {
        return Optional.of(notReached);
      }
    }
    return Optional.empty();
  }

  private boolean canBind(Node node) {
    List<PersistentVolumeClaim> toMake = new ArrayList<>();
    List<WaitingClaim> toMatch = new ArrayList<>();
    for (WaitingClaim waits : waiting) {
      String selected =
          waits
              .claim()
              .metadata()
              .annotations()
              .get(PersistentVolumeClaim.SELECTED_NODE_ANNOTATION);
      if (selected == null) {
        toMatch.add(waits);
      } else if (selected.equals(node.name())) {
        toMake.add(waits.claim());
      } else {
        return false;
      }
    }
    Set<String> chosen = new HashSet<>();
    for (WaitingClaim waits : toMatch) {
      Optional<PersistentVolume> match =
          VolumeMatcher.smallest(waits.claim(), waits.volumes(), node, chosen);
      if (match.isPresent()) {
        chosen.add(match.get().name());
      } else {
        toMake.add(waits.claim());
      }
    }
    return toMake.stream().allMatch(claim -> canMake(claim, node));
  }

  private boolean canMake(PersistentVolumeClaim claim, Node node) {
    StorageClass storageClass = storage.classOf(claim).orElseThrow();
    String provisioner = storageClass.provisioner();
    if (provisioner.isEmpty() || provisioner.equals(NOT_SUPPORTED)) {
      return !storage.knowsVolumes();
    }
    List<NodeSelector.Term> topologies = storageClass.allowedTopologies();
    return topologies.isEmpty() || NodeSelectors.matchesLabels(new NodeSelector(topologies), node);
  }

  static boolean reaches(Node node, PersistentVolume volume) {
    return volume.nodeAffinity().isEmpty()
        || NodeSelectors.matchesLabels(volume.nodeAffinity().get(), node);
  }
}

package dev.plimsoll.kube;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.DeviceClaim;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.kubernetes.object.DeviceToleration;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.placement.dra.DeviceShortage;
import dev.plimsoll.kubernetes.placement.dra.DeviceShortage.Alternative;
import dev.plimsoll.kubernetes.placement.dra.DeviceShortage.Cause;
import dev.plimsoll.kubernetes.placement.dra.DeviceShortage.Kind;
import dev.plimsoll.kubernetes.placement.framework.NodeDiagnosis;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.snapshot.NodeSelectors;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks what is said of a pod that a node has no devices for: by counting the devices, and by
 * scheduling the pod with its claims changed.
 */
final class DeviceShortageCheck {
  private static final List<String> NOT_ALLOCATED = List.of("cannot allocate all claims");
  private static final Set<Kind> POOLS = Set.of(Kind.PoolIncomplete, Kind.PoolInvalid);

  private final Scheduler scheduler;
  private final Cluster cluster;
  private final Pod pod;
  private final List<String> mistakes = new ArrayList<>();

  DeviceShortageCheck(Scheduler scheduler, Cluster cluster, Pod pod) {
    this.scheduler = scheduler;
    this.cluster = cluster;
    this.pod = pod;
  }

  /** Returns what is wrong with what is said, a sentence each. */
  List<String> mistakes(ScheduleResult.Unschedulable result) {
    for (NodeDiagnosis node : result.nodes()) {
      if (node.reasons().equals(NOT_ALLOCATED)) {
        if (node.detail().orElse(null) instanceof DeviceShortage shortage) {
          check(node.node(), shortage);
        } else {
          mistakes.add("nothing is said of the devices of " + node.node().name());
        }
      }
    }
    return mistakes;
  }

  private void check(Node node, DeviceShortage shortage) {
    long published = published(node);
    for (Alternative alternative : shortage.alternatives()) {
      require(
          devices(alternative, k -> !POOLS.contains(k)) == published,
          "of " + published + " devices of " + node.name() + ", told are " + alternative.causes());
      require(
          alternative.wanted().isForAll()
              || devices(alternative, k -> k == Kind.Free) < alternative.wanted().count(),
          "enough devices of " + node.name() + " would do: " + alternative.causes());
    }
    if (isOfPod(shortage.claim()) && !requestsExtended() && !namesOneTwice()) {
      checkByScheduling(node, shortage);
    }
  }

  private void checkByScheduling(Node node, DeviceShortage shortage) {
    require(
        allocates(node, without(shortage)),
        "the requests before " + shortage.request().name() + " can't be met on " + node.name());
    shortage
        .lowerCount()
        .ifPresent(
            count ->
                require(
                    takes(node, changed(shortage, a -> a.withCount(count))),
                    count + " devices can't be had on " + node.name()));
    if (!shortage.tolerable().isEmpty()) {
      require(
          takes(node, changed(shortage, a -> a.withTolerations(tolerations(a, shortage)))),
          "tolerating " + shortage.tolerable() + " doesn't help on " + node.name());
    }
  }

  private static List<DeviceToleration> tolerations(
      DeviceSubRequest wanted, DeviceShortage shortage) {
    return Stream.concat(
            wanted.tolerations().stream(), shortage.tolerable().stream().map(t -> t.toleration()))
        .toList();
  }

  private static long devices(Alternative alternative, Predicate<Kind> which) {
    return alternative.causes().stream()
        .filter(c -> which.test(c.kind()))
        .mapToLong(Cause::devices)
        .sum();
  }

  /** Returns how many devices a node reaches in pools of which no slice is missing. */
  private long published(Node node) {
    return cluster.list(ResourceSlice.class).stream()
        .filter(s -> isWhole(s) && reaches(node, s))
        .mapToLong(s -> s.devices().size())
        .sum();
  }

  private boolean isWhole(ResourceSlice slice) {
    return cluster.list(ResourceSlice.class).stream()
            .filter(s -> s.driver().equals(slice.driver()) && s.pool().equals(slice.pool()))
            .count()
        == slice.pool().resourceSliceCount();
  }

  private static boolean reaches(Node node, ResourceSlice slice) {
    return slice.nodes().allNodes()
        || slice.nodes().nodeName().equals(node.name())
        || slice.nodes().nodeSelector().filter(s -> NodeSelectors.matches(s, node)).isPresent();
  }

  /** A claim that is named twice can't be changed for one of them. */
  private boolean namesOneTwice() {
    List<String> names =
        pod.spec().resourceClaims().stream().map(PodResourceClaim::resourceClaimName).toList();
    return Set.copyOf(names).size() < names.size();
  }

  private boolean requestsExtended() {
    return PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING).names().stream()
        .anyMatch(ResourceName::isDraExtended);
  }

  private boolean isOfPod(ResourceClaim claim) {
    return cluster.find(ResourceClaim.class, claim.namespace(), claim.name()).isPresent();
  }

  /** Returns the cluster once the claims request only what stands before what isn't met. */
  private Cluster without(DeviceShortage shortage) {
    Set<String> names =
        pod.spec().resourceClaims().stream()
            .map(PodResourceClaim::resourceClaimName)
            .dropWhile(n -> !n.equals(shortage.claim().name()))
            .collect(Collectors.toSet());
    Cluster changed = cluster;
    for (String name : names) {
      ResourceClaim claim = cluster.find(ResourceClaim.class, pod.namespace(), name).orElseThrow();
      boolean fails = name.equals(shortage.claim().name());
      List<DeviceRequest> kept =
          claim.requests().stream()
              .takeWhile(r -> fails && !r.name().equals(shortage.request().name()))
              .toList();
      changed = claim.allocation().isEmpty() ? changed.with(with(claim, kept)) : changed;
    }
    return changed;
  }

  private Cluster changed(DeviceShortage shortage, UnaryOperator<DeviceSubRequest> change) {
    ResourceClaim claim =
        cluster.find(ResourceClaim.class, pod.namespace(), shortage.claim().name()).orElseThrow();
    List<DeviceRequest> requests = new ArrayList<>();
    for (DeviceRequest request : claim.requests()) {
      requests.add(
          request.name().equals(shortage.request().name())
              ? new DeviceRequest(
                  request.name(),
                  request.alternatives().stream().map(change).toList(),
                  request.firstAvailable())
              : request);
    }
    return cluster.with(with(claim, requests));
  }

  private static ResourceClaim with(ResourceClaim claim, List<DeviceRequest> requests) {
    return new ResourceClaim(
        claim.metadata(),
        new DeviceClaim(requests, claim.devices().constraints()),
        claim.allocation(),
        claim.reservedFor());
  }

  private boolean takes(Node node, Cluster changed) {
    ScheduleResult result = scheduler.schedule(Snapshot.of(changed), pod);
    return result instanceof ScheduleResult.Feasible feasible
        && feasible.nodes().contains(node.name());
  }

  /** A node that others leave behind may have been rejected for claims that have devices. */
  private boolean allocates(Node node, Cluster changed) {
    ScheduleResult result = scheduler.schedule(Snapshot.of(changed), pod);
    return !(result instanceof ScheduleResult.Unschedulable rejected)
        || rejected.nodes().stream()
            .filter(d -> d.node().name().equals(node.name()))
            .noneMatch(d -> d.reasons().equals(NOT_ALLOCATED));
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      mistakes.add(otherwise);
    }
  }
}

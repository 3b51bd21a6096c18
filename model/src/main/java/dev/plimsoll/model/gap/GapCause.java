package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.capacity.TypicalRequest;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.hold.ShareHold;
import dev.plimsoll.model.topology.DomainLack;
import dev.plimsoll.model.whatif.Attempt;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The cause of a gap, with everything that remedies need. */
public sealed interface GapCause {

  /** Pods find no node, for one resource more than any other. */
  record Unschedulable(UnschedulablePods pods, ResourceName resource) implements GapCause {}

  /** Admission denies a workload's pods. */
  record Denied(WorkloadDenial denial) implements GapCause {}

  /**
   * A workload's pods are admitted now, and what creates them has yet to try again.
   *
   * @param creator what creates them
   */
  record Retrying(WorkloadPods workload, PodTemplateOwner creator) implements GapCause {}

  /** A quota denies the pods that a rollout must create first. */
  record Rollout(BlockedRollout rollout) implements GapCause {}

  /** Unschedulable pods are charged to a quota key that denies a workload's pods. */
  record HeldQuota(UnschedulablePods holder, WorkloadDenial denial, String quota, ResourceName key)
      implements GapCause {}

  /**
   * A limit range gives a workload's pods a resource that they don't request.
   *
   * @param denial the denial of such pods, if they are denied
   */
  record InjectedDefault(
      LimitRange limitRange,
      ResourceName resource,
      WorkloadPods workload,
      Optional<WorkloadDenial> denial)
      implements GapCause {}

  /**
   * One key of a quota is wrong.
   *
   * @param value what its limit should be
   */
  record QuotaLimit(ResourceQuota quota, ResourceName key, Quantity value) implements GapCause {}

  /**
   * The quotas on a resource don't add up to what nodes have.
   *
   * @param limits the tightest limit of each namespace that has one
   */
  record QuotaSum(ResourceName resource, Map<String, Quantity> limits) implements GapCause {}

  /** A namespace requests a resource without a quota on it. */
  record Unlimited(String namespace, ResourceName resource, Quantity requested)
      implements GapCause {}

  /** No pod can use what a node has free. */
  record WithheldNode(Node node) implements GapCause {}

  /**
   * A node has devices free, and too little else beside them.
   *
   * @param typical what pods request with the devices
   */
  record StrandedNode(Node node, ResourceName resource, TypicalRequest typical)
      implements GapCause {}

  /**
   * Pods hold devices and don't use them.
   *
   * @param pods the idle pods; at least one
   * @param units the devices that they hold
   * @param waiting the pods that were placed when the idle pods were ended in a simulation
   * @param hasBusyPods whether the workload has other pods with devices, which aren't idle
   */
  record IdleDevices(
      WorkloadPods workload,
      List<Pod> pods,
      Map<ResourceName, Long> units,
      List<Attempt> waiting,
      boolean hasBusyPods)
      implements GapCause {}

  /**
   * Pods should be gone.
   *
   * @param pods the pods whose deletion is overdue; at least one
   */
  record OverdueDeletion(WorkloadPods workload, List<Pod> pods) implements GapCause {
    public OverdueDeletion {
      pods = List.copyOf(pods);
    }
  }

  /**
   * Pods name another scheduler than kube-scheduler; there is at least one pod.
   *
   * @param scheduler the name of that scheduler
   */
  record OtherScheduler(WorkloadPods workload, List<Pod> pods, String scheduler)
      implements GapCause {
    public OtherScheduler {
      pods = List.copyOf(pods);
    }
  }

  /** Pods have scheduling gates; there is at least one. */
  record GatedPods(WorkloadPods workload, List<Pod> pods) implements GapCause {}

  /**
   * A tenant's share holds pods.
   *
   * @param holds which pods are held, also once the cluster has changed
   */
  record HeldAtShare(WorkloadPods workload, List<Pod> pods, ShareHold share, PodHolds holds)
      implements GapCause {}

  /**
   * No single domain takes a gang, and enough is free in total.
   *
   * @param workload a workload of the gang
   * @param lack what is lacking
   */
  record DomainLacks(WorkloadPods workload, DomainLack lack) implements GapCause {}

  /**
   * Kueue can never admit a Workload as things are.
   *
   * @param queue its ClusterQueue
   * @param resource the resource whose flavors don't suffice
   * @param podSet the pod set that they don't hold; empty if they only don't hold all together
   * @param isTooLarge whether amounts are too large, rather than that no flavor matches
   */
  record NeverAdmitted(
      Workload workload,
      ClusterQueue queue,
      ResourceName resource,
      String podSet,
      boolean isTooLarge)
      implements GapCause {}

  /** Nothing that a remedy would need. */
  record Unremedied() implements GapCause {}
}

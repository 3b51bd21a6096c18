package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.UnschedulablePods;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Proposes smaller requests of CPU, memory and ephemeral storage. They suit pods that lack these,
 * and pods whose devices are free on nodes with less of these left. Pods must keep at least half of
 * their request.
 */
final class SmallerComputeRequestProposer implements UnschedulablePodsProposer {
  private static final List<ResourceName> COMPUTE =
      List.of(ResourceName.CPU, ResourceName.MEMORY, ResourceName.EPHEMERAL_STORAGE);

  /** For pods whose devices are free. */
  static final UnschedulablePodsProposer OF_STRANDED_DEVICES =
      new SmallerComputeRequestProposer(false);

  /** For pods that lack one of these most. */
  static final UnschedulablePodsProposer OF_COMPUTE = new SmallerComputeRequestProposer(true);

  private final boolean ofCompute;

  private SmallerComputeRequestProposer(boolean ofCompute) {
    this.ofCompute = ofCompute;
  }

  @Override
  public List<Proposal> propose(
      DetectionContext context, UnschedulablePods pods, ResourceName resource) {
    PodSpec spec = pods.pods().get(0).spec();
    if (spec.containers().size() != 1 || ofCompute != COMPUTE.contains(resource)) {
      return List.of();
    }
    Resources requests = DetectionContext.requests(pods.pods().get(0));
    return pods.nodesRejectedBy(Set.of("NodeResourcesFit")).stream()
        .map(n -> pods.headroom(context, n))
        .filter(free -> ofCompute || has(free, resource, requests))
        .flatMap(free -> smaller(requests, free).stream())
        .max(
            Comparator.comparing((Resources s) -> kept(s, requests, ResourceName.CPU))
                .thenComparing(s -> kept(s, requests, ResourceName.MEMORY))
                .thenComparing(s -> kept(s, requests, ResourceName.EPHEMERAL_STORAGE)))
        .map(SmallerComputeRequestProposer::proposal)
        .map(List::of)
        .orElseGet(List::of);
  }

  private static boolean has(Resources free, ResourceName resource, Resources requests) {
    return free.getOrZero(resource).compareTo(requests.getOrZero(resource)) >= 0;
  }

  /** Returns the request that pods have then. */
  private static Quantity kept(Resources smaller, Resources requests, ResourceName name) {
    return smaller.get(name).orElseGet(() -> requests.getOrZero(name));
  }

  /**
   * Returns the smaller requests that fit; empty if one of them would be less than half of the
   * original.
   */
  private static Optional<Resources> smaller(Resources requests, Resources free) {
    Resources.Builder smaller = Resources.builder();
    for (ResourceName name : COMPUTE) {
      Quantity left = free.getOrZero(name);
      if (left.compareTo(requests.getOrZero(name)) < 0) {
        if (left.multiply(2).compareTo(requests.getOrZero(name)) < 0) {
          return Optional.empty();
        }
        smaller.put(name, left);
      }
    }
    return Optional.of(smaller.build()).filter(s -> !s.isEmpty());
  }

  private static Proposal proposal(Resources smaller) {
    List<String> words = new ArrayList<>();
    smaller.forEach((name, amount) -> words.add(amount + " " + name));
    return Proposal.ofPods(
        "request only " + String.join(" and ", words) + ", if the workload can run with it",
        PodEdit.ofTemplate(spec -> requesting(spec, smaller)));
  }

  private static PodSpec requesting(PodSpec spec, Resources smaller) {
    Container container = spec.containers().get(0);
    ResourceRequirements old = container.resources();
    Resources requests = old.requests();
    for (ResourceName name : smaller.names()) {
      requests = requests.with(name, smaller.getOrZero(name));
    }
    return spec.withContainers(List.of(container.withResources(old.withRequests(requests))));
  }
}

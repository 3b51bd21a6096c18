package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.placement.framework.FilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.NodeLocalScore;
import dev.plimsoll.kubernetes.placement.framework.PreFilterResult;
import dev.plimsoll.kubernetes.placement.framework.ScorePlugin;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.ResourceIndex;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps pods from nodes that have not enough left of what they request, and ranks the others by how
 * much they have left. Limits don't matter.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/noderesources/fit.go}.
 */
public final class NodeResourcesFit implements FilterPlugin, ScorePlugin {
  static final String NAME = "NodeResourcesFit";

  private final Set<String> ignoredResources;
  private final Set<String> ignoredResourceGroups;
  private final ScoringStrategy strategy;
  private final List<ResourceName> scored;
  private final Map<ResourceName, Integer> weights;

  /**
   * Makes the plug-in with its arguments.
   *
   * @param ignoredResources extended resources left to extenders
   * @param ignoredResourceGroups what stands before the slash of such resources
   */
  public NodeResourcesFit(Set<String> ignoredResources, Set<String> ignoredResourceGroups) {
    this(
        ignoredResources,
        ignoredResourceGroups,
        ScoringStrategy.LEAST_ALLOCATED,
        Map.of(ResourceName.CPU, 1, ResourceName.MEMORY, 1));
  }

  /**
   * Makes the plug-in with its arguments.
   *
   * @param ignoredResources extended resources left to extenders
   * @param ignoredResourceGroups what stands before the slash of such resources
   * @param strategy how nodes are ranked
   * @param weights by which resources they are ranked, and how much each counts
   */
  public NodeResourcesFit(
      Set<String> ignoredResources,
      Set<String> ignoredResourceGroups,
      ScoringStrategy strategy,
      Map<ResourceName, Integer> weights) {
    this.ignoredResources = Set.copyOf(ignoredResources);
    this.ignoredResourceGroups = Set.copyOf(ignoredResourceGroups);
    this.strategy = strategy;
    this.scored = weights.keySet().stream().sorted().toList();
    this.weights = Map.copyOf(weights);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterResult preFilter(PodInfo pod, Snapshot snapshot) {
    KubernetesControlPlane controlPlane = snapshot.cluster().controlPlane();
    Resources requests =
        PodResources.requests(
            pod.pod(), PodResourcesOptions.SCHEDULER_INCOMING.under(controlPlane));
    DeviceClasses deviceClasses = DeviceClasses.of(snapshot.cluster());
    List<ResourceRequest> checked = new ArrayList<>(requests.size());
    for (ResourceName name : requests.names()) {
      int index = snapshot.resources().of(name);
      long amount = ResourceIndex.amount(name, requests.getOrZero(name));
      if (index >= 0 && amount > 0 && !isIgnored(name)) {
        checked.add(new ResourceRequest(name, index, amount, deviceClasses.provide(name)));
      }
    }
    return PreFilterResult.check(
        new NodeResourcesFitFilter(checked, controlPlane.isAtLeast(KubernetesVersion.V1_34)));
  }

  @Override
  public long[] score(PodInfo pod, Snapshot snapshot, List<NodeInfo> nodes) {
    ResourceAllocation allocation = ResourceAllocation.nonZero(scored, pod.pod(), snapshot);
    List<Integer> each = scored.stream().map(name -> weights.getOrDefault(name, 0)).toList();
    return new Fit(allocation, strategy, each).of(snapshot, nodes);
  }

  private record Fit(ResourceAllocation allocation, ScoringStrategy strategy, List<Integer> weights)
      implements NodeLocalScore {
    @Override
    public long of(NodeInfo node) {
      long sum = 0;
      long weightSum = 0;
      for (int i = 0; i < allocation.size(); i++) {
        if (allocation.counts(i, node)) {
          long one = strategy.score(allocation.requested(i, node), allocation.capacity(i, node));
          sum += one * weights.get(i);
          weightSum += weights.get(i);
        }
      }
      return weightSum == 0 ? 0 : sum / weightSum;
    }
  }

  private boolean isIgnored(ResourceName name) {
    if (!name.isExtended()) {
      return false;
    }
    String group = name.name().substring(0, name.name().indexOf('/'));
    return ignoredResources.contains(name.name()) || ignoredResourceGroups.contains(group);
  }
}

package dev.plimsoll.model.placement.plugins;

import dev.plimsoll.model.placement.framework.Scheduler;
import dev.plimsoll.model.placement.framework.WeightedScorePlugin;
import java.util.List;
import java.util.Set;

/**
 * The plug-ins of kube-scheduler's default profile, in their order. ImageLocality, which prefers
 * nodes that have a pod's images, isn't modelled.
 *
 * <p>Source: {@code pkg/scheduler/apis/config/v1/default_plugins.go}.
 */
public final class DefaultPlugins {

  private DefaultPlugins() {}

  /** Returns the scheduler as it comes. */
  public static Scheduler scheduler() {
    return scheduler(Set.of(), Set.of());
  }

  /**
   * Returns the scheduler that leaves some extended resources to extenders.
   *
   * @param ignoredResources names of such resources
   * @param ignoredResourceGroups what stands before the slash of such resources
   */
  public static Scheduler scheduler(
      Set<String> ignoredResources, Set<String> ignoredResourceGroups) {
    return scheduler(new NodeResourcesFit(ignoredResources, ignoredResourceGroups));
  }

  /** Returns the scheduler whose NodeResourcesFit has arguments of its own. */
  public static Scheduler scheduler(NodeResourcesFit fit) {
    TaintToleration taintToleration = new TaintToleration();
    NodeAffinity nodeAffinity = new NodeAffinity();
    PodTopologySpread spread = new PodTopologySpread();
    InterPodAffinity podAffinity = new InterPodAffinity();
    DynamicResources dynamicResources = new DynamicResources();
    return new Scheduler(
        List.of(new SchedulingGates(), dynamicResources),
        List.of(
            new NodeUnschedulable(),
            new NodeName(),
            taintToleration,
            nodeAffinity,
            new NodePorts(),
            fit,
            new VolumeRestrictions(),
            new NodeVolumeLimits(),
            new VolumeBinding(),
            new VolumeZone(),
            spread,
            podAffinity,
            dynamicResources,
            new NodeDeclaredFeatures()),
        List.of(dynamicResources, new DefaultPreemption()),
        List.of(
            new WeightedScorePlugin(taintToleration, 3),
            new WeightedScorePlugin(nodeAffinity, 2),
            new WeightedScorePlugin(fit, 1),
            new WeightedScorePlugin(spread, 2),
            new WeightedScorePlugin(podAffinity, 2),
            new WeightedScorePlugin(dynamicResources, 2),
            new WeightedScorePlugin(new NodeResourcesBalancedAllocation(), 1)));
  }
}

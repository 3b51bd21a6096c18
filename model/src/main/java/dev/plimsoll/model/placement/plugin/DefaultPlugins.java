package dev.plimsoll.model.placement.plugin;

import dev.plimsoll.model.placement.Scheduler;
import java.util.List;
import java.util.Set;

/**
 * The plug-ins of kube-scheduler's default profile, in their order.
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
    DynamicResources dynamicResources = new DynamicResources();
    return new Scheduler(
        List.of(new SchedulingGates()),
        List.of(
            new NodeUnschedulable(),
            new NodeName(),
            new TaintToleration(),
            new NodeAffinity(),
            new NodePorts(),
            new NodeResourcesFit(ignoredResources, ignoredResourceGroups),
            new VolumeRestrictions(),
            new VolumeBinding(),
            new VolumeZone(),
            new PodTopologySpread(),
            new InterPodAffinity(),
            dynamicResources),
        List.of(dynamicResources, new DefaultPreemption()));
  }
}

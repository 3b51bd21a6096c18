package dev.plimsoll.model.placement.plugin;

import dev.plimsoll.model.placement.FilterPlugin;
import dev.plimsoll.model.placement.PodInfo;
import dev.plimsoll.model.placement.PreFilterResult;
import dev.plimsoll.model.placement.ResourceIndex;
import dev.plimsoll.model.placement.Snapshot;
import dev.plimsoll.model.pod.PodResources;
import dev.plimsoll.model.pod.PodResourcesOptions;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Keeps pods from nodes that have not enough left of what they request. Limits don't matter.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/noderesources/fit.go}.
 */
public final class NodeResourcesFit implements FilterPlugin {
  static final String NAME = "NodeResourcesFit";

  private final Set<String> ignoredResources;
  private final Set<String> ignoredResourceGroups;

  /**
   * Makes the plug-in with its arguments.
   *
   * @param ignoredResources extended resources left to extenders
   * @param ignoredResourceGroups what stands before the slash of such resources
   */
  public NodeResourcesFit(Set<String> ignoredResources, Set<String> ignoredResourceGroups) {
    this.ignoredResources = Set.copyOf(ignoredResources);
    this.ignoredResourceGroups = Set.copyOf(ignoredResourceGroups);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterResult preFilter(PodInfo pod, Snapshot snapshot) {
    Resources requests = PodResources.requests(pod.pod(), PodResourcesOptions.SCHEDULER_INCOMING);
    DeviceClasses deviceClasses = DeviceClasses.of(snapshot.cluster());
    List<ResourceRequest> checked = new ArrayList<>(requests.size());
    for (ResourceName name : requests.names()) {
      int index = snapshot.resources().of(name);
      long amount = ResourceIndex.amount(name, requests.getOrZero(name));
      if (index >= 0 && amount > 0 && !isIgnored(name)) {
        checked.add(new ResourceRequest(name, index, amount, deviceClasses.provide(name)));
      }
    }
    return PreFilterResult.check(new FitFilter(checked));
  }

  private boolean isIgnored(ResourceName name) {
    if (!name.isExtended()) {
      return false;
    }
    String group = name.name().substring(0, name.name().indexOf('/'));
    return ignoredResources.contains(name.name()) || ignoredResourceGroups.contains(group);
  }
}

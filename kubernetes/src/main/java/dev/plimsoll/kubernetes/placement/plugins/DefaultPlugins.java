package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.placement.framework.FilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.PostFilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.PreEnqueuePlugin;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.framework.ScorePlugin;
import dev.plimsoll.kubernetes.placement.framework.WeightedScorePlugin;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The plug-ins of kube-scheduler's default profile, in their order. ImageLocality, which prefers
 * nodes that have a pod's images, isn't modelled.
 *
 * <p>Source: {@code pkg/scheduler/apis/config/v1/default_plugins.go}.
 */
public final class DefaultPlugins {

  /** The weights of the default plug-ins by name, in kube-scheduler's order; 0 where none. */
  private static final Map<String, Integer> WEIGHTS = weights();

  /** The names of the default plug-ins that are modelled. */
  public static final Set<String> NAMES = WEIGHTS.keySet();

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
    return scheduler(KubeSchedulerProfile.standard(fit));
  }

  /**
   * Returns the scheduler of a profile. Plug-ins that it enables and that aren't among {@link
   * #NAMES} decide nothing here.
   */
  public static Scheduler scheduler(KubeSchedulerProfile profile) {
    Map<String, Object> plugins = plugins(profile);
    Map<String, Integer> multiPoint = profile.multiPoint().merged(WEIGHTS);
    Set<String> names = multiPoint.keySet();
    return new Scheduler(
        at(profile.preEnqueue().expanded(names), plugins, PreEnqueuePlugin.class),
        at(profile.filter().expanded(names), plugins, FilterPlugin.class),
        at(profile.postFilter().expanded(names), plugins, PostFilterPlugin.class),
        at(profile.score().expanded(names), plugins, ScorePlugin.class).stream()
            .map(p -> new WeightedScorePlugin(p, weight(p.name(), profile, multiPoint)))
            .toList());
  }

  private static int weight(
      String name, KubeSchedulerProfile profile, Map<String, Integer> multiPoint) {
    int weight = profile.score().enabled().getOrDefault(name, multiPoint.getOrDefault(name, 0));
    return weight == 0 ? 1 : weight;
  }

  private static <T> List<T> at(List<String> names, Map<String, Object> plugins, Class<T> point) {
    return names.stream().map(plugins::get).filter(point::isInstance).map(point::cast).toList();
  }

  private static Map<String, Object> plugins(KubeSchedulerProfile profile) {
    return Map.ofEntries(
        Map.entry("SchedulingGates", new SchedulingGates()),
        Map.entry("NodeUnschedulable", new NodeUnschedulable()),
        Map.entry("NodeName", new NodeName()),
        Map.entry("TaintToleration", new TaintToleration()),
        Map.entry("NodeAffinity", profile.nodeAffinity()),
        Map.entry("NodePorts", new NodePorts()),
        Map.entry("NodeResourcesFit", profile.fit()),
        Map.entry("VolumeRestrictions", new VolumeRestrictions()),
        Map.entry("NodeVolumeLimits", new NodeVolumeLimits()),
        Map.entry("VolumeBinding", new VolumeBinding()),
        Map.entry("VolumeZone", new VolumeZone()),
        Map.entry("PodTopologySpread", profile.spread()),
        Map.entry("InterPodAffinity", new InterPodAffinity()),
        Map.entry("DynamicResources", new DynamicResources()),
        Map.entry("DefaultPreemption", new DefaultPreemption()),
        Map.entry("NodeResourcesBalancedAllocation", new NodeResourcesBalancedAllocation()),
        Map.entry("NodeDeclaredFeatures", new NodeDeclaredFeatures()));
  }

  private static Map<String, Integer> weights() {
    Map<String, Integer> weights = new LinkedHashMap<>();
    weights.put("SchedulingGates", 0);
    weights.put("NodeUnschedulable", 0);
    weights.put("NodeName", 0);
    weights.put("TaintToleration", 3);
    weights.put("NodeAffinity", 2);
    weights.put("NodePorts", 0);
    weights.put("NodeResourcesFit", 1);
    weights.put("VolumeRestrictions", 0);
    weights.put("NodeVolumeLimits", 0);
    weights.put("VolumeBinding", 0);
    weights.put("VolumeZone", 0);
    weights.put("PodTopologySpread", 2);
    weights.put("InterPodAffinity", 2);
    weights.put("DynamicResources", 2);
    weights.put("DefaultPreemption", 0);
    weights.put("NodeResourcesBalancedAllocation", 1);
    weights.put("NodeDeclaredFeatures", 0);
    return Collections.unmodifiableMap(weights);
  }
}

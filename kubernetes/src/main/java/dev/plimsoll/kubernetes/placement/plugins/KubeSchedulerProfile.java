package dev.plimsoll.kubernetes.placement.plugins;

/**
 * A profile of kube-scheduler, as far as it decides on which nodes fit and how they are ranked.
 *
 * <p>Source: {@code KubeSchedulerProfile} in {@code
 * staging/src/k8s.io/kube-scheduler/config/v1/types.go}.
 *
 * @param schedulerName the name by which pods choose it
 * @param multiPoint what is enabled and disabled at all extension points
 * @param preEnqueue the same at one, as the following
 * @param filter which plug-ins filter nodes
 * @param postFilter which run where no node fits
 * @param score which rank nodes
 * @param nodeAffinity the plug-in with its arguments, as the following
 * @param fit whose arguments say which resources are ranked
 * @param spread whose arguments have the default constraints
 */
public record KubeSchedulerProfile(
    String schedulerName,
    PluginSet multiPoint,
    PluginSet preEnqueue,
    PluginSet filter,
    PluginSet postFilter,
    PluginSet score,
    NodeAffinity nodeAffinity,
    NodeResourcesFit fit,
    PodTopologySpread spread) {

  /** Returns the default profile with this configuration of NodeResourcesFit. */
  public static KubeSchedulerProfile standard(NodeResourcesFit fit) {
    return new KubeSchedulerProfile(
        "default-scheduler",
        PluginSet.NONE,
        PluginSet.NONE,
        PluginSet.NONE,
        PluginSet.NONE,
        PluginSet.NONE,
        new NodeAffinity(),
        fit,
        new PodTopologySpread());
  }
}

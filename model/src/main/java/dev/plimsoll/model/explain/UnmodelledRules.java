package dev.plimsoll.model.explain;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Namespace;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.version.DefaultPlugin;
import java.util.List;

/** What may still decide on a pod that the model admits, as far as the snapshot shows it. */
final class UnmodelledRules {
  private static final String ENFORCED = "pod-security.kubernetes.io/enforce";
  private static final String NO_LIMIT = "privileged";

  private UnmodelledRules() {}

  /** Returns a sentence for each. */
  static List<String> of(Cluster cluster, Pod pod) {
    return cluster.find(Namespace.class, "", pod.namespace()).stream()
        .map(n -> n.metadata().labels().getOrDefault(ENFORCED, NO_LIMIT))
        .filter(level -> !level.equals(NO_LIMIT))
        .map(
            level ->
                DefaultPlugin.PodSecurity
                    + ", which is not modelled, enforces the level "
                    + level
                    + " in namespace "
                    + pod.namespace()
                    + " and may deny it")
        .toList();
  }
}

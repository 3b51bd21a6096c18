package dev.plimsoll.model.explain;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Namespace;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ServiceAccount;
import dev.plimsoll.model.version.DefaultPlugin;
import java.util.List;
import java.util.stream.Stream;

/** What may still decide on a pod that the model admits, as far as the snapshot shows it. */
final class UnmodelledRules {
  private static final String ENFORCED = "pod-security.kubernetes.io/enforce";
  private static final String NO_LIMIT = "privileged";

  private UnmodelledRules() {}

  /** Returns a sentence for each. */
  static List<String> of(Cluster cluster, Pod pod) {
    return Stream.concat(ofAccount(cluster, pod), ofNamespace(cluster, pod)).toList();
  }

  private static Stream<String> ofAccount(Cluster cluster, Pod pod) {
    return cluster
        .find(ServiceAccount.class, pod.namespace(), pod.spec().serviceAccountName())
        .filter(ServiceAccount::enforcesMountableSecrets)
        .map(
            account ->
                "service account "
                    + account.name()
                    + " allows its pods no secrets but its own, which is not modelled, and may have"
                    + " it denied")
        .stream();
  }

  private static Stream<String> ofNamespace(Cluster cluster, Pod pod) {
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
                    + " and may deny it");
  }
}

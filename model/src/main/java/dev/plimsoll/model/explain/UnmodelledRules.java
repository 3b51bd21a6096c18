package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ServiceAccount;
import java.util.List;
import java.util.stream.Stream;

/**
 * Names the rules that the model lacks and that may still decide on an admitted pod, as far as the
 * snapshot shows them.
 */
final class UnmodelledRules {
  private UnmodelledRules() {}

  /** Returns a sentence for each. */
  static List<String> of(Cluster cluster, Pod pod) {
    return Stream.concat(ofAccount(cluster, pod), new AdmissionExtensions(cluster, pod).sentences())
        .toList();
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
}

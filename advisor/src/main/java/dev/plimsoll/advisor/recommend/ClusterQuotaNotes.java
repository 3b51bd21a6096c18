package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.Namespace;
import java.util.List;

/** Notes on ClusterResourceQuotas that may bind and that the snapshot lacks. */
final class ClusterQuotaNotes {
  /** OpenShift gives each namespace one with this beginning. */
  private static final String OPENSHIFT = "openshift.io/";

  private ClusterQuotaNotes() {}

  static List<String> of(Cluster cluster) {
    return areMissing(cluster)
        ? List.of(
            "this is an OpenShift cluster, but no ClusterResourceQuotas were read: they may"
                + " allow less than what is recommended")
        : List.of();
  }

  static boolean areMissing(Cluster cluster) {
    return !cluster.covers(ClusterResourceQuota.RESOURCE)
        && cluster.list(Namespace.class).stream()
            .anyMatch(
                n ->
                    n.metadata().annotations().keySet().stream()
                        .anyMatch(a -> a.startsWith(OPENSHIFT)));
  }
}

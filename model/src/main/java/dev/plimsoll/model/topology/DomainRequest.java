package dev.plimsoll.model.topology;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodGroup;
import dev.plimsoll.kubernetes.object.PodGroupReference;
import java.util.List;
import java.util.Optional;

/**
 * Where a gang's pods say that they must be together. Plimsoll's own annotations come first, then
 * Kueue's, then the topology constraint of the pods' PodGroup.
 *
 * <p>Source: {@code PodGroupSchedulingConstraints} in {@code
 * staging/src/k8s.io/api/scheduling/v1alpha2/types.go}, which the API server stores only with the
 * feature gate TopologyAwareWorkloadScheduling; Kueue's annotations in {@code
 * sigs.k8s.io/kueue/apis/kueue/v1beta1/topology_types.go}.
 *
 * @param within the required level, by name or label
 * @param preferredWithin the preferred level, by name or label
 */
public record DomainRequest(Optional<String> within, Optional<String> preferredWithin) {
  /** The annotation that names the required level: one of its domains must take all pods. */
  public static final String WITHIN = "plimsoll.dev/within";

  /** The annotation that names the preferred level: one of its domains should take all pods. */
  public static final String PREFERRED_WITHIN = "plimsoll.dev/preferred-within";

  /** Kueue's annotation with the label of the required level. */
  public static final String KUEUE_REQUIRED = "kueue.x-k8s.io/podset-required-topology";

  /** Kueue's annotation with the label of the preferred level. */
  public static final String KUEUE_PREFERRED = "kueue.x-k8s.io/podset-preferred-topology";

  /** All annotations that name a level. */
  static final List<String> KEYS =
      List.of(WITHIN, PREFERRED_WITHIN, KUEUE_REQUIRED, KUEUE_PREFERRED);

  /** No domain is named. */
  public static final DomainRequest NONE = new DomainRequest(Optional.empty(), Optional.empty());

  /** Returns the request of a pod; {@link #NONE} if the pod names no level. */
  public static DomainRequest of(Cluster cluster, Pod pod) {
    Optional<String> within =
        value(pod, WITHIN)
            .or(() -> value(pod, KUEUE_REQUIRED))
            .or(() -> PodGroupReference.of(pod).flatMap(r -> constraint(cluster, pod, r)));
    Optional<String> preferred = value(pod, PREFERRED_WITHIN).or(() -> value(pod, KUEUE_PREFERRED));
    return within.isEmpty() && preferred.isEmpty() ? NONE : new DomainRequest(within, preferred);
  }

  private static Optional<String> value(Pod pod, String key) {
    return Optional.ofNullable(pod.metadata().annotations().get(key))
        .or(() -> Optional.ofNullable(pod.metadata().labels().get(key)))
        .filter(v -> !v.isBlank());
  }

  private static Optional<String> constraint(
      Cluster cluster, Pod pod, PodGroupReference reference) {
    return cluster
        .find(PodGroup.class, pod.namespace(), PodGroup.identity(reference.api(), reference.name()))
        .flatMap(PodGroup::topologyKey);
  }
}

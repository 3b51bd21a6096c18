package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.admission.podsecurity.PodSecurityConfiguration;
import dev.plimsoll.kubernetes.admission.podsecurity.PodSecurityPolicy;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.version.DefaultPlugin;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Kubernetes' admission plug-in {@code PodSecurity}: a new pod must meet the standards of the level
 * that the labels of its namespace enforce. Whom the API server's configuration exempts, and what
 * it has enforced without labels, no snapshot shows: where it isn't known, it is taken for that of
 * an API server that is told nothing. Who creates a pod isn't known either.
 *
 * <p>Source: {@code ValidatePod} in {@code
 * staging/src/k8s.io/pod-security-admission/admission/admission.go}.
 */
final class PodSecurityAdmission implements Layer {
  private static final String LAYER = DefaultPlugin.PodSecurity.name();

  private final Optional<PodSecurityConfiguration> known;

  /**
   * Makes the layer.
   *
   * @param known how the API server configures it, where that is known
   */
  PodSecurityAdmission(Optional<PodSecurityConfiguration> known) {
    this.known = known;
  }

  @Override
  public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
    if (!(request.object() instanceof Pod pod)
        || !request.isCreate()
        || !request.subresource().isEmpty()) {
      return Optional.empty();
    }
    PodSecurityConfiguration configuration = known.orElse(PodSecurityConfiguration.DEFAULT);
    return configuration.exempts(pod)
        ? Optional.empty()
        : cluster
            .find(Namespace.class, "", pod.namespace())
            .map(namespace -> namespace.metadata().labels())
            .flatMap(labels -> denied(cluster, pod, configuration, labels));
  }

  private Optional<AdmissionStep> denied(
      Cluster cluster,
      Pod pod,
      PodSecurityConfiguration configuration,
      Map<String, String> labels) {
    return configuration
        .enforced(labels)
        .violations(pod, cluster.controlPlane().rules().minor())
        .map(v -> AdmissionStep.forbiddenBy(LAYER, pod, v, List.of(remark(labels))));
  }

  private String remark(Map<String, String> labels) {
    String source =
        PodSecurityPolicy.isLabelled(labels)
            ? "by the labels of its namespace"
            : "by the default of the API server's configuration";
    if (known.isEmpty()) {
      return source
          + "; whether the API server's configuration exempts it, a snapshot doesn't show";
    }
    return known.get().exemptsUsers()
        ? source
            + "; the API server's configuration exempts objects that some users create, and Plimsoll"
            + " doesn't know who creates this object"
        : source;
  }
}

package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.TerminatingNamespaces;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Namespace;
import java.util.List;
import java.util.Optional;

/**
 * Kubernetes' admission plug-in that denies creating objects in a namespace that is being deleted.
 * Whether the namespace is there at all isn't checked, since a snapshot need not have it.
 *
 * <p>Source: {@code staging/src/k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle}.
 */
final class NamespaceLifecycle implements Layer {

  @Override
  public List<Requirement> requirements(Cluster cluster, AdmissionRequest request) {
    String namespace = request.object().namespace();
    return request.isCreate()
            && !namespace.isEmpty()
            && cluster.find(Namespace.class, "", namespace).isEmpty()
        ? List.of(Requirement.all(Namespace.RESOURCE))
        : List.of();
  }

  @Override
  public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
    String namespace = request.object().namespace();
    return request.isCreate() && TerminatingNamespaces.contains(cluster, namespace)
        ? Optional.of(
            AdmissionStep.forbiddenBy(
                "NamespaceLifecycle",
                request.object(),
                "unable to create new content in namespace "
                    + namespace
                    + " because it is being terminated"))
        : Optional.empty();
  }
}

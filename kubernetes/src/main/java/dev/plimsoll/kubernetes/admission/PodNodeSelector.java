package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.workload.NamespaceNodeSelectors;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Kubernetes' admission plug-in that adds the node selector of a namespace to its pods. */
final class PodNodeSelector implements Layer {
  private final NamespaceNodeSelectors selectors;

  PodNodeSelector(NamespaceNodeSelectors selectors) {
    this.selectors = selectors;
  }

  @Override
  public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
    return request.object() instanceof Pod pod
            && request.isCreate()
            && request.subresource().isEmpty()
        ? selectors.of(cluster, pod.namespace()).map(s -> admit(pod, s))
        : Optional.empty();
  }

  private static AdmissionStep admit(Pod pod, NamespaceNodeSelectors.Selector selector) {
    Map<String, String> own = pod.spec().nodeSelector();
    if (selector.conflictsWith(own)) {
      return AdmissionStep.denied(
          selector.plugin(),
          pod,
          new AdmissionEffect.Forbidden(selector.plugin(), List.of()),
          new Denial(
              403, "Forbidden", "pods" + name(pod) + " is forbidden: " + selector.conflict()));
    }
    return AdmissionStep.passed(
        selector.plugin(),
        pod.withSpec(pod.spec().withNodeSelector(selector.addedTo(own))),
        new AdmissionEffect.Plain());
  }

  /** The plug-in is asked before the API server has generated a name. */
  private static String name(Pod pod) {
    boolean isGenerated =
        !pod.metadata().generateName().isEmpty()
            || pod.metadata().controller().filter(c -> !c.kind().equals("StatefulSet")).isPresent();
    return isGenerated ? "" : " \"" + pod.name() + "\"";
  }
}

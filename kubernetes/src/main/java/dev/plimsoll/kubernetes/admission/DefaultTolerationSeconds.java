package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Toleration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Kubernetes' admission plug-in that lets pods tolerate for a while a node that isn't ready or
 * can't be reached. The scheduler looks at such tolerations too.
 *
 * <p>Source: {@code plugin/pkg/admission/defaulttolerationseconds/admission.go}.
 */
final class DefaultTolerationSeconds implements Layer {
  private static final List<String> TAINTS =
      List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");
  private static final String NO_EXECUTE = "NoExecute";

  @Override
  public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
    if (!(request.object() instanceof Pod pod) || !request.subresource().isEmpty()) {
      return Optional.empty();
    }
    List<Toleration> tolerations = new ArrayList<>(pod.spec().tolerations());
    for (String taint : TAINTS) {
      if (pod.spec().tolerations().stream().noneMatch(t -> covers(t, taint))) {
        tolerations.add(new Toleration(taint, "Exists", "", NO_EXECUTE));
      }
    }
    Pod tolerant = pod.withSpec(pod.spec().withTolerations(tolerations));
    return Optional.of(
        AdmissionStep.passed("DefaultTolerationSeconds", tolerant, new AdmissionEffect.Plain()));
  }

  private static boolean covers(Toleration toleration, String taint) {
    return (toleration.key().isEmpty() || toleration.key().equals(taint))
        && (toleration.effect().isEmpty() || toleration.effect().equals(NO_EXECUTE));
  }
}

package dev.plimsoll.model.admission;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.AdmissionRequest;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import java.util.Optional;

/** Where {@link PodResizeValidator} stands in the chain. */
final class ResizeAdmission implements Layer {

  @Override
  public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
    if (!request.subresource().equals("resize")
        || !(request.object() instanceof Pod pod)
        || !(request.old().orElse(pod) instanceof Pod old)) {
      return Optional.empty();
    }
    Optional<Node> node = cluster.find(Node.class, "", pod.spec().nodeName());
    return PodResizeValidator.validate(pod, old, node)
        .map(message -> AdmissionStep.forbidden("PodResizeValidator", pod, message));
  }
}

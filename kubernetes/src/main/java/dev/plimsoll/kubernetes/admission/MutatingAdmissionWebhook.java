package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.workload.SiblingPods;
import java.util.Optional;

/** The changes of webhooks to new pods, as far as pods of the template show them. */
final class MutatingAdmissionWebhook implements Layer {
  private final SiblingPods siblings;

  MutatingAdmissionWebhook(SiblingPods siblings) {
    this.siblings = siblings;
  }

  @Override
  public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
    if (!(request.object() instanceof Pod pod)
        || !request.isCreate()
        || !request.subresource().isEmpty()) {
      return Optional.empty();
    }
    PodSpec spec = siblings.added(pod);
    return spec.equals(pod.spec())
        ? Optional.empty()
        : Optional.of(
            AdmissionStep.passed(
                "MutatingAdmissionWebhook", pod.withSpec(spec), new AdmissionEffect.Plain()));
  }
}

package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.PartialObjectMetadata;
import dev.plimsoll.kubernetes.object.Workload;
import java.util.Set;

/** Custom resources, and the pods of theirs that are unknown. */
final class CustomKinds {
  /** Groups and kinds whose objects only configure: no controller makes pods for them. */
  private static final Set<String> WITHOUT_PODS =
      Set.of(
          "argoproj.io/AppProject",
          "argoproj.io/ClusterWorkflowTemplate",
          "argoproj.io/WorkflowTemplate",
          "bitnami.com/SealedSecret",
          "cert-manager.io",
          "cilium.io",
          "crd.projectcalico.org",
          "external-secrets.io",
          "flow.volcano.sh/JobTemplate",
          "karpenter.k8s.aws",
          "karpenter.sh",
          "keda.sh/ClusterTriggerAuthentication",
          "keda.sh/ScaledObject",
          "keda.sh/TriggerAuthentication",
          "kueue.x-k8s.io",
          "kyverno.io",
          "monitoring.coreos.com/AlertmanagerConfig",
          "monitoring.coreos.com/PodMonitor",
          "monitoring.coreos.com/Probe",
          "monitoring.coreos.com/PrometheusRule",
          "monitoring.coreos.com/ScrapeConfig",
          "monitoring.coreos.com/ServiceMonitor",
          "networking.istio.io",
          "security.istio.io",
          "serving.kserve.io/ClusterServingRuntime",
          "serving.kserve.io/ServingRuntime",
          "source.toolkit.fluxcd.io",
          "traefik.io",
          "trainer.kubeflow.org/ClusterTrainingRuntime",
          "trainer.kubeflow.org/TrainingRuntime");

  private CustomKinds() {}

  /** Returns whether a group is of custom resources. */
  static boolean isCustom(String group) {
    return group.contains(".") && !group.endsWith(".k8s.io");
  }

  /** Returns whether an object has a custom kind that no rule covers. */
  static boolean mayMakePods(ApiObject object) {
    String group = object.type().group();
    return object instanceof PartialObjectMetadata
        && isCustom(group)
        && !WITHOUT_PODS.contains(group)
        && !WITHOUT_PODS.contains(group + "/" + object.type().kind());
  }

  /** Returns whether a template has unknown pods: neither their number nor containers are known. */
  static boolean isUnknown(Workload.PodTemplate template) {
    return template.replicas().isEmpty() && template.spec().containers().isEmpty();
  }
}

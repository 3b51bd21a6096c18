package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import java.util.Comparator;
import java.util.List;

/**
 * The order in which objects of a set are applied: what others depend on comes first, pods and what
 * makes them last. Within a kind the order of the manifests stays.
 *
 * <p>Tools differ in details and agree in this. Sources: {@code InstallOrder} in {@code
 * github.com/helm/helm/pkg/release/util/kind_sorter.go}, {@code kindOrder} in {@code
 * github.com/argoproj/gitops-engine/pkg/sync/sync_tasks.go}, {@code
 * sigs.k8s.io/kustomize/api/internal/builtins/SortOrderTransformer.go}, and the stages of Flux's
 * kustomize-controller. {@code kubectl apply} sorts nothing.
 */
final class ApplyOrder {
  private static final List<List<String>> STAGES =
      List.of(
          List.of("Namespace"),
          List.of("CustomResourceDefinition"),
          List.of("PriorityClass", "RuntimeClass", "StorageClass", "DeviceClass"),
          List.of("Node", "CSINode", "ResourceSlice"),
          List.of(
              "ValidatingAdmissionPolicy",
              "ValidatingAdmissionPolicyBinding",
              "MutatingAdmissionPolicy",
              "MutatingAdmissionPolicyBinding",
              "ValidatingWebhookConfiguration",
              "MutatingWebhookConfiguration",
              "CapacityPolicy"),
          List.of("ResourceQuota", "ClusterResourceQuota"),
          List.of("LimitRange"),
          List.of("ServiceAccount"),
          List.of("PersistentVolume"),
          List.of("PersistentVolumeClaim", "ResourceClaimTemplate", "ResourceClaim"));

  private static final List<String> WORKLOADS =
      List.of(
          "DaemonSet",
          "Pod",
          "ReplicationController",
          "ReplicaSet",
          "Deployment",
          "StatefulSet",
          "Job",
          "CronJob");

  private ApplyOrder() {}

  static List<CheckedObject> sorted(List<CheckedObject> objects) {
    return objects.stream()
        .sorted(Comparator.comparingInt((CheckedObject o) -> rank(o.object())))
        .toList();
  }

  static boolean makesPods(ApiObject object) {
    return object instanceof Workload || object instanceof Pod;
  }

  private static int rank(ApiObject object) {
    String kind = object.type().kind();
    if (makesPods(object)) {
      int index = WORKLOADS.indexOf(kind);
      return STAGES.size() + 1 + (index < 0 ? WORKLOADS.size() : index);
    }
    for (int i = 0; i < STAGES.size(); i++) {
      if (STAGES.get(i).contains(kind)) {
        return i;
      }
    }
    return STAGES.size();
  }
}

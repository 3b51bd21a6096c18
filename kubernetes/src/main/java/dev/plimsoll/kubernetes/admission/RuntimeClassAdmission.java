package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodSpecBuilder;
import dev.plimsoll.kubernetes.object.RuntimeClass;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Kubernetes' admission plug-in {@code RuntimeClass}: a new pod gets the overhead of its runtime
 * class, and is kept to the nodes that have it. Where the classes were not read, the pod stays as
 * it is.
 *
 * <p>Source: {@code plugin/pkg/admission/runtimeclass/admission.go}.
 */
final class RuntimeClassAdmission implements Layer {
  private static final String LAYER = "RuntimeClass";

  @Override
  public List<Requirement> requirements(Cluster cluster, AdmissionRequest request) {
    return request.object() instanceof Pod pod
            && concerns(request, pod)
            && find(cluster, pod).isEmpty()
        ? List.of(Requirement.all(RuntimeClass.RESOURCE))
        : List.of();
  }

  /** The half of the plug-in that changes pods. */
  @Override
  public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
    if (!(request.object() instanceof Pod pod) || !concerns(request, pod)) {
      return Optional.empty();
    }
    Optional<RuntimeClass> found = find(cluster, pod);
    if (found.isEmpty()) {
      return cluster.covers(RuntimeClass.RESOURCE) ? notFound(pod) : Optional.empty();
    }
    RuntimeClass runtimeClass = found.get();
    PodSpec spec = pod.spec();
    if (!runtimeClass.overhead().isEmpty()
        && !spec.overhead().isEmpty()
        && !spec.overhead().equals(runtimeClass.overhead())) {
      return mismatch(pod);
    }
    Map<String, String> nodeSelector = new TreeMap<>(spec.nodeSelector());
    for (Map.Entry<String, String> label : new TreeMap<>(runtimeClass.nodeSelector()).entrySet()) {
      String key = label.getKey();
      String own = nodeSelector.put(key, label.getValue());
      if (own != null && !own.equals(label.getValue())) {
        return Optional.of(
            AdmissionStep.forbidden(
                LAYER,
                pod,
                "conflict: runtimeClass.scheduling.nodeSelector[%s] = %s; pod.spec.nodeSelector[%s] = %s"
                    .formatted(key, label.getValue(), key, own)));
      }
    }
    PodSpecBuilder changed =
        spec.with()
            .nodeSelector(nodeSelector)
            .tolerations(MergedTolerations.of(spec.tolerations(), runtimeClass.tolerations()));
    if (!runtimeClass.overhead().isEmpty()) {
      changed.overhead(runtimeClass.overhead());
    }
    return Optional.of(
        AdmissionStep.passed(
            LAYER,
            pod.withSpec(changed.build()),
            new AdmissionEffect.OverheadAdded(runtimeClass.name(), runtimeClass.overhead())));
  }

  /** The half of the plug-in that denies pods which set their overhead themselves. */
  static Optional<AdmissionStep> validate(Cluster cluster, AdmissionRequest request) {
    if (!(request.object() instanceof Pod pod)
        || !request.isCreate()
        || !request.subresource().isEmpty()) {
      return Optional.empty();
    }
    boolean uncertain =
        !pod.spec().runtimeClassName().isEmpty() && !cluster.covers(RuntimeClass.RESOURCE);
    Optional<RuntimeClass> found =
        find(cluster, pod).filter(runtimeClass -> !runtimeClass.overhead().isEmpty());
    if (found.isPresent() && !found.get().overhead().equals(pod.spec().overhead())) {
      return mismatch(pod);
    }
    return found.isEmpty() && !uncertain && !pod.spec().overhead().isEmpty()
        ? Optional.of(
            AdmissionStep.forbidden(
                LAYER,
                pod,
                "pod rejected: Pod Overhead set without corresponding RuntimeClass defined"
                    + " Overhead"))
        : Optional.empty();
  }

  private static boolean concerns(AdmissionRequest request, Pod pod) {
    return request.isCreate()
        && request.subresource().isEmpty()
        && !pod.spec().runtimeClassName().isEmpty();
  }

  private static Optional<RuntimeClass> find(Cluster cluster, Pod pod) {
    return cluster.find(RuntimeClass.class, "", pod.spec().runtimeClassName());
  }

  private static Optional<AdmissionStep> notFound(Pod pod) {
    return Optional.of(
        AdmissionStep.forbidden(
            LAYER,
            pod,
            "pod rejected: RuntimeClass \"" + pod.spec().runtimeClassName() + "\" not found"));
  }

  private static Optional<AdmissionStep> mismatch(Pod pod) {
    return Optional.of(
        AdmissionStep.forbidden(
            LAYER,
            pod,
            "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead"));
  }
}

package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.pod.QosClass;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.version.FeatureGate;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.List;
import java.util.Optional;

/**
 * Validates changes through {@code pods/resize} as the API server does. Only cpu and memory may
 * change, neither may be removed, and the QoS class must stay.
 *
 * <p>Windows pods and kubelets too old to resize are not known to the model.
 *
 * <p>Source: {@code ValidatePodResize} in {@code pkg/apis/core/validation/validation.go}.
 */
public final class PodResizeValidation {
  private static final String MIRROR_ANNOTATION = "kubernetes.io/config.mirror";
  private static final String MEMORY = "memory";
  private static final String RESTART_CONTAINER = "RestartContainer";
  private static final List<ResourceName> MUTABLE = List.of(ResourceName.CPU, ResourceName.MEMORY);

  private final PodSpec updated;
  private final PodSpec old;
  private final KubernetesControlPlane controlPlane;
  private final List<FieldError> errors;

  private PodResizeValidation(
      PodSpec updated, PodSpec old, KubernetesControlPlane controlPlane, List<FieldError> errors) {
    this.updated = updated;
    this.old = old;
    this.controlPlane = controlPlane;
    this.errors = errors;
  }

  /**
   * Returns the errors of a resize.
   *
   * @param updated the pod as it would be stored (see {@link
   *     dev.plimsoll.kubernetes.pod.PodResizeStrategy})
   * @param old the pod as stored
   * @param controlPlane by whose rules, which differ in what may be resized
   */
  public static List<FieldError> validate(
      Pod updated, Pod old, KubernetesControlPlane controlPlane) {
    if (!controlPlane.isAtLeast(KubernetesVersion.V1_35)
        && (isSet(old.spec()) || isSet(updated.spec()))) {
      return List.of(FieldError.forbidden("", "pods with pod-level resources cannot be resized"));
    }
    if (old.metadata().annotations().containsKey(MIRROR_ANNOTATION)) {
      return List.of(FieldError.forbidden("", "static pods cannot be resized"));
    }
    List<FieldError> errors = PodValidation.validateSpec(updated.spec(), "spec");
    if (QosClass.of(old) != QosClass.compute(updated.spec())) {
      errors.add(
          FieldError.invalid(
              "spec",
              updated.status().qosClass(),
              "Pod QOS Class may not change as a result of resizing"));
    }
    new PodResizeValidation(updated.spec(), old.spec(), controlPlane, errors).validate();
    return errors;
  }

  private void validate() {
    Optional<ResourceRequirements> masked = updated.resources();
    if (isSet(old) || isSet(updated)) {
      if (!controlPlane.enables(FeatureGate.POD_LEVEL_RESOURCES_VERTICAL_SCALING)) {
        errors.add(
            FieldError.forbidden(
                "",
                "resize of pods with pod-level resources is forbidden when"
                    + " InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled"));
        return;
      }
      masked = checkPodLevel();
    }
    boolean sameContainers = haveSameNames("containers", updated.containers(), old.containers());
    boolean sameInit =
        haveSameNames("initContainers", updated.initContainers(), old.initContainers());
    if (!sameContainers || !sameInit) {
      return;
    }
    for (int i = 0; i < old.initContainers().size(); i++) {
      if (isResizableInit(old.initContainers().get(i))) {
        checkContainer(
            "spec.initContainers[" + i + "].resources",
            updated.initContainers().get(i),
            old.initContainers().get(i));
      }
    }
    for (int i = 0; i < old.containers().size(); i++) {
      checkContainer(
          "spec.containers[" + i + "].resources",
          updated.containers().get(i),
          old.containers().get(i));
    }
    for (int i = 0; i < old.containers().size(); i++) {
      if (!changesOnlyMutable(updated.containers().get(i), old.containers().get(i))) {
        errors.add(FieldError.forbidden("spec", "only cpu and memory resources are mutable"));
      }
    }
    for (int i = 0; i < old.initContainers().size(); i++) {
      checkInitContainer(
          updated.initContainers().get(i),
          old.initContainers().get(i),
          "spec.initContainers[" + i + "]");
    }
    if (errors.isEmpty() && !changesOnlyResources(masked)) {
      errors.add(FieldError.forbidden("spec", "only cpu and memory resources are mutable"));
    }
  }

  private Optional<ResourceRequirements> checkPodLevel() {
    if (old.resources().isPresent() && updated.resources().isEmpty()) {
      errors.add(FieldError.forbidden("spec.resources", "pod-level resources cannot be removed"));
      return updated.resources();
    }
    ResourceRequirements oldResources = old.resources().orElse(ResourceRequirements.NONE);
    ResourceRequirements own = updated.resources().orElse(ResourceRequirements.NONE);
    if (isRemoved(own.requests(), oldResources.requests())) {
      errors.add(
          FieldError.forbidden(
              "spec.resources.requests", "pod-level resource requests cannot be removed"));
    }
    if (isRemoved(own.limits(), oldResources.limits())) {
      errors.add(
          FieldError.forbidden(
              "spec.resources.limits", "pod-level resource limits cannot be removed"));
    }
    ResourceRequirements masked =
        new ResourceRequirements(
            masked(own.requests(), oldResources.requests()),
            masked(own.limits(), oldResources.limits()),
            own.claims());
    if (!masked.equals(oldResources)) {
      errors.add(
          FieldError.forbidden("spec", "only cpu and memory resources are mutable at pod-level"));
    }
    return old.resources().isEmpty() && masked.equals(ResourceRequirements.NONE)
        ? Optional.empty()
        : Optional.of(masked);
  }

  private boolean haveSameNames(String kind, List<Container> mine, List<Container> others) {
    int before = errors.size();
    if (mine.size() != others.size()) {
      errors.add(
          FieldError.forbidden("spec." + kind, kind + " may not be added or removed on resize"));
      return false;
    }
    for (int i = 0; i < others.size(); i++) {
      if (!mine.get(i).name().equals(others.get(i).name())) {
        errors.add(
            FieldError.forbidden(
                "spec." + kind + "[" + i + "].name",
                kind + " may not be renamed or reordered on resize"));
      }
    }
    return errors.size() == before;
  }

  private void checkContainer(String path, Container mine, Container other) {
    ResourceRequirements now = mine.resources();
    ResourceRequirements old = other.resources();
    if (isRemoved(now.requests(), old.requests())) {
      errors.add(FieldError.forbidden(path + ".requests", "resource requests cannot be removed"));
    }
    if (isRemoved(now.limits(), old.limits())) {
      errors.add(FieldError.forbidden(path + ".limits", "resource limits cannot be removed"));
    }
    boolean restarts = mine.resizePolicy().getOrDefault(MEMORY, "").equals(RESTART_CONTAINER);
    if (!restarts && !controlPlane.isAtLeast(KubernetesVersion.V1_34)) {
      memoryLimitProblem(now.limits().get(ResourceName.MEMORY), old.limits())
          .ifPresent(
              problem ->
                  errors.add(
                      FieldError.forbidden(
                          path + ".limits[" + MEMORY + "]",
                          "memory limits cannot be "
                              + problem
                              + " unless resizePolicy is RestartContainer")));
    }
  }

  private static Optional<String> memoryLimitProblem(Optional<Quantity> now, Resources old) {
    Optional<Quantity> before = old.get(ResourceName.MEMORY);
    if (now.isEmpty()) {
      return Optional.empty();
    }
    if (before.isEmpty()) {
      return Optional.of("added");
    }
    return now.get().compareTo(before.get()) < 0 ? Optional.of("decreased") : Optional.empty();
  }

  private void checkInitContainer(Container mine, Container other, String path) {
    if (!isResizableInit(mine)) {
      if (!mine.equals(other)) {
        errors.add(
            FieldError.forbidden(
                "spec", "resources for non-sidecar init containers are immutable"));
      }
      return;
    }
    boolean names = controlPlane.isAtLeast(KubernetesVersion.V1_36);
    if (!changesOnlyMutable(mine, other)) {
      errors.add(
          names
              ? FieldError.forbidden(
                  path, "only cpu and memory resources for init or sidecar containers are mutable")
              : FieldError.forbidden(
                  "spec", "only cpu and memory resources for sidecar containers are mutable"));
    }
    if (!mine.isRestartableInit() && !mine.equals(other)) {
      mine.resizePolicy().values().stream()
          .filter(RESTART_CONTAINER::equals)
          .forEach(
              p ->
                  errors.add(
                      FieldError.forbidden(
                          path,
                          "non-sidecar init containers with a resize policy of RestartContainer"
                              + " cannot be resized")));
    }
  }

  private boolean isResizableInit(Container container) {
    return container.isRestartableInit()
        || controlPlane.enables(FeatureGate.INIT_CONTAINER_VERTICAL_SCALING);
  }

  private boolean changesOnlyResources(Optional<ResourceRequirements> maskedPodLevel) {
    return updated
        .with()
        .containers(old.containers())
        .initContainers(old.initContainers())
        .resources(maskedPodLevel)
        .build()
        .equals(old);
  }

  /** Claims count as changed even where they didn't: Kubernetes resizes no container with some. */
  private boolean changesOnlyMutable(Container mine, Container other) {
    ResourceRequirements now = mine.resources();
    ResourceRequirements old = other.resources();
    return mine.withResources(
            ResourceRequirements.of(
                masked(now.requests(), old.requests()), masked(now.limits(), old.limits())))
        .equals(other);
  }

  /** Up to Kubernetes 1.34 anything may be added where there was nothing. */
  private Resources masked(Resources now, Resources old) {
    if (old.isEmpty() && !controlPlane.isAtLeast(KubernetesVersion.V1_35)) {
      return old;
    }
    Resources masked = now;
    for (ResourceName name : MUTABLE) {
      masked = old.contains(name) ? masked.with(name, old.getOrZero(name)) : masked.without(name);
    }
    return masked;
  }

  private static boolean isSet(PodSpec spec) {
    return spec.resources()
        .map(r -> !r.requests().isEmpty() || !r.limits().isEmpty())
        .orElse(false);
  }

  private static boolean isRemoved(Resources now, Resources old) {
    for (ResourceName name : old.names()) {
      if (!now.contains(name)) {
        return true;
      }
    }
    return false;
  }
}

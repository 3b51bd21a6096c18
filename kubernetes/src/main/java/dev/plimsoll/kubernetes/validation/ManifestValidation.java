package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.pod.PodDefaults;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Validates the manifest of a new pod, or of a new object of a built-in kind that makes pods.
 * Objects of the model don't keep all fields that the API server validates: images, ports, mounts,
 * restart policies, the name of the account.
 *
 * <p>Sources: {@code ValidatePodTemplateSpecForReplicaSet}, {@code ValidateDaemonSetSpec} and
 * {@code ValidateStatefulSetSpec} in {@code pkg/apis/apps/validation/validation.go}, {@code
 * validateJobSpec} and {@code validateCronJobSpec} in {@code
 * pkg/apis/batch/validation/validation.go}, {@code ValidateReplicationControllerSpec} in {@code
 * pkg/apis/core/validation/validation.go}.
 */
public final class ManifestValidation {
  private static final Set<String> GROUPS = Set.of("", "apps", "batch");

  /** Fields of a StatefulSet that never change, and are not validated again. */
  private static final Set<String> FIXED_FIELDS = Set.of("serviceName", "volumeClaimTemplates");

  private ManifestValidation() {}

  /**
   * Returns the errors of the manifest in the order of the API server; none if all are errors that
   * the object itself shows.
   *
   * @param object the object
   * @param manifest all fields of its manifest: nested maps and lists, without what is null
   * @param controlPlane the cluster's version
   */
  public static List<FieldError> validateCreate(
      ApiObject object, Map<?, ?> manifest, KubernetesControlPlane controlPlane) {
    ManifestFields fields = new ManifestFields("", manifest);
    if (object instanceof Pod pod) {
      List<FieldError> labels = ofLabels(fields);
      List<FieldError> own =
          PodFieldsValidation.validate(fields.object("spec"), true, controlPlane);
      List<FieldError> only = PodFieldsValidation.ofPodOnly(fields.object("spec"));
      if (labels.isEmpty() && own.isEmpty() && only.isEmpty()) {
        return List.of();
      }
      List<FieldError> shown = PodValidation.validateCreate(PodDefaults.apply(pod));
      return joined(List.of(labels, together(own, shown, "spec"), only));
    }
    return object instanceof Workload workload && isOfOneTemplate(workload)
        ? ofWorkload(workload, fields, fields.object("spec"), controlPlane)
        : List.of();
  }

  /**
   * Returns the errors of a changed object in the order of the API server; none if all are errors
   * that the object itself shows.
   *
   * @param object the object as it would be stored
   * @param old the object as stored
   * @param fields all fields of the object as it would be stored: nested maps and lists
   * @param stored all fields of the object as stored
   */
  public static List<FieldError> validateUpdate(
      ApiObject object,
      ApiObject old,
      Map<?, ?> fields,
      Map<?, ?> stored,
      KubernetesControlPlane controlPlane) {
    ManifestFields now = new ManifestFields("", fields);
    ManifestFields before = new ManifestFields("", stored);
    if (object instanceof Pod pod && old instanceof Pod oldPod) {
      return ofPodUpdate(pod, oldPod, now, before, controlPlane);
    }
    return object instanceof Workload workload && isOfOneTemplate(workload)
        ? ofWorkloadUpdate(workload, now, before, controlPlane)
        : List.of();
  }

  /** Returns the names of the fields that an update of a kind may change. */
  public static Set<String> mutableFields(String kind) {
    return switch (kind) {
      case "StatefulSet" -> WorkloadUpdateValidation.MUTABLE;
      case "Pod" ->
          Stream.concat(PodUpdateValidation.MUTABLE.stream(), Stream.of(PodUpdateValidation.IMAGE))
              .collect(Collectors.toUnmodifiableSet());
      default -> Set.of();
    };
  }

  private static List<FieldError> ofPodUpdate(
      Pod pod,
      Pod old,
      ManifestFields now,
      ManifestFields before,
      KubernetesControlPlane controlPlane) {
    ManifestFields spec = now.object("spec");
    List<FieldError> labels = ofLabels(now);
    List<FieldError> own = new ArrayList<>(PodFieldsValidation.validate(spec, true, controlPlane));
    own.addAll(PodFieldsValidation.ofPodOnly(spec));
    List<FieldError> all = PodUpdateValidation.validate(pod, old, controlPlane);
    List<FieldError> changed =
        PodUpdateValidation.validateFields(spec, before.object("spec")).stream()
            .filter(e -> !all.contains(e))
            .toList();
    if (Stream.of(labels, own, changed).allMatch(List::isEmpty)) {
      return List.of();
    }
    List<FieldError> shown = PodValidation.validateSpec(pod.spec(), "spec");
    List<FieldError> ofUpdate = all.subList(shown.size(), all.size());
    return joined(List.of(labels, together(own, shown, "spec"), ofUpdate, changed));
  }

  private static List<FieldError> ofWorkloadUpdate(
      Workload workload,
      ManifestFields now,
      ManifestFields before,
      KubernetesControlPlane controlPlane) {
    String kind = workload.type().kind();
    List<FieldError> selector =
        SelectorValidation.validate(workload, now.fields(), Optional.empty(), controlPlane);
    ManifestFields spec = now.object("spec");
    boolean isFixed = kind.equals("StatefulSet");
    List<FieldError> own =
        ofWorkload(workload, now, isFixed ? spec.without(FIXED_FIELDS) : spec, controlPlane);
    List<FieldError> changed = WorkloadUpdateValidation.validate(kind, now, before, controlPlane);
    if (Stream.of(selector, own, changed).allMatch(List::isEmpty)) {
      return List.of();
    }
    List<FieldError> rest =
        own.isEmpty() && !SelectorValidation.isUnusable(kind, now.fields())
            ? TemplateValidation.validate(workload, controlPlane)
            : own;
    return kind.equals("DaemonSet") && controlPlane.isAtLeast(KubernetesVersion.V1_34)
        ? joined(List.of(changed, selector, rest))
        : joined(List.of(selector, rest, changed));
  }

  private static List<FieldError> ofLabels(ManifestFields object) {
    return LabelsValidation.validate(labels(object), "metadata.labels");
  }

  private static Map<?, ?> labels(ManifestFields object) {
    return object.object("metadata").object("labels").fields();
  }

  /** The labels of the template are the labels of its Job or ReplicationController by default. */
  private static List<FieldError> ofLabels(ManifestFields object, String kind) {
    Map<?, ?> own = labels(object);
    boolean hasDefault = kind.equals("Job") || kind.equals("ReplicationController");
    return LabelsValidation.validate(
        own.isEmpty() && hasDefault ? labels(object.object("spec").object("template")) : own,
        "metadata.labels");
  }

  private static boolean isOfOneTemplate(Workload workload) {
    return GROUPS.contains(workload.resource().group()) && workload.templates().size() == 1;
  }

  /**
   * Returns the errors of the pods of an object that the API server doesn't find in its template.
   * The list is empty if the pods themselves show all errors. Paths are those of the template.
   */
  public static List<FieldError> validatePods(
      ApiObject object, Map<?, ?> manifest, KubernetesControlPlane controlPlane) {
    return object instanceof Workload workload && isOfOneTemplate(workload)
        ? ofPods(workload, new ManifestFields("", manifest).object("spec"), controlPlane)
        : List.of();
  }

  private static List<FieldError> ofPods(
      Workload workload, ManifestFields spec, KubernetesControlPlane controlPlane) {
    ManifestFields parent =
        workload.type().kind().equals("CronJob") ? spec.object("jobTemplate").object("spec") : spec;
    ManifestFields pod = podOf(workload, parent);
    List<FieldError> own =
        TemplateValidation.isValidated(workload, controlPlane)
            ? List.of()
            : PodFieldsValidation.validate(pod, true, controlPlane);
    List<FieldError> only = new ArrayList<>(PodFieldsValidation.ofPodOnly(pod));
    if (own.isEmpty() && HostPortsValidation.isHostNetwork(pod)) {
      only.addAll(0, HostPortsValidation.validate(pod, true));
    }
    return own.isEmpty() ? only : joined(List.of(together(own, workload, pod), only));
  }

  private static ManifestFields podOf(Workload workload, ManifestFields parent) {
    return workload.type().kind().equals("StatefulSet")
        ? ClaimTemplateValidation.pod(parent)
        : parent.object("template").object("spec");
  }

  private static List<FieldError> ofWorkload(
      Workload workload,
      ManifestFields object,
      ManifestFields validated,
      KubernetesControlPlane controlPlane) {
    String kind = workload.type().kind();
    ManifestFields spec = object.object("spec");
    List<FieldError> before = new ArrayList<>(ofLabels(object, kind));
    before.addAll(
        kind.equals("ReplicationController")
            ? ofReplicationController(workload, spec)
            : WorkloadFieldsValidation.before(kind, validated, controlPlane));
    if (kind.equals("ReplicationController") && !spec.has("template")) {
      return before;
    }
    ManifestFields parent =
        kind.equals("CronJob") ? spec.object("jobTemplate").object("spec") : spec;
    ManifestFields pod = podOf(workload, parent);
    if (SelectorValidation.isUnusable(kind, object.fields())) {
      before.addAll(WorkloadFieldsValidation.after(kind, spec, pod));
      return before;
    }
    boolean isValidated = TemplateValidation.isValidated(workload, controlPlane);
    List<FieldError> labels = ofTemplateLabels(parent.object("template"));
    List<FieldError> own =
        isValidated ? PodFieldsValidation.validate(pod, false, controlPlane) : List.of();
    List<FieldError> after = WorkloadFieldsValidation.after(kind, spec, pod);
    if (Stream.of(before, labels, own, after).allMatch(List::isEmpty)) {
      return List.of();
    }
    List<FieldError> ofPod = isValidated ? together(own, workload, pod) : List.of();
    return joined(List.of(before, labels, ofPod, after));
  }

  /** Errors name the labels without the metadata. */
  private static List<FieldError> ofTemplateLabels(ManifestFields template) {
    return LabelsValidation.validate(labels(template), template.path("labels"));
  }

  private static List<FieldError> joined(List<List<FieldError>> parts) {
    return parts.stream().flatMap(List::stream).toList();
  }

  private static List<FieldError> ofReplicationController(Workload workload, ManifestFields spec) {
    List<FieldError> errors =
        new ArrayList<>(WorkloadFieldsValidation.negative(spec, "minReadySeconds"));
    if (spec.has("template") ? lacksSelector(workload, spec) : isEmpty(spec, "selector")) {
      errors.add(FieldError.required(spec.path("selector"), ""));
    }
    errors.addAll(WorkloadFieldsValidation.negative(spec, "replicas"));
    if (!spec.has("template")) {
      errors.add(FieldError.required(spec.path("template"), ""));
    }
    return errors;
  }

  private static boolean isEmpty(ManifestFields spec, String name) {
    return spec.object(name).fields().isEmpty();
  }

  private static List<FieldError> together(
      List<FieldError> own, Workload workload, ManifestFields pod) {
    PodSpec template = workload.templates().get(0).spec();
    return together(own, PodValidation.validateSpec(template, pod.path()), pod.path());
  }

  /** The labels of the template are the selector by default. */
  private static boolean lacksSelector(Workload controller, ManifestFields spec) {
    return isEmpty(spec, "selector") && controller.templates().get(0).metadata().labels().isEmpty();
  }

  private static List<FieldError> together(
      List<FieldError> own, List<FieldError> shown, String path) {
    List<FieldError> all = new ArrayList<>(own);
    all.addAll(shown);
    return PodFieldsValidation.inOrder(all, path);
  }
}

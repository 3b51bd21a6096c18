package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
  private static final String RESTART_POLICY = "restartPolicy";
  private static final int FIELDS_OF_SCHEDULE = 5;

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
      List<FieldError> own = PodFieldsValidation.validate(fields.object("spec"), Set.of());
      return own.isEmpty() ? own : together(own, PodValidation.validateCreate(pod), "spec");
    }
    return object instanceof Workload workload && isOfOneTemplate(workload)
        ? ofWorkload(workload, fields.object("spec"), controlPlane)
        : List.of();
  }

  private static boolean isOfOneTemplate(Workload workload) {
    return GROUPS.contains(workload.resource().group()) && workload.templates().size() == 1;
  }

  /**
   * Returns the errors of the pods of an object whose template the API server doesn't validate. The
   * list is empty if the pods themselves show all errors. Paths are those of the template.
   */
  public static List<FieldError> validatePods(
      ApiObject object, Map<?, ?> manifest, KubernetesControlPlane controlPlane) {
    return object instanceof Workload workload
            && isOfOneTemplate(workload)
            && !TemplateValidation.isValidated(workload, controlPlane)
        ? ofTemplate(workload, new ManifestFields("", manifest).object("spec"))
        : List.of();
  }

  private static List<FieldError> ofTemplate(Workload workload, ManifestFields spec) {
    ManifestFields pod = spec.object("template").object("spec");
    List<FieldError> own = PodFieldsValidation.validate(pod, claimed(spec));
    return own.isEmpty() ? own : together(own, workload, pod);
  }

  private static List<FieldError> ofWorkload(
      Workload workload, ManifestFields spec, KubernetesControlPlane controlPlane) {
    String kind = workload.type().kind();
    if (kind.equals("ReplicationController") && !spec.has("template")) {
      return withoutTemplate(spec);
    }
    ManifestFields parent =
        kind.equals("CronJob") ? spec.object("jobTemplate").object("spec") : spec;
    ManifestFields pod = parent.object("template").object("spec");
    List<FieldError> before = new ArrayList<>();
    if (kind.equals("ReplicationController") && lacksSelector(workload, spec)) {
      before.add(FieldError.required(spec.path("selector"), ""));
    }
    if (kind.equals("CronJob")) {
      before.addAll(ofSchedule(spec.text("schedule"), spec.path("schedule")));
    }
    if (spec.number("replicas") < 0) {
      before.add(
          FieldError.invalidJson(
              spec.path("replicas"),
              Long.toString(spec.number("replicas")),
              "must be greater than or equal to 0"));
    }
    boolean isValidated = TemplateValidation.isValidated(workload, controlPlane);
    List<FieldError> own =
        isValidated ? PodFieldsValidation.validate(pod, claimed(spec)) : List.of();
    List<FieldError> after =
        workload.resource().group().equals("batch")
            ? ofJob(pod, parent)
            : ofEndless(pod, kind.equals("Deployment") ? "ReplicaSet" : kind);
    if (before.isEmpty() && own.isEmpty() && after.isEmpty()) {
      return List.of();
    }
    List<FieldError> errors = new ArrayList<>(before);
    if (isValidated) {
      errors.addAll(together(own, workload, pod));
    }
    errors.addAll(after);
    return errors;
  }

  private static List<FieldError> together(
      List<FieldError> own, Workload workload, ManifestFields pod) {
    PodSpec template = workload.templates().get(0).spec();
    return together(own, PodValidation.validateSpec(template, pod.path()), pod.path());
  }

  /** The number of fields is checked, and not what the fields say. */
  private static List<FieldError> ofSchedule(String schedule, String path) {
    if (schedule.isEmpty()) {
      return List.of(FieldError.required(path, ""));
    }
    List<String> fields = schedule.isBlank() ? List.of() : List.of(schedule.strip().split("\\s+"));
    return fields.size() == FIELDS_OF_SCHEDULE
            || schedule.startsWith("@")
            || schedule.contains("TZ")
        ? List.of()
        : List.of(
            FieldError.invalid(
                path,
                schedule,
                "expected exactly 5 fields, found %d: [%s]"
                    .formatted(fields.size(), String.join(" ", fields))));
  }

  /** The labels of the template are the selector by default. */
  private static boolean lacksSelector(Workload controller, ManifestFields spec) {
    return spec.object("selector").fields().isEmpty()
        && controller.templates().get(0).metadata().labels().isEmpty();
  }

  private static List<FieldError> withoutTemplate(ManifestFields spec) {
    List<FieldError> errors = new ArrayList<>();
    if (spec.object("selector").fields().isEmpty()) {
      errors.add(FieldError.required(spec.path("selector"), ""));
    }
    errors.add(FieldError.required(spec.path("template"), ""));
    return errors;
  }

  private static List<FieldError> together(
      List<FieldError> own, List<FieldError> shown, String path) {
    List<FieldError> all = new ArrayList<>(own);
    all.addAll(shown);
    return PodFieldsValidation.inOrder(all, path);
  }

  /** The pods of a Job end. */
  private static List<FieldError> ofJob(ManifestFields pod, ManifestFields job) {
    String policy = pod.text(RESTART_POLICY);
    String path = pod.path(RESTART_POLICY);
    if (policy.isEmpty() || policy.equals("Always")) {
      return List.of(FieldError.required(path, "valid values: \"OnFailure\", \"Never\""));
    }
    if (!policy.equals("OnFailure") && !policy.equals("Never")) {
      return List.of(FieldError.notSupported(path, policy, List.of("OnFailure", "Never")));
    }
    return job.has("podFailurePolicy") && policy.equals("OnFailure")
        ? List.of(
            FieldError.invalid(
                path, policy, "only \"Never\" is supported when podFailurePolicy is specified"))
        : List.of();
  }

  private static List<FieldError> ofEndless(ManifestFields pod, String kind) {
    List<FieldError> errors = new ArrayList<>();
    String policy = pod.text(RESTART_POLICY);
    if (!policy.isEmpty() && !policy.equals("Always")) {
      errors.add(FieldError.notSupported(pod.path(RESTART_POLICY), policy, List.of("Always")));
    }
    if (pod.has("activeDeadlineSeconds")) {
      errors.add(
          FieldError.forbidden(
              pod.path("activeDeadlineSeconds"),
              "activeDeadlineSeconds in " + kind + " is not Supported"));
    }
    return errors;
  }

  private static Set<String> claimed(ManifestFields spec) {
    Set<String> names = new HashSet<>();
    for (ManifestFields claim : spec.list("volumeClaimTemplates")) {
      String name = claim.object("metadata").text("name");
      if (QualifiedNames.dns1123Label(name).isEmpty()) {
        names.add(name);
      }
    }
    return names;
  }
}

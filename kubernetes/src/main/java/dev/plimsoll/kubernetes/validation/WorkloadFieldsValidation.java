package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Validates the fields beside the selector and the pod template of a workload of a built-in kind.
 *
 * <p>Sources: {@code ValidateDeploymentSpec}, {@code ValidateReplicaSetSpec}, {@code
 * ValidateDaemonSetSpec} and {@code ValidateStatefulSetSpec} in {@code
 * pkg/apis/apps/validation/validation.go}, {@code validateJobSpec} and {@code validateCronJobSpec}
 * in {@code pkg/apis/batch/validation/validation.go}, {@code ValidateReplicationControllerSpec} in
 * {@code pkg/apis/core/validation/validation.go}.
 */
final class WorkloadFieldsValidation {
  private static final String RESTART_POLICY = "restartPolicy";
  private static final String MIN_READY = "minReadySeconds";
  private static final String REPLICAS = "replicas";

  /** In seconds, by default. */
  private static final long PROGRESS_DEADLINE = 600;

  /** Of these, Go knows more than Java. */
  private static final Set<String> ZONES = zones();

  private static final List<String> CONCURRENCY_POLICIES = List.of("Allow", "Forbid", "Replace");
  private static final Set<String> MANAGEMENT_POLICIES = Set.of("", "OrderedReady", "Parallel");

  private WorkloadFieldsValidation() {}

  private static Set<String> zones() {
    Set<String> zones = new HashSet<>(ZoneId.getAvailableZoneIds());
    zones.addAll(Set.of("EST", "MST", "HST", "ROC", "Factory"));
    zones.removeIf(zone -> zone.startsWith("SystemV/"));
    return Set.copyOf(zones);
  }

  /**
   * Returns the errors that the API server finds before those of the template.
   *
   * @param kind the kind of the workload
   * @param spec the fields of its spec
   */
  static List<FieldError> before(
      String kind, ManifestFields spec, KubernetesControlPlane controlPlane) {
    return switch (kind) {
      case "Deployment" -> negative(spec, REPLICAS);
      case "ReplicaSet" -> negative(spec, REPLICAS, MIN_READY);
      case "StatefulSet" -> ofStatefulSet(spec, controlPlane);
      case "Job" -> JobFieldsValidation.validate(spec, true);
      case "CronJob" -> ofCronJob(spec);
      default -> List.of();
    };
  }

  /**
   * Returns the errors that the API server finds after those of the template.
   *
   * @param pod the fields of the template's spec
   */
  static List<FieldError> after(String kind, ManifestFields spec, ManifestFields pod) {
    List<FieldError> errors = new ArrayList<>();
    switch (kind) {
      case "Deployment" -> {
        errors.addAll(ofEndless(pod, "ReplicaSet"));
        errors.addAll(RolloutValidation.ofDeployment(spec.object("strategy")));
        errors.addAll(negative(spec, MIN_READY, "revisionHistoryLimit"));
        errors.addAll(ofProgress(spec));
      }
      case "DaemonSet" -> {
        errors.addAll(ofEndless(pod, kind));
        errors.addAll(negative(spec, MIN_READY));
        errors.addAll(RolloutValidation.ofDaemonSet(spec.object("updateStrategy")));
        errors.addAll(negative(spec, "revisionHistoryLimit"));
      }
      case "Job" -> errors.addAll(ofJob(pod, spec));
      case "CronJob" -> {
        errors.addAll(ofJob(pod, spec.object("jobTemplate").object("spec")));
        errors.addAll(negative(spec, "successfulJobsHistoryLimit", "failedJobsHistoryLimit"));
      }
      default -> errors.addAll(ofEndless(pod, kind));
    }
    return errors;
  }

  static List<FieldError> negative(ManifestFields spec, String... names) {
    List<FieldError> errors = new ArrayList<>();
    for (String name : names) {
      errors.addAll(FieldError.negative(spec.path(name), spec.number(name)));
    }
    return errors;
  }

  private static List<FieldError> ofProgress(ManifestFields spec) {
    String name = "progressDeadlineSeconds";
    List<FieldError> errors = negative(spec, name);
    long deadline = spec.has(name) ? spec.number(name) : PROGRESS_DEADLINE;
    if (deadline <= spec.number(MIN_READY)) {
      errors.add(
          FieldError.invalidJson(
              spec.path(name), Long.toString(deadline), "must be greater than minReadySeconds"));
    }
    return errors;
  }

  private static List<FieldError> ofStatefulSet(
      ManifestFields spec, KubernetesControlPlane controlPlane) {
    List<FieldError> errors = new ArrayList<>();
    String management = spec.text("podManagementPolicy");
    if (!MANAGEMENT_POLICIES.contains(management)) {
      errors.add(
          FieldError.invalid(
              spec.path("podManagementPolicy"),
              management,
              "must be 'OrderedReady' or 'Parallel'"));
    }
    errors.addAll(RolloutValidation.ofStatefulSet(spec.object("updateStrategy")));
    errors.addAll(ClaimTemplateValidation.validate(spec, controlPlane));
    errors.addAll(negative(spec, REPLICAS, MIN_READY));
    String service = spec.text("serviceName");
    if (!service.isEmpty() && controlPlane.isAtLeast(KubernetesVersion.V1_33)) {
      errors.addAll(
          FieldError.invalid(
              spec.path("serviceName"), service, QualifiedNames.dns1123Label(service)));
    }
    return errors;
  }

  private static List<FieldError> ofCronJob(ManifestFields spec) {
    List<FieldError> errors = new ArrayList<>(ofSchedule(spec));
    errors.addAll(ofTimeZone(spec));
    errors.addAll(negative(spec, "startingDeadlineSeconds"));
    String concurrency = spec.text("concurrencyPolicy");
    if (!concurrency.isEmpty() && !CONCURRENCY_POLICIES.contains(concurrency)) {
      errors.add(
          FieldError.notSupported(
              spec.path("concurrencyPolicy"), concurrency, CONCURRENCY_POLICIES));
    }
    errors.addAll(JobFieldsValidation.validate(spec.object("jobTemplate").object("spec"), false));
    return errors;
  }

  private static List<FieldError> ofSchedule(ManifestFields spec) {
    String schedule = spec.text("schedule");
    String path = spec.path("schedule");
    if (schedule.isEmpty()) {
      return List.of(FieldError.required(path, ""));
    }
    List<FieldError> errors = new ArrayList<>();
    if (!schedule.startsWith("TZ=") && !schedule.startsWith("CRON_TZ=")) {
      CronSchedule.error(schedule)
          .map(error -> FieldError.invalid(path, schedule, error))
          .ifPresent(errors::add);
    }
    if (schedule.contains("TZ")) {
      errors.add(
          FieldError.invalid(
              path, schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead"));
    }
    return errors;
  }

  /** Java knows the names of time zones. */
  private static List<FieldError> ofTimeZone(ManifestFields spec) {
    String zone = spec.text("timeZone");
    String path = spec.path("timeZone");
    if (!spec.has("timeZone")) {
      return List.of();
    }
    if (zone.isEmpty()) {
      return List.of(FieldError.invalid(path, "", "timeZone must be nil or non-empty string"));
    }
    List<FieldError> errors = new ArrayList<>();
    if (zone.equalsIgnoreCase("Local")) {
      errors.add(
          FieldError.invalid(
              path,
              zone,
              "timeZone must be an explicit time zone as defined in"
                  + " https://www.iana.org/time-zones"));
    }
    if (!zone.equals("Local") && !ZONES.contains(zone)) {
      errors.add(FieldError.invalid(path, zone, "unknown time zone " + zone));
    }
    return errors;
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
}

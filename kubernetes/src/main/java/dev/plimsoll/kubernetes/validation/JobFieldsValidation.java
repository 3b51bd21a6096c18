package dev.plimsoll.kubernetes.validation;

import java.util.ArrayList;
import java.util.List;

/**
 * Validates the fields of a Job beside its pod template. Errors print {@code …} instead of a
 * success policy.
 *
 * <p>Source: {@code validateJobSpec} in {@code pkg/apis/batch/validation/validation.go}.
 */
final class JobFieldsValidation {
  private static final String INDEXED = "Indexed";
  private static final List<String> MODES = List.of("NonIndexed", INDEXED);
  private static final List<String> REPLACEMENTS = List.of("Failed", "TerminatingOrFailed");
  private static final String COMPLETION_MODE = "completionMode";
  private static final String COMPLETIONS = "completions";
  private static final String PARALLELISM = "parallelism";
  private static final String LIMIT_OF_INDEX = "backoffLimitPerIndex";
  private static final String SUCCESS_POLICY = "successPolicy";
  private static final String MOST_FAILED = "maxFailedIndexes";
  private static final String REPLACEMENT = "podReplacementPolicy";
  private static final int MOST_PARALLEL = 100_000;

  private final List<FieldError> errors = new ArrayList<>();
  private final ManifestFields job;
  private final boolean hasDefaults;

  private JobFieldsValidation(ManifestFields job, boolean hasDefaults) {
    this.job = job;
    this.hasDefaults = hasDefaults;
  }

  /**
   * Returns the errors.
   *
   * @param job the fields of the Job's spec
   * @param hasDefaults whether the API server sets its defaults, which the Job in a CronJob lacks
   */
  static List<FieldError> validate(ManifestFields job, boolean hasDefaults) {
    JobFieldsValidation validation = new JobFieldsValidation(job, hasDefaults);
    validation.numbers();
    validation.mode();
    validation.errors.addAll(JobPolicyValidation.ofFailures(job));
    validation.success();
    validation.replacement();
    return validation.errors;
  }

  private void numbers() {
    errors.addAll(
        WorkloadFieldsValidation.negative(
            job,
            PARALLELISM,
            COMPLETIONS,
            "activeDeadlineSeconds",
            "backoffLimit",
            "ttlSecondsAfterFinished",
            LIMIT_OF_INDEX,
            MOST_FAILED));
    if (job.has(MOST_FAILED) && !job.has(LIMIT_OF_INDEX)) {
      errors.add(
          FieldError.required(job.path(LIMIT_OF_INDEX), "when maxFailedIndexes is specified"));
    }
  }

  private void mode() {
    String mode = job.text(COMPLETION_MODE);
    if (!mode.isEmpty() && !MODES.contains(mode)) {
      errors.add(FieldError.notSupported(job.path(COMPLETION_MODE), mode, MODES));
    } else if (mode.equals(INDEXED)) {
      ofIndexes();
    } else {
      requireIndexes(LIMIT_OF_INDEX);
      requireIndexes(MOST_FAILED);
    }
  }

  /** By default both counts are 1 if neither is given. */
  private void ofIndexes() {
    boolean hasDefault = hasDefaults && !job.has(PARALLELISM);
    if (!job.has(COMPLETIONS) && !hasDefault) {
      errors.add(FieldError.required(job.path(COMPLETIONS), "when completion mode is " + INDEXED));
    }
    if (job.number(PARALLELISM) > MOST_PARALLEL) {
      invalid(
          PARALLELISM,
          "must be less than or equal to " + MOST_PARALLEL + " when completion mode is " + INDEXED);
    }
    long completions = job.has(COMPLETIONS) ? job.number(COMPLETIONS) : 1;
    boolean hasCompletions = job.has(COMPLETIONS) || hasDefault;
    if (hasCompletions && job.number(MOST_FAILED) > completions) {
      invalid(MOST_FAILED, "must be less than or equal to completions");
    }
    if (job.number(MOST_FAILED) > MOST_PARALLEL) {
      invalid(MOST_FAILED, "must be less than or equal to " + MOST_PARALLEL);
    }
  }

  private void requireIndexes(String field) {
    if (job.has(field)) {
      invalid(field, "requires indexed completion mode");
    }
  }

  private void success() {
    if (job.has(SUCCESS_POLICY) && !job.text(COMPLETION_MODE).equals(INDEXED)) {
      errors.add(
          FieldError.invalidJson(
              job.path(SUCCESS_POLICY), "…", "requires indexed completion mode"));
    } else if (job.has(SUCCESS_POLICY) && job.has(COMPLETIONS)) {
      errors.addAll(JobPolicyValidation.ofSuccess(job, job.number(COMPLETIONS)));
    }
  }

  private void invalid(String field, String detail) {
    errors.add(FieldError.invalidJson(job.path(field), Long.toString(job.number(field)), detail));
  }

  private void replacement() {
    String policy = job.text(REPLACEMENT);
    List<String> supported =
        job.has("podFailurePolicy") ? List.of(REPLACEMENTS.get(0)) : REPLACEMENTS;
    if (!policy.isEmpty() && !supported.contains(policy)) {
      errors.add(FieldError.notSupported(job.path(REPLACEMENT), policy, supported));
    }
  }
}

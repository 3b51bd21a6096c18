package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.quantity.GoText;
import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Validates the failure policy and the success policy of a Job.
 *
 * <p>Source: {@code validatePodFailurePolicy}, {@code validateSuccessPolicy} and {@code
 * validateIndexesFormat} in {@code pkg/apis/batch/validation/validation.go}.
 */
final class JobPolicyValidation {
  private static final List<String> ACTIONS = List.of("Count", "FailIndex", "FailJob", "Ignore");
  private static final List<String> OPERATORS = List.of("In", "NotIn");
  private static final List<String> STATUSES = List.of("False", "True", "Unknown");
  private static final int MOST_RULES = 20;
  private static final int MOST_VALUES = 255;
  private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]{1,9}");

  private final List<FieldError> errors = new ArrayList<>();
  private final ManifestFields job;

  private JobPolicyValidation(ManifestFields job) {
    this.job = job;
  }

  /**
   * Returns the errors of the failure policy.
   *
   * @param job the fields of the Job's spec
   */
  static List<FieldError> ofFailures(ManifestFields job) {
    JobPolicyValidation validation = new JobPolicyValidation(job);
    ManifestFields policy = job.object("podFailurePolicy");
    List<ManifestFields> rules = policy.list("rules");
    if (rules.size() > MOST_RULES) {
      validation.errors.add(FieldError.tooMany(policy.path("rules"), rules.size(), MOST_RULES));
    }
    rules.forEach(validation::failure);
    return validation.errors;
  }

  private void failure(ManifestFields rule) {
    String action = rule.text("action");
    if (action.equals("FailIndex")) {
      if (!job.has("backoffLimitPerIndex")) {
        errors.add(
            FieldError.invalid(
                rule.path("action"), action, "requires the backoffLimitPerIndex to be set"));
      }
    } else {
      oneOf(rule, "action", ACTIONS);
    }
    boolean hasCodes = rule.has("onExitCodes");
    List<ManifestFields> conditions = rule.list("onPodConditions");
    if (hasCodes) {
      exitCodes(rule.object("onExitCodes"));
    }
    if (conditions.size() > MOST_RULES) {
      errors.add(FieldError.tooMany(rule.path("onPodConditions"), conditions.size(), MOST_RULES));
    }
    for (ManifestFields condition : conditions) {
      String type = condition.text("type");
      errors.addAll(
          FieldError.invalid(condition.path("type"), type, QualifiedNames.qualifiedName(type)));
      if (!condition.text("status").isEmpty()) {
        oneOf(condition, "status", STATUSES);
      }
    }
    if (hasCodes == !conditions.isEmpty()) {
      errors.add(
          FieldError.invalidJson(
              rule.path(),
              "",
              hasCodes
                  ? "specifying both OnExitCodes and OnPodConditions is not supported"
                  : "specifying one of OnExitCodes and OnPodConditions is required"));
    }
  }

  private void oneOf(ManifestFields fields, String name, List<String> supported) {
    String value = fields.text(name);
    if (value.isEmpty()) {
      errors.add(
          FieldError.required(
              fields.path(name),
              supported.stream()
                  .map(GoText::quote)
                  .collect(Collectors.joining(" ", "valid values: [", "]"))));
    } else if (!supported.contains(value)) {
      errors.add(FieldError.notSupported(fields.path(name), value, supported));
    }
  }

  private void exitCodes(ManifestFields codes) {
    oneOf(codes, "operator", OPERATORS);
    if (codes.has("containerName") && !containers().contains(codes.text("containerName"))) {
      errors.add(
          FieldError.invalid(
              codes.path("containerName"),
              codes.text("containerName"),
              "must be one of the container or initContainer names in the pod template"));
    }
    List<Long> values = codes.texts("values").stream().map(JobPolicyValidation::number).toList();
    String path = codes.path("values");
    if (values.isEmpty()) {
      values(path, values, "at least one value is required");
    } else if (values.size() > MOST_VALUES) {
      errors.add(FieldError.tooMany(path, values.size(), MOST_VALUES));
    }
    Set<Long> seen = new HashSet<>();
    boolean isOrdered = true;
    for (int i = 0; i < values.size(); i++) {
      long value = values.get(i);
      String at = path + "[" + i + "]";
      if (value == 0 && codes.text("operator").equals("In")) {
        errors.add(FieldError.invalidJson(at, "0", "must not be 0 for the In operator"));
      }
      if (!seen.add(value)) {
        errors.add(FieldError.duplicateNumber(at, value));
      }
      isOrdered &= i == 0 || values.get(i - 1) <= value;
    }
    if (!isOrdered) {
      values(path, values, "must be ordered");
    }
  }

  private void values(String path, List<Long> values, String detail) {
    String texts = values.stream().map(String::valueOf).collect(Collectors.joining(","));
    errors.add(
        FieldError.invalid(
            path, "[" + texts + "]", "[]int32{" + texts.replace(",", ", ") + "}", detail));
  }

  private Set<String> containers() {
    ManifestFields pod = job.object("template").object("spec");
    Set<String> names = new HashSet<>();
    List.of("containers", "initContainers")
        .forEach(list -> pod.list(list).forEach(c -> names.add(c.text("name"))));
    return names;
  }

  private static long number(String text) {
    return NUMBER.matcher(text).matches() ? Long.parseLong(text) : 0;
  }

  /**
   * Returns the errors of the success policy of an Indexed Job.
   *
   * @param job the fields of the Job's spec
   * @param completions how many indexes there are
   */
  static List<FieldError> ofSuccess(ManifestFields job, long completions) {
    JobPolicyValidation validation = new JobPolicyValidation(job);
    ManifestFields policy = job.object("successPolicy");
    List<ManifestFields> rules = policy.list("rules");
    if (rules.isEmpty()) {
      validation.errors.add(
          FieldError.required(
              policy.path("rules"),
              "at least one rules must be specified when the successPolicy is specified"));
    }
    if (rules.size() > MOST_RULES) {
      validation.errors.add(FieldError.tooMany(policy.path("rules"), rules.size(), MOST_RULES));
    }
    rules.forEach(rule -> validation.success(rule, completions));
    return validation.errors;
  }

  private void success(ManifestFields rule, long completions) {
    String counted = "succeededCount";
    String indexed = "succeededIndexes";
    if (!rule.has(counted) && !rule.has(indexed)) {
      errors.add(
          FieldError.required(
              rule.path(), "at least one of succeededCount or succeededIndexes must be specified"));
    }
    IndexList indexes = IndexList.parse(rule.text(indexed), completions);
    if (!indexes.error().isEmpty()) {
      errors.add(
          FieldError.invalid(
              rule.path(indexed),
              rule.text(indexed),
              "error parsing succeededIndexes: " + indexes.error()));
    }
    if (rule.has(counted)) {
      long count = rule.number(counted);
      errors.addAll(FieldError.negative(rule.path(counted), count));
      tooLarge(rule, count, completions, "the number of specified completions");
      if (rule.has(indexed)) {
        tooLarge(
            rule,
            count,
            indexes.total(),
            "the number of indexes in the specified succeededIndexes field");
      }
    }
  }

  private void tooLarge(ManifestFields rule, long count, long most, String what) {
    if (count > most) {
      errors.add(
          FieldError.invalidJson(
              rule.path("succeededCount"),
              Long.toString(count),
              "must be less than or equal to %d (%s)".formatted(most, what)));
    }
  }

  /**
   * Indexes of a Job as numbers and ranges.
   *
   * @param total how many indexes there are
   * @param error the error of the text; empty if there is none
   */
  private record IndexList(long total, String error) {
    static IndexList parse(String text, long completions) {
      long total = 0;
      long last = -1;
      for (String range : text.isEmpty() ? new String[0] : text.split(",", -1)) {
        String[] ends = range.split("-", -1);
        if (ends.length > 2) {
          return new IndexList(
              0,
              "the fragment %s violates the requirement that an index interval can have at most"
                      .formatted(GoText.quote(range))
                  + " two parts separated by '-'");
        }
        for (String end : ends) {
          if (!NUMBER.matcher(end).matches()) {
            return new IndexList(
                0, "cannot convert string to integer for index: " + GoText.quote(end));
          }
          if (number(end) >= completions) {
            return new IndexList(0, "too large index: " + GoText.quote(end));
          }
        }
        long first = number(ends[0]);
        long end = number(ends[ends.length - 1]);
        if (ends.length > 1 && first >= end) {
          return notIncreasing(first, end);
        }
        if (last >= first) {
          return notIncreasing(last, first);
        }
        total += end - first + 1;
        last = end;
      }
      return new IndexList(total, "");
    }

    private static IndexList notIncreasing(long previous, long current) {
      return new IndexList(
          0, "non-increasing order, previous: %d, current: %d".formatted(previous, current));
    }
  }
}

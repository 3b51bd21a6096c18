package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Pod;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The Pod Security Standard that a namespace enforces.
 *
 * <p>Source: {@code staging/src/k8s.io/pod-security-admission/api/helpers.go}.
 *
 * @param level the level
 * @param minor the minor version of Kubernetes whose standards hold; absent for the latest
 */
public record PodSecurityPolicy(PodSecurityLevel level, OptionalInt minor) {
  private static final String LEVEL = "pod-security.kubernetes.io/enforce";
  private static final String VERSION = "pod-security.kubernetes.io/enforce-version";

  private static final String LATEST = "latest";

  /** Numbers that no version has are as good as the latest. */
  private static final Pattern FORM = Pattern.compile("v1\\.([0-9]|[1-9][0-9]{1,8})");

  /** The default policy, which enforces nothing. */
  public static final PodSecurityPolicy PRIVILEGED =
      new PodSecurityPolicy(PodSecurityLevel.PRIVILEGED, OptionalInt.empty());

  /**
   * Returns the policy that the labels of a namespace name, with this policy's values for missing
   * labels.
   */
  public PodSecurityPolicy with(Map<String, String> labels) {
    return new PodSecurityPolicy(
        Optional.ofNullable(labels.get(LEVEL)).map(PodSecurityLevel::parse).orElse(level),
        Optional.ofNullable(labels.get(VERSION)).map(PodSecurityPolicy::minor).orElse(minor));
  }

  /** Returns whether the labels of a namespace name a level. */
  public static boolean isLabelled(Map<String, String> labels) {
    return labels.containsKey(LEVEL);
  }

  /** Returns a level in a version such as {@code v1.30} or {@code latest}, if that is one. */
  public static Optional<PodSecurityPolicy> of(PodSecurityLevel level, String version) {
    return version.equals(LATEST) || FORM.matcher(version).matches()
        ? Optional.of(new PodSecurityPolicy(level, minor(version)))
        : Optional.empty();
  }

  private static OptionalInt minor(String version) {
    Matcher form = FORM.matcher(version);
    return form.matches() ? OptionalInt.of(Integer.parseInt(form.group(1))) : OptionalInt.empty();
  }

  /**
   * Returns in Kubernetes' words what of the pod it forbids, if it forbids anything.
   *
   * @param newest the minor version of the API server, which knows no later standards
   */
  public Optional<String> violations(Pod pod, int newest) {
    if (level == PodSecurityLevel.PRIVILEGED) {
      return Optional.empty();
    }
    int effective = Math.min(minor.orElse(newest), newest);
    String details =
        PodSecurityChecks.of(level, effective).stream()
            .flatMap(check -> check.rule().check(pod, effective).stream())
            .map(PodSecurityViolation::toString)
            .collect(Collectors.joining(", "));
    return details.isEmpty()
        ? Optional.empty()
        : Optional.of("violates PodSecurity \"" + this + "\": " + details);
  }

  /** Returns level and version as Kubernetes prints them, such as {@code restricted:latest}. */
  @Override
  public String toString() {
    return level + ":" + (minor.isPresent() ? "v1." + minor.getAsInt() : LATEST);
  }
}

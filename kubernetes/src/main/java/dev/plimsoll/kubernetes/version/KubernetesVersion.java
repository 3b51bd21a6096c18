package dev.plimsoll.kubernetes.version;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A minor version of Kubernetes. Patch releases don't differ in what is modelled.
 *
 * @param major what stands before the dot
 * @param minor what stands after it
 */
public record KubernetesVersion(int major, int minor) implements Comparable<KubernetesVersion> {
  /** Kubernetes 1.31, the oldest whose rules are known. */
  public static final KubernetesVersion V1_31 = new KubernetesVersion(1, 31);

  /** Kubernetes 1.32. */
  public static final KubernetesVersion V1_32 = new KubernetesVersion(1, 32);

  /** Kubernetes 1.33. */
  public static final KubernetesVersion V1_33 = new KubernetesVersion(1, 33);

  /** Kubernetes 1.34. */
  public static final KubernetesVersion V1_34 = new KubernetesVersion(1, 34);

  /** Kubernetes 1.35. */
  public static final KubernetesVersion V1_35 = new KubernetesVersion(1, 35);

  /** Kubernetes 1.36, the newest with recorded decisions. */
  public static final KubernetesVersion V1_36 = new KubernetesVersion(1, 36);

  /**
   * Kubernetes 1.37, whose rules were read in its sources of 24 July 2026, after the code freeze.
   */
  public static final KubernetesVersion V1_37 = new KubernetesVersion(1, 37);

  /** The versions whose rules are known, the oldest first. */
  public static final List<KubernetesVersion> MODELLED =
      List.of(V1_31, V1_32, V1_33, V1_34, V1_35, V1_36, V1_37);

  private static final Pattern FORM = Pattern.compile("v?(\\d{1,4})\\.(\\d{1,4})(?!\\d).*");
  private static final Comparator<KubernetesVersion> ORDER =
      Comparator.comparingInt(KubernetesVersion::major).thenComparingInt(KubernetesVersion::minor);

  /**
   * Reads a version as users, API servers and kubelets write it: {@code 1.33}, {@code v1.33.13},
   * {@code v1.31.4-eks-aeac579}, {@code 1.33+}. Empty for any other text.
   */
  public static Optional<KubernetesVersion> parse(String text) {
    Matcher form = FORM.matcher(text);
    return form.matches()
        ? Optional.of(
            new KubernetesVersion(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2))))
        : Optional.empty();
  }

  /** Returns the version whose rules are applied: itself, or else the nearest that is known. */
  public KubernetesVersion nearestModelled() {
    KubernetesVersion oldest = MODELLED.get(0);
    KubernetesVersion newest = MODELLED.get(MODELLED.size() - 1);
    if (compareTo(oldest) < 0) {
      return oldest;
    }
    return compareTo(newest) > 0 ? newest : this;
  }

  /** Returns whether decisions of control planes of this version were recorded and replayed. */
  public boolean isRecorded() {
    return MODELLED.contains(this) && compareTo(V1_36) <= 0;
  }

  @Override
  public int compareTo(KubernetesVersion other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}

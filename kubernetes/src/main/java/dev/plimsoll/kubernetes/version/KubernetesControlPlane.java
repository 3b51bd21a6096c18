package dev.plimsoll.kubernetes.version;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The control plane whose decisions are predicted.
 *
 * @param version what it is said to be, which needn't be a version whose rules are known
 * @param origin who says so
 * @param enabled the feature gates that are enabled, of those that matter
 */
public record KubernetesControlPlane(
    KubernetesVersion version, Origin origin, Set<FeatureGate> enabled) {

  /** From where a version is known. */
  public enum Origin {
    /** The user says so. */
    OPTION("Option", "as --kubernetes-version says"),
    /** The API server says so. */
    API_SERVER("ApiServer", "as the API server says"),
    /** No kubelet is newer than the API server, as Kubernetes' version skew policy has it. */
    KUBELETS("Kubelets", "as the newest kubelet, which no API server is older than"),
    /** Nobody says anything. */
    DEFAULT("Default", "since nothing says which version it is");

    private final String text;
    private final String reason;

    Origin(String text, String reason) {
      this.text = text;
      this.reason = reason;
    }

    /** Returns the name in JSON. */
    @Override
    public String toString() {
      return text;
    }
  }

  /** The assumption if nothing names the version: the newest one with recorded decisions. */
  public static final KubernetesControlPlane DEFAULT = of(KubernetesVersion.V1_36, Origin.DEFAULT);

  public KubernetesControlPlane {
    Set<FeatureGate> copy = EnumSet.noneOf(FeatureGate.class);
    copy.addAll(enabled);
    enabled = Collections.unmodifiableSet(copy);
  }

  /** Returns a control plane with the feature gates that are enabled by default. */
  public static KubernetesControlPlane of(KubernetesVersion version, Origin origin) {
    Set<FeatureGate> enabled = EnumSet.noneOf(FeatureGate.class);
    for (FeatureGate gate : FeatureGate.values()) {
      if (gate.isDefaultIn(version.nearestModelled())) {
        enabled.add(gate);
      }
    }
    return new KubernetesControlPlane(version, origin, enabled);
  }

  /**
   * Returns the control plane of a cluster by its newest kubelet.
   *
   * @param kubelets their versions as they tell them; what is no version doesn't count
   */
  public static KubernetesControlPlane ofKubelets(Collection<String> kubelets) {
    return kubelets.stream()
        .distinct()
        .flatMap(v -> KubernetesVersion.parse(v).stream())
        .max(Comparator.naturalOrder())
        .map(version -> of(version, Origin.KUBELETS))
        .orElse(DEFAULT);
  }

  /**
   * Returns a control plane in which some feature gates are set.
   *
   * @throws IllegalArgumentException if one can't be set in this version, or not be disabled
   */
  public KubernetesControlPlane withFeatureGates(Map<FeatureGate, Boolean> gates) {
    Set<FeatureGate> set = EnumSet.noneOf(FeatureGate.class);
    set.addAll(enabled);
    gates.forEach(
        (gate, on) -> {
          if (!gate.isSettableIn(rules())) {
            throw new IllegalArgumentException(
                "feature gate \""
                    + gate
                    + "\" cannot be set for Kubernetes "
                    + rules()
                    + ", where it does not exist or its rules are not known");
          }
          if (!on && gate.isLockedIn(rules())) {
            throw new IllegalArgumentException(
                "feature gate \"" + gate + "\" is locked to true in Kubernetes " + rules());
          }
          if (on) {
            set.add(gate);
          } else {
            set.remove(gate);
          }
        });
    return new KubernetesControlPlane(version, origin, set);
  }

  /** Returns the feature gates that differ from their defaults, as components take them. */
  public List<String> changedGates() {
    Set<FeatureGate> usual = of(version, origin).enabled();
    return Arrays.stream(FeatureGate.values())
        .filter(gate -> usual.contains(gate) != enables(gate))
        .map(gate -> gate + "=" + enables(gate))
        .toList();
  }

  /** Returns the version whose rules are applied. */
  public KubernetesVersion rules() {
    return version.nearestModelled();
  }

  /** Returns whether the rules are those of a version or of a newer one. */
  public boolean isAtLeast(KubernetesVersion other) {
    return rules().compareTo(other) >= 0;
  }

  /** Returns whether a feature gate is enabled. */
  public boolean enables(FeatureGate gate) {
    return enabled.contains(gate);
  }

  /**
   * Returns the assumed version and the reason, such as {@code Kubernetes 1.33, as the API server
   * says}.
   */
  public String describe() {
    String assumed = "Kubernetes " + version + ", " + origin.reason;
    String gates = String.join(", ", changedGates());
    return assumed + knowledge() + (gates.isEmpty() ? "" : "; with " + gates);
  }

  /** Returns a sentence about a version whose rules are not known; empty if they are. */
  public Optional<String> unknownVersion() {
    return version.equals(rules()) ? Optional.empty() : Optional.of(describe() + ".");
  }

  private String knowledge() {
    if (!version.equals(rules())) {
      return "; its rules are not known, those of "
          + rules()
          + " are applied, so feature gates, rules and texts may differ";
    }
    return version.isRecorded()
        ? ""
        : "; its rules come from its source code, and none of its decisions was recorded";
  }
}

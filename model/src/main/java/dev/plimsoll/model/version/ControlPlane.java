package dev.plimsoll.model.version;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The control plane whose decisions are predicted.
 *
 * @param version what it is said to be, which needn't be a version whose rules are known
 * @param source who says so
 * @param enabled the feature gates that are enabled, of those that matter
 */
public record ControlPlane(KubernetesVersion version, Source source, Set<FeatureGate> enabled) {

  /** From where a version is known. */
  public enum Source {
    /** The user says so. */
    OPTION("as --kubernetes-version says"),
    /** The API server says so. */
    API_SERVER("as the API server says"),
    /** No kubelet is newer than the API server, as Kubernetes' version skew policy has it. */
    KUBELETS("as the newest kubelet, which no API server is older than"),
    /** Nobody says anything. */
    DEFAULT("since nothing says which version it is");

    private final String reason;

    Source(String reason) {
      this.reason = reason;
    }
  }

  /** What is assumed where nothing says which version it is: the newest that is known. */
  public static final ControlPlane DEFAULT = of(KubernetesVersion.V1_36, Source.DEFAULT);

  /** Makes the gates unmodifiable. */
  public ControlPlane {
    Set<FeatureGate> copy = EnumSet.noneOf(FeatureGate.class);
    copy.addAll(enabled);
    enabled = Collections.unmodifiableSet(copy);
  }

  /** Returns a control plane with the feature gates that are enabled by default. */
  public static ControlPlane of(KubernetesVersion version, Source source) {
    Set<FeatureGate> enabled = EnumSet.noneOf(FeatureGate.class);
    for (FeatureGate gate : FeatureGate.values()) {
      if (gate.isDefaultIn(version.nearestModelled())) {
        enabled.add(gate);
      }
    }
    return new ControlPlane(version, source, enabled);
  }

  /**
   * Returns the control plane of a cluster by its newest kubelet.
   *
   * @param kubelets their versions as they tell them; what is no version doesn't count
   */
  public static ControlPlane ofKubelets(Collection<String> kubelets) {
    return kubelets.stream()
        .distinct()
        .flatMap(v -> KubernetesVersion.parse(v).stream())
        .max(Comparator.naturalOrder())
        .map(version -> of(version, Source.KUBELETS))
        .orElse(DEFAULT);
  }

  /**
   * Returns a control plane in which some feature gates are set.
   *
   * @throws IllegalArgumentException if one can't be set in this version, or not be disabled
   */
  public ControlPlane withFeatureGates(Map<FeatureGate, Boolean> gates) {
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
    return new ControlPlane(version, source, set);
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

  /** Returns what is assumed and why, such as {@code Kubernetes 1.33, as the API server says}. */
  public String describe() {
    String assumed = "Kubernetes " + version + ", " + source.reason;
    return version.equals(rules())
        ? assumed
        : assumed + "; its rules are not known, those of " + rules() + " are applied";
  }
}

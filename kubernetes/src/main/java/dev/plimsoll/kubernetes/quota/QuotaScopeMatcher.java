package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.object.Affinity;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodAffinityTerm;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.kubernetes.pod.QosClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The scopes of quotas, and the objects that each of them matches.
 *
 * <p>A scope in {@code spec.scopes} is one of {@code spec.scopeSelector} with the operator {@code
 * Exists}. The operator says something for {@code PriorityClass} and {@code VolumeAttributesClass}
 * only, where an object without a class matches {@code NotIn} and {@code DoesNotExist}.
 *
 * <p>Source: {@code podMatchesScopeFunc} in {@code pkg/quota/v1/evaluator/core/pods.go}, {@code
 * pvcMatchesScopeFunc} in {@code pkg/quota/v1/evaluator/core/persistent_volume_claims.go}.
 */
public final class QuotaScopeMatcher {
  /** Pods with a deadline. */
  public static final String TERMINATING = "Terminating";

  /** Pods without a deadline. */
  public static final String NOT_TERMINATING = "NotTerminating";

  /** Pods of QoS class BestEffort. */
  public static final String BEST_EFFORT = "BestEffort";

  /** Pods of the other QoS classes. */
  public static final String NOT_BEST_EFFORT = "NotBestEffort";

  /** Pods by their priority class. */
  public static final String PRIORITY_CLASS = "PriorityClass";

  /** Pods with affinity to pods of other namespaces. */
  public static final String CROSS_NAMESPACE_POD_AFFINITY = "CrossNamespacePodAffinity";

  /** Claims by their volume attributes class. */
  public static final String VOLUME_ATTRIBUTES_CLASS = "VolumeAttributesClass";

  private static final String EXISTS = "Exists";

  private QuotaScopeMatcher() {}

  /** Returns the scopes of a quota in both forms, as one list of requirements. */
  public static List<ScopedResourceSelectorRequirement> of(ResourceQuotaSpec spec) {
    List<ScopedResourceSelectorRequirement> scopes = new ArrayList<>();
    for (String scope : spec.scopes()) {
      scopes.add(new ScopedResourceSelectorRequirement(scope, EXISTS, List.of()));
    }
    scopes.addAll(spec.scopeSelector());
    return scopes;
  }

  /** Returns whether the scope matches the pod. */
  public static boolean matches(ScopedResourceSelectorRequirement scope, Pod pod) {
    return switch (scope.scopeName()) {
      case TERMINATING -> isTerminating(pod);
      case NOT_TERMINATING -> !isTerminating(pod);
      case BEST_EFFORT -> QosClass.of(pod) == QosClass.BEST_EFFORT;
      case NOT_BEST_EFFORT -> QosClass.of(pod) != QosClass.BEST_EFFORT;
      case PRIORITY_CLASS -> matchesAny(scope, nonEmpty(pod.spec().priorityClassName()));
      case CROSS_NAMESPACE_POD_AFFINITY -> reachesOtherNamespaces(pod.spec().affinity());
      default -> false;
    };
  }

  /** Returns whether the scope matches the claim. */
  public static boolean matches(
      ScopedResourceSelectorRequirement scope, PersistentVolumeClaim claim) {
    return scope.scopeName().equals(VOLUME_ATTRIBUTES_CLASS)
        && matchesAny(
            scope,
            nonEmpty(
                claim.volumeAttributesClassName(),
                claim.currentVolumeAttributesClassName(),
                claim.targetVolumeAttributesClassName()));
  }

  /** Returns whether a deadline is set; deletion has nothing to do with it. */
  static boolean isTerminating(Pod pod) {
    return pod.spec().activeDeadlineSeconds().orElse(-1) >= 0;
  }

  /**
   * Returns why the requirement isn't a label selector, in Kubernetes' words, if so. Quotas with
   * such a scope fail every request that they could match.
   */
  static Optional<String> malformed(ScopedResourceSelectorRequirement scope) {
    return scope.operator().equals(EXISTS) ? Optional.empty() : ScopeSelectorError.of(scope);
  }

  /** Returns {@code {PriorityClass In [a b]}}, as Go prints it. */
  static String print(ScopedResourceSelectorRequirement scope) {
    return "{"
        + scope.scopeName()
        + " "
        + scope.operator()
        + " ["
        + String.join(" ", scope.values())
        + "]}";
  }

  private static boolean matchesAny(ScopedResourceSelectorRequirement scope, Set<String> classes) {
    if (scope.operator().equals(EXISTS)) {
      return !classes.isEmpty();
    }
    String name = scope.scopeName();
    LabelSelector.Requirement requirement =
        new LabelSelector.Requirement(name, scope.operator(), scope.values());
    return classes.isEmpty()
        ? requirement.matches(Map.of())
        : classes.stream().anyMatch(c -> requirement.matches(Map.of(name, c)));
  }

  private static Set<String> nonEmpty(String... classes) {
    Set<String> names = new TreeSet<>(List.of(classes));
    names.remove("");
    return names;
  }

  private static boolean reachesOtherNamespaces(Affinity affinity) {
    Stream<PodAffinityTerm> required =
        Stream.concat(affinity.requiredPods().stream(), affinity.requiredAntiPods().stream());
    Stream<PodAffinityTerm> preferred =
        Stream.concat(affinity.preferredPods().stream(), affinity.preferredAntiPods().stream())
            .map(Affinity.WeightedPodAffinityTerm::podAffinityTerm);
    return Stream.concat(required, preferred).anyMatch(QuotaScopeMatcher::reachesOtherNamespaces);
  }

  private static boolean reachesOtherNamespaces(PodAffinityTerm term) {
    return !term.namespaces().isEmpty() || term.namespaceSelector().isPresent();
  }
}

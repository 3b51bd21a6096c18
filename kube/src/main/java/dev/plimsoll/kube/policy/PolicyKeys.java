package dev.plimsoll.kube.policy;

import dev.plimsoll.model.tenancy.ChangePolicy.ApplyMode;
import dev.plimsoll.model.tenancy.ConfidenceLevel;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.LostCapacity.Beyond;
import dev.plimsoll.model.tenancy.Reclaim;
import dev.plimsoll.model.tenancy.RequestApproval.Decision;
import dev.plimsoll.model.tenancy.SuspendedDemand;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The keys of a policy, and the words that may stand there. */
final class PolicyKeys {
  static final String API_VERSION = "plimsoll.dev/v1alpha1";
  static final String KIND = "CapacityPolicy";

  static final Set<String> DOCUMENT = Set.of("apiVersion", "kind", "metadata", "spec", "status");
  static final Set<String> SPEC =
      Set.of(
          "tenants",
          "pools",
          "systemNamespaces",
          "reserve",
          "resources",
          "division",
          "demand",
          "enforcement",
          "changes",
          "topology",
          "approvals");
  static final Set<String> TENANT =
      Set.of("name", "namespaces", "selector", "weight", "guarantee", "ceiling");
  static final Set<String> POOL = Set.of("name", "nodeSelector", "autoscaling");
  static final Set<String> AUTOSCALING = Set.of("maxNodes", "allocatable", "labels", "taints");
  static final Set<String> TAINT = Set.of("key", "value", "effect");
  static final Set<String> SYSTEM_NAMESPACES = Set.of("namespaces", "selector");
  static final Set<String> RESOURCE = Set.of("name", "unit", "pools");
  static final Set<String> DIVISION =
      Set.of("type", "window", "factor", "overcommit", "interval", "history");
  static final Set<String> HISTORY = Set.of("halfLife", "influence");
  static final Set<String> DEMAND = Set.of("suspended");
  static final Set<String> ENFORCEMENT = Set.of("admission", "placement", "borrowing");
  static final Set<String> CHANGES =
      Set.of("apply", "step", "hysteresis", "limits", "lostCapacity", "reclaim", "undivided");
  static final Set<String> LIMITS = Set.of("quotas", "units", "confidence");
  static final Set<String> LOST_CAPACITY = Set.of("grace", "threshold", "beyond", "period");
  static final Set<String> UNDIVIDED = Set.of("key", "upTo");
  static final Set<String> TOPOLOGY = Set.of("levels");
  static final Set<String> LEVEL = Set.of("name", "nodeLabel");
  static final Set<String> APPROVAL = Set.of("namespace", "request", "uid", "decision", "reason");
  static final Set<String> SELECTOR = Set.of("matchLabels", "matchExpressions");
  static final Set<String> REQUIREMENT = Set.of("key", "operator", "values");

  static final Map<String, AdmissionMode> ADMISSION = words(AdmissionMode.values());
  static final Map<String, PlacementMode> PLACEMENT = words(PlacementMode.values());
  static final Map<String, BorrowingMode> BORROWING = words(BorrowingMode.values());
  static final Map<String, ApplyMode> APPLY = words(ApplyMode.values());
  static final Map<String, ConfidenceLevel> CONFIDENCE = words(ConfidenceLevel.values());
  static final Map<String, Beyond> BEYOND = words(Beyond.values());
  static final Map<String, Reclaim> RECLAIM = words(Reclaim.values());
  static final Map<String, Decision> DECISIONS = words(Decision.values());
  static final Map<String, SuspendedDemand> SUSPENDED = suspended();
  static final Map<String, String> DIVISIONS = words("Proportional", "Demand", "Generous");
  static final Map<String, String> EFFECTS = words("NoSchedule", "PreferNoSchedule", "NoExecute");
  static final Map<String, String> OPERATORS = words("In", "NotIn", "Exists", "DoesNotExist");

  static final int MAX_TENANTS = 5000;
  static final int MAX_POOLS = 500;
  static final int MAX_RESOURCES = 100;
  static final int MAX_REQUIREMENTS = 50;
  static final int MAX_TAINTS = 50;
  static final int MAX_LEVELS = 16;
  static final int MAX_APPROVALS = 1000;

  /** A time such as {@code 7d} or {@code 1h30m}. */
  static final Pattern DURATION = Pattern.compile("([0-9]{1,6}(d|h|m|s))+");

  private PolicyKeys() {}

  private static Map<String, String> words(String... words) {
    Map<String, String> map = new LinkedHashMap<>();
    Arrays.stream(words).forEach(w -> map.put(w, w));
    return Collections.unmodifiableMap(map);
  }

  /** Returns the constants by their names as Kubernetes writes such words: {@code Off}. */
  private static <E extends Enum<E>> Map<String, E> words(E[] constants) {
    Map<String, E> map = new LinkedHashMap<>();
    for (E constant : constants) {
      map.put(
          Arrays.stream(constant.name().split("_"))
              .map(w -> w.charAt(0) + w.substring(1).toLowerCase(Locale.ROOT))
              .collect(Collectors.joining()),
          constant);
    }
    return Collections.unmodifiableMap(map);
  }

  private static Map<String, SuspendedDemand> suspended() {
    Map<String, SuspendedDemand> map = new LinkedHashMap<>();
    map.put("Kueue", SuspendedDemand.KUEUE);
    map.put("Job", SuspendedDemand.JOB);
    map.put("Volcano", SuspendedDemand.VOLCANO);
    map.put("MPI", SuspendedDemand.MPI);
    map.put("Argo", SuspendedDemand.ARGO);
    return Collections.unmodifiableMap(map);
  }
}

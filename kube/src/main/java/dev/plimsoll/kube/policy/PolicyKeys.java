package dev.plimsoll.kube.policy;

import dev.plimsoll.model.tenancy.ChangePolicy.ApplyMode;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

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
          "enforcement",
          "changes");
  static final Set<String> TENANT =
      Set.of("name", "namespaces", "selector", "weight", "guarantee", "ceiling");
  static final Set<String> POOL = Set.of("name", "nodeSelector");
  static final Set<String> SYSTEM_NAMESPACES = Set.of("namespaces", "selector");
  static final Set<String> RESOURCE = Set.of("name", "unit", "pools");
  static final Set<String> DIVISION = Set.of("type", "window", "factor", "overcommit");
  static final Set<String> ENFORCEMENT = Set.of("admission", "placement", "borrowing");
  static final Set<String> CHANGES = Set.of("apply", "step", "hysteresis");
  static final Set<String> SELECTOR = Set.of("matchLabels", "matchExpressions");
  static final Set<String> REQUIREMENT = Set.of("key", "operator", "values");

  static final Map<String, AdmissionMode> ADMISSION = words(AdmissionMode.values());
  static final Map<String, PlacementMode> PLACEMENT = words(PlacementMode.values());
  static final Map<String, BorrowingMode> BORROWING = words(BorrowingMode.values());
  static final Map<String, ApplyMode> APPLY = words(ApplyMode.values());
  static final Map<String, String> DIVISIONS = words("Proportional", "Demand", "Generous");
  static final Map<String, String> OPERATORS = words("In", "NotIn", "Exists", "DoesNotExist");

  static final int MAX_TENANTS = 5000;
  static final int MAX_POOLS = 500;
  static final int MAX_RESOURCES = 100;
  static final int MAX_REQUIREMENTS = 50;

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
      String name = constant.name();
      map.put(name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT), constant);
    }
    return Collections.unmodifiableMap(map);
  }
}

package dev.plimsoll.kubernetes.apply;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.QuantityFormatException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares fields of pods and of objects that make pods, as the API server compares decoded
 * objects. Amounts are compared by their value. An absent list equals an empty list, and an absent
 * field its default. Zero and an empty text equal an absent field, except where the API tells the
 * two apart.
 *
 * <p>Sources: {@code Semantic} in {@code
 * staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.go}. Defaults: {@code
 * pkg/apis/core/v1/defaults.go}, {@code pkg/apis/apps/v1/defaults.go} and {@code
 * pkg/apis/batch/v1/defaults.go}. Fields in which zero isn't absence are pointers in {@code
 * staging/src/k8s.io/api/core/v1/types.go} and {@code staging/src/k8s.io/api/batch/v1/types.go}.
 */
public final class SemanticEquality {
  private static final Set<String> AMOUNTS = Set.of("requests", "limits", "overhead", "capacity");
  private static final Set<String> QUANTITIES = Set.of("sizeLimit", "divisor");

  /** Fields that are never nil once they are decoded, or equal nil where they are empty. */
  private static final Set<String> VALUES =
      Set.of(
          "annotations",
          "labels",
          "limits",
          "matchLabels",
          "metadata",
          "nodeSelector",
          "overhead",
          "requests",
          "resources",
          "spec",
          "strategy",
          "template",
          "updateStrategy");

  private static final Set<String> POINTERS =
      Set.of(
          "activeDeadlineSeconds",
          "allowPrivilegeEscalation",
          "automountServiceAccountToken",
          "backoffLimit",
          "backoffLimitPerIndex",
          "completions",
          "defaultMode",
          "enableServiceLinks",
          "expirationSeconds",
          "fsGroup",
          "hostProcess",
          "hostUsers",
          "hostnameOverride",
          "managedBy",
          "manualSelector",
          "maxFailedIndexes",
          "minDomains",
          "mode",
          "optional",
          "parallelism",
          "partition",
          "priority",
          "privileged",
          "readOnlyRootFilesystem",
          "replicas",
          "revisionHistoryLimit",
          "runAsGroup",
          "runAsNonRoot",
          "runAsUser",
          "runtimeClassName",
          "setHostnameAsFQDN",
          "shareProcessNamespace",
          "start",
          "storageClassName",
          "suspend",
          "terminationGracePeriodSeconds",
          "tolerationSeconds",
          "ttlSecondsAfterFinished",
          "volumeAttributesClassName");

  /** The defaults of fields. */
  private static final Map<String, Object> DEFAULTS =
      Map.ofEntries(
          Map.entry("apiVersion", "v1"),
          Map.entry("backoffLimit", 6L),
          Map.entry("completionMode", "NonIndexed"),
          Map.entry("defaultMode", 420L),
          Map.entry("dnsPolicy", "ClusterFirst"),
          Map.entry("enableServiceLinks", true),
          Map.entry("expirationSeconds", 3600L),
          Map.entry("failureThreshold", 3L),
          Map.entry("parallelism", 1L),
          Map.entry("periodSeconds", 10L),
          Map.entry("podManagementPolicy", "OrderedReady"),
          Map.entry("protocol", "TCP"),
          Map.entry("restartPolicy", "Always"),
          Map.entry("revisionHistoryLimit", 10L),
          Map.entry("schedulerName", "default-scheduler"),
          Map.entry("scheme", "HTTP"),
          Map.entry("securityContext", Map.of()),
          Map.entry("status", "True"),
          Map.entry("successThreshold", 1L),
          Map.entry("suspend", false),
          Map.entry("terminationGracePeriodSeconds", 30L),
          Map.entry("terminationMessagePath", "/dev/termination-log"),
          Map.entry("terminationMessagePolicy", "File"),
          Map.entry("timeoutSeconds", 1L),
          Map.entry("volumeMode", "Filesystem"));

  /** Fields without a default in these objects. */
  private static final Set<String> OF_PODS_ONLY = Set.of("restartPolicy", "securityContext");

  private static final Set<String> CONTAINERS =
      Set.of("containers", "initContainers", "ephemeralContainers");

  private static final String PULL_POLICY = "imagePullPolicy";
  private static final String ACCOUNT = "serviceAccountName";

  private SemanticEquality() {}

  /** Returns whether two objects or values are equal: nested maps and lists. */
  public static boolean equal(@Nullable Object one, @Nullable Object other) {
    return equal("", one, other);
  }

  /**
   * Returns whether two values of a field are equal.
   *
   * @param name the name of the field
   * @param one a value, or null if the field is absent
   */
  public static boolean equal(String name, @Nullable Object one, @Nullable Object other) {
    if (one == null) {
      return other == null || isAsAbsent(name, other);
    }
    if (other == null) {
      return isAsAbsent(name, one);
    }
    if (one instanceof Map<?, ?> map && other instanceof Map<?, ?> second) {
      return AMOUNTS.contains(name) ? equalAmounts(map, second) : equalObjects(name, map, second);
    }
    if (one instanceof List<?> list && other instanceof List<?> second) {
      return equalLists(name, list, second);
    }
    return QUANTITIES.contains(name) ? equalAmount(one, other) : equalScalars(one, other);
  }

  private static boolean equalObjects(String parent, Map<?, ?> one, Map<?, ?> other) {
    Set<Object> names = new HashSet<>(one.keySet());
    names.addAll(other.keySet());
    return names.stream().allMatch(n -> equalFields(parent, String.valueOf(n), one, other));
  }

  private static boolean equalFields(String parent, String name, Map<?, ?> one, Map<?, ?> other) {
    Object first = one.get(name);
    Object second = other.get(name);
    if (name.equals(ACCOUNT)) {
      return equal(name, account(one, first), account(other, second));
    }
    if (parent.equals("httpGet") && name.equals("path")) {
      return Objects.equals(first == null ? "/" : first, second == null ? "/" : second);
    }
    if (name.equals(PULL_POLICY)) {
      return Objects.equals(pullPolicy(one, first), pullPolicy(other, second));
    }
    boolean hasNoDefault = CONTAINERS.contains(parent) && OF_PODS_ONLY.contains(name);
    if (hasNoDefault && (first == null || second == null)) {
      return Objects.equals(first, second);
    }
    return equal(name, first, second);
  }

  /**
   * Returns the policy of a container. An image without tag and digest is the latest one.
   *
   * <p>Source: {@code SetDefaults_Container} in {@code pkg/apis/core/v1/defaults.go}.
   */
  private static Object pullPolicy(Map<?, ?> container, @Nullable Object given) {
    if (given != null) {
      return given;
    }
    String image = container.get("image") instanceof String name ? name : "";
    String tagged = image.split("@", 2)[0];
    String name = tagged.substring(tagged.lastIndexOf('/') + 1);
    boolean isLatest = name.endsWith(":latest") || (name.indexOf(':') < 0 && tagged.equals(image));
    return isLatest ? "Always" : "IfNotPresent";
  }

  /** The former name of the field stays where the name of the account is removed. */
  private static @Nullable Object account(Map<?, ?> spec, @Nullable Object name) {
    return name == null ? spec.get("serviceAccount") : name;
  }

  private static boolean equalLists(String name, List<?> one, List<?> other) {
    if (one.size() != other.size()) {
      return false;
    }
    for (int i = 0; i < one.size(); i++) {
      if (!equal(name, one.get(i), other.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean equalAmounts(Map<?, ?> one, Map<?, ?> other) {
    return one.keySet().equals(other.keySet())
        && one.entrySet().stream().allMatch(e -> equalAmount(e.getValue(), other.get(e.getKey())));
  }

  private static boolean equalAmount(@Nullable Object one, @Nullable Object other) {
    try {
      return Quantity.fromJson(String.valueOf(one))
          .equals(Quantity.fromJson(String.valueOf(other)));
    } catch (QuantityFormatException e) {
      return equalScalars(one, other);
    }
  }

  private static boolean equalScalars(@Nullable Object one, @Nullable Object other) {
    if (one instanceof Number number && other instanceof Number second) {
      return number.doubleValue() == second.doubleValue();
    }
    return Objects.equals(one, other);
  }

  private static boolean isAsAbsent(String name, Object value) {
    if (isDefault(name, value)) {
      return true;
    }
    if (value instanceof Map<?, ?> map) {
      return VALUES.contains(name) && equalObjects(name, map, Map.of());
    }
    if (value instanceof Collection<?> list) {
      return list.isEmpty();
    }
    return !POINTERS.contains(name) && isZero(value);
  }

  private static boolean isZero(Object value) {
    boolean isNumber = value instanceof Number number && number.doubleValue() == 0;
    return isNumber || value.equals("") || value.equals(false);
  }

  private static boolean isDefault(String name, Object value) {
    return DEFAULTS.containsKey(name) && equalScalars(value, DEFAULTS.get(name));
  }
}

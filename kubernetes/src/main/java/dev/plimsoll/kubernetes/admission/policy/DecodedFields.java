package dev.plimsoll.kubernetes.admission.policy;

import dev.plimsoll.kubernetes.cel.PartialFields;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Fields of a manifest as the API server has them once it has decoded them. The defaults of absent
 * fields are unknown here. So is whether the API server keeps empty values, such as {@code false}.
 *
 * <p>Source: {@code pkg/apis/core/v1/defaults.go}.
 */
final class DecodedFields {
  private static final Set<String> DEFAULTED =
      Set.of(
          "apiVersion",
          "cachingMode",
          "defaultMode",
          "divisor",
          "emptyDir",
          "expirationSeconds",
          "failureThreshold",
          "fsType",
          "imagePullPolicy",
          "iscsiInterface",
          "keyring",
          "kind",
          "path",
          "periodSeconds",
          "pool",
          "protocol",
          "pullPolicy",
          "readOnly",
          "scheme",
          "service",
          "spec",
          "storageMode",
          "successThreshold",
          "terminationMessagePath",
          "terminationMessagePolicy",
          "timeoutSeconds",
          "type",
          "user",
          "volumeMode");

  /** Maps whose keys are the users' own words. */
  private static final Set<String> OWN_WORDS =
      Set.of("annotations", "labels", "limits", "matchLabels", "nodeSelector", "requests");

  /** The fields that are kept even with an empty value. */
  private static final Set<String> POINTERS =
      Set.of(
          "allowPrivilegeEscalation",
          "automountServiceAccountToken",
          "enableServiceLinks",
          "fsGroup",
          "hostUsers",
          "privileged",
          "readOnlyRootFilesystem",
          "runAsGroup",
          "runAsNonRoot",
          "runAsUser",
          "setHostnameAsFQDN",
          "shareProcessNamespace",
          "terminationGracePeriodSeconds");

  private DecodedFields() {}

  /** Returns an object that has been decoded before, and so has all its fields. */
  static Map<String, Object> complete(Map<?, ?> fields) {
    Map<String, Object> complete = new HashMap<>();
    fields.forEach((name, value) -> complete.put(String.valueOf(name), value));
    return complete;
  }

  /** Returns an object of a manifest. */
  static Map<String, Object> of(String name, Map<?, ?> fields) {
    return new PartialFields(name, known(name, fields), unknown(fields)::contains);
  }

  /** Returns the fields that are certainly set. */
  static Map<String, Object> known(String path, Map<?, ?> fields) {
    Map<String, Object> known = new HashMap<>();
    fields.forEach(
        (key, value) -> {
          String name = String.valueOf(key);
          if (!saysNothing(value) || POINTERS.contains(name)) {
            known.put(name, value(path + "." + name, name, value));
          }
        });
    return known;
  }

  /** Returns the names of fields that may be there or not. */
  static Set<String> unknown(Map<?, ?> fields) {
    Set<String> unknown = new HashSet<>(DEFAULTED);
    fields.forEach(
        (key, value) -> {
          if (saysNothing(value) && !(value instanceof Collection<?>)) {
            unknown.add(String.valueOf(key));
          }
        });
    return unknown;
  }

  private static Object value(String path, String name, Object value) {
    if (value instanceof Map<?, ?> map) {
      return OWN_WORDS.contains(name) ? complete(map) : of(path, map);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(e -> value(path + "[]", name, e)).toList();
    }
    return value;
  }

  private static boolean saysNothing(Object value) {
    return value.equals(false)
        || value.equals(0L)
        || value.equals("")
        || (value instanceof Collection<?> list && list.isEmpty());
  }
}

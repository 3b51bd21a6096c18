package dev.plimsoll.kubernetes.object;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which requests an admission webhook or policy looks at, as far as kinds and labels tell.
 *
 * <p>Sources: {@code
 * staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/rules/rules.go} and {@code
 * staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/matching/matching.go}.
 *
 * @param namespaceSelector labels of the namespaces
 * @param objectSelector labels of the objects
 * @param rules kinds and operations, one of which must match; any if empty
 * @param excluded kinds and operations none of which may match
 */
public record MatchResources(
    LabelSelector namespaceSelector,
    LabelSelector objectSelector,
    List<Rule> rules,
    List<Rule> excluded) {
  private static final String ANY = "*";

  public MatchResources {
    rules = List.copyOf(rules);
    excluded = List.copyOf(excluded);
  }

  /**
   * Kinds and operations.
   *
   * @param apiGroups groups, or {@code *}
   * @param apiVersions versions, or {@code *}
   * @param operations such as {@code CREATE}, or {@code *}
   * @param resources plurals, with a slash before a subresource; {@code *} for any
   * @param names names of objects; any if empty
   * @param scope {@code Namespaced}, {@code Cluster} or {@code *}
   */
  public record Rule(
      List<String> apiGroups,
      List<String> apiVersions,
      List<String> operations,
      List<String> resources,
      List<String> names,
      String scope) {

    public Rule {
      apiGroups = List.copyOf(apiGroups);
      apiVersions = List.copyOf(apiVersions);
      operations = List.copyOf(operations);
      resources = List.copyOf(resources);
      names = List.copyOf(names);
    }

    private boolean matches(AdmissionRequest.Operation operation, ApiObject object) {
      return includes(apiGroups, object.type().group())
          && includes(apiVersions, object.type().version())
          && includes(operations, operation.name())
          && (names.isEmpty() || names.contains(object.name()))
          && (scope.equals(ANY)
              || scope.equals(object.namespace().isEmpty() ? "Cluster" : "Namespaced"))
          && resources.stream()
              .anyMatch(
                  r ->
                      r.equals(ANY)
                          || r.equals(ANY + "/" + ANY)
                          || r.equals(object.resource().resource())
                          || r.equals(object.resource().resource() + "/" + ANY));
    }

    private static boolean includes(List<String> values, String value) {
      return values.contains(ANY) || values.contains(value);
    }
  }

  /**
   * Returns whether the creation of an object in a namespace is one of the requests.
   *
   * @param namespace the labels of the object's namespace; where they aren't known, it may be
   */
  public boolean mayMatchCreationOf(ApiObject object, Optional<Map<String, String>> namespace) {
    return mayMatch(AdmissionRequest.create(object), namespace);
  }

  /**
   * Returns whether a request is one of these. The labels of an update match as they were or as
   * they are to be.
   *
   * @param namespace the labels of the object's namespace; where they aren't known, it may be
   */
  public boolean mayMatch(AdmissionRequest request, Optional<Map<String, String>> namespace) {
    ApiObject object = request.object();
    AdmissionRequest.Operation operation = request.operation();
    return namespace.map(namespaceSelector::matches).orElse(true)
        && Stream.concat(Stream.of(object), request.old().stream())
            .anyMatch(o -> objectSelector.matches(o.metadata().labels()))
        && excluded.stream().noneMatch(r -> r.matches(operation, object))
        && (rules.isEmpty() || rules.stream().anyMatch(r -> r.matches(operation, object)));
  }
}

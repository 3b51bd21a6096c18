package dev.plimsoll.kubernetes.admission.policy;

import dev.plimsoll.kubernetes.cel.PartialFields;
import dev.plimsoll.kubernetes.cel.PolicyExpression;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ServiceAccount;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A request to create a pod as the expressions of policies see it.
 *
 * <p>Source: {@code CreateAdmissionRequest} and {@code CreateNamespaceObject} in {@code
 * staging/src/k8s.io/apiserver/pkg/admission/plugin/cel/condition.go}.
 */
final class PolicyRequest {
  private final Map<String, Object> variables;

  private PolicyRequest(Map<String, Object> variables) {
    this.variables = variables;
  }

  static PolicyRequest of(Cluster cluster, AdmissionRequest request, Pod pod) {
    Map<String, Object> variables = new HashMap<>();
    variables.put(
        "object",
        PodDocument.of(pod, PodFields.of(cluster, pod), accountMountsToken(cluster, pod)));
    variables.put("oldObject", PolicyExpression.NULL);
    variables.put("params", PolicyExpression.NULL);
    variables.put("request", request(request, pod));
    variables.put("namespaceObject", namespace(cluster, pod.namespace()));
    variables.put("authorizer", PartialFields.unknown("authorizer"));
    return new PolicyRequest(Map.copyOf(variables));
  }

  /** Returns the variables, with those of a policy. */
  Map<String, Object> variables(Map<String, Object> ofPolicy) {
    Map<String, Object> all = new HashMap<>(variables);
    all.put("variables", ofPolicy);
    return all;
  }

  /**
   * Returns whether pods of the account get a token; where accounts are unknown to all, none do.
   */
  private static Optional<Boolean> accountMountsToken(Cluster cluster, Pod pod) {
    String named = pod.spec().serviceAccountName();
    String name = named.isEmpty() ? ServiceAccount.DEFAULT : named;
    return cluster
        .find(ServiceAccount.class, pod.namespace(), name)
        .map(ServiceAccount::mountsToken);
  }

  private static Map<String, Object> request(AdmissionRequest request, Pod pod) {
    Map<String, Object> kind = kind("kind", Pod.TYPE.kind());
    Map<String, Object> resource = kind("resource", Pod.RESOURCE.resource());
    Map<String, Object> known = new HashMap<>();
    known.put("kind", kind);
    known.put("resource", resource);
    known.put("requestKind", kind);
    known.put("requestResource", resource);
    known.put("namespace", pod.namespace());
    known.put("operation", request.operation().name());
    known.put("dryRun", request.dryRun());
    return new PartialFields(
        "request", known, Set.of("name", "uid", "userInfo", "options")::contains);
  }

  private static Map<String, Object> kind(String name, String value) {
    return Map.of("group", "", "version", Pod.TYPE.version(), name, value);
  }

  private static Map<String, Object> namespace(Cluster cluster, String name) {
    return cluster
        .find(Namespace.class, "", name)
        .map(PolicyRequest::namespace)
        .orElseGet(() -> PartialFields.unknown("namespaceObject"));
  }

  private static Map<String, Object> namespace(Namespace namespace) {
    Map<String, Object> known = new HashMap<>();
    known.put("name", namespace.name());
    FieldMaps.putMap(known, "labels", namespace.metadata().labels());
    return new PartialFields(
        "namespaceObject",
        Map.of(
            "metadata",
            new PartialFields("namespaceObject.metadata", known, field -> !field.equals("labels"))),
        field -> !Set.of("apiVersion", "kind").contains(field));
  }
}

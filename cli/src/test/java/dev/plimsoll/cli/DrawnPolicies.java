package dev.plimsoll.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Random;

/** Draws policies as people write them, and ReplicaSets whose pods meet them or not. */
final class DrawnPolicies {
  private static final List<String> VALIDATIONS =
      List.of(
          "object.spec.containers.all(c, has(c.resources.limits) && 'memory' in c.resources.limits)",
          "object.spec.containers.all(c, !has(c.securityContext) ||"
              + " !has(c.securityContext.privileged) || !c.securityContext.privileged)",
          "has(object.metadata.labels) && 'team' in object.metadata.labels",
          "object.metadata.labels.team in ['a', 'b']",
          "object.metadata.?labels['tier'].orValue('none') != 'gold'",
          "object.spec.containers.all(c, c.image.startsWith('registry.example.com/'))",
          "object.spec.containers.all(c, !c.image.endsWith(':latest') && c.image.contains(':'))",
          "object.spec.containers.all(c, c.image.matches('^[a-z.]+/[a-z]+:[0-9.]+$'))",
          "!has(object.spec.hostNetwork) || !object.spec.hostNetwork",
          "has(object.spec.securityContext.runAsNonRoot) &&"
              + " object.spec.securityContext.runAsNonRoot",
          "object.spec.containers.exists(c, c.imagePullPolicy == 'Always')",
          "!has(object.spec.volumes) || object.spec.volumes.all(v, !has(v.hostPath))",
          "object.spec.volumes.exists(v, has(v.projected))",
          "object.spec.containers.all(c, !has(c.env) || c.env.all(e, e.name.startsWith('APP_')))",
          "object.spec.containers.map(c, c.name).isSorted()",
          "size(object.spec.containers) <= 2",
          "quantity(object.spec.containers[0].resources.limits.memory)"
              + ".compareTo(quantity('1Gi')) <= 0",
          "object.spec.?priorityClassName.orValue('') != 'system-node-critical'",
          "object.spec.serviceAccountName == 'default'",
          "!object.spec.tolerations.exists(t, !has(t.key))",
          "object.spec.tolerations.size() == 2",
          "object.spec.terminationGracePeriodSeconds < 60",
          "namespaceObject.metadata.labels['kubernetes.io/metadata.name'] == request.namespace",
          "namespaceObject.metadata.labels.env == 'prod'",
          "request.operation == 'CREATE' && request.kind.kind == 'Pod'",
          "variables.containers.all(c, c.name.size() < 6)",
          "variables.images.all(i, !i.contains('nginx'))",
          "!has(object.spec.nodeSelector) || !('gpu' in object.spec.nodeSelector)",
          "object.metadata.annotations['note'].size() < 10",
          "object.spec.containers.all(c, format.dns1123Label().validate(c.name).orValue([])"
              + ".size() == 0)",
          "has(object.metadata.ownerReferences) &&"
              + " object.metadata.ownerReferences[0].kind == 'ReplicaSet'",
          "object.spec.containers.all(c, !has(c.ports) || c.ports.all(p, p.containerPort > 1023))",
          "oldObject == null",
          "object.spec.containers[0].args[0] != 'x'",
          "object.spec.restartPolicy == 'Always' && object.spec.dnsPolicy == 'ClusterFirst'");
  private static final List<String> CONDITIONS =
      List.of(
          "!('exempt' in object.metadata.?labels.orValue({}))",
          "request.operation == 'CREATE'",
          "object.spec.containers.size() > 0",
          "!object.spec.containers.exists(c, c.name == 'sidecar0')",
          "has(object.metadata.labels)");
  private static final List<String> MESSAGES =
      List.of(
          "'not allowed in ' + request.namespace",
          "'%d containers: %s'.format([size(object.spec.containers),"
              + " object.spec.containers.map(c, c.name)])",
          "object.spec.containers.map(c, c.image).join(', ')",
          "object.metadata.labels.team + ' may not'",
          "'two\\nlines'");
  private static final List<String> REASONS =
      List.of("Forbidden", "Invalid", "RequestEntityTooLarge");

  private final Random random;

  DrawnPolicies(Random random) {
    this.random = random;
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  private static JsonObject object(String kind, String apiVersion, String name, JsonObject spec) {
    JsonObject object = new JsonObject();
    object.addProperty("apiVersion", apiVersion);
    object.addProperty("kind", kind);
    JsonObject metadata = new JsonObject();
    metadata.addProperty("name", name);
    object.add("metadata", metadata);
    object.add("spec", spec);
    return object;
  }

  JsonObject namespace(String name) {
    JsonObject namespace = object("Namespace", "v1", name, new JsonObject());
    JsonObject labels = new JsonObject();
    labels.addProperty("team", name);
    if (!oneIn(3)) {
      labels.addProperty("env", oneIn(2) ? "prod" : "test");
    }
    namespace.getAsJsonObject("metadata").add("labels", labels);
    return namespace;
  }

  JsonObject policy(String name) {
    JsonObject spec = new JsonObject();
    spec.addProperty("failurePolicy", oneIn(3) ? "Ignore" : "Fail");
    spec.add(
        "matchConstraints",
        Json.object(
            "{\"resourceRules\":[{\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],"
                + "\"operations\":[\"CREATE\"],\"resources\":[\"pods\"]}]}"));
    spec.add(
        "variables",
        Json.array(
            "[{\"name\":\"containers\",\"expression\":\"object.spec.containers\"},"
                + "{\"name\":\"images\",\"expression\":\"variables.containers.map(c, c.image)\"}]"));
    JsonArray conditions = new JsonArray();
    for (int i = 0; i < random.nextInt(3); i++) {
      conditions.add(named("condition-" + i, one(CONDITIONS)));
    }
    spec.add("matchConditions", conditions);
    JsonArray validations = new JsonArray();
    validations.add(validation("!('sentinel' in object.metadata.?labels.orValue({}))"));
    for (int i = 0; i <= random.nextInt(3); i++) {
      validations.add(validation(one(VALIDATIONS)));
    }
    spec.add("validations", validations);
    return object("ValidatingAdmissionPolicy", "admissionregistration.k8s.io/v1", name, spec);
  }

  private static JsonObject named(String name, String expression) {
    JsonObject named = new JsonObject();
    named.addProperty("name", name);
    named.addProperty("expression", expression);
    return named;
  }

  private JsonObject validation(String expression) {
    JsonObject validation = new JsonObject();
    validation.addProperty("expression", expression);
    if (oneIn(2)) {
      validation.addProperty("message", " says so ");
    }
    if (oneIn(2)) {
      validation.addProperty("messageExpression", one(MESSAGES));
    }
    if (oneIn(2)) {
      validation.addProperty("reason", one(REASONS));
    }
    return validation;
  }

  JsonObject binding(String policy, String namespace) {
    JsonObject spec = new JsonObject();
    spec.addProperty("policyName", policy);
    spec.add("validationActions", Json.array(oneIn(6) ? "[\"Audit\",\"Deny\"]" : "[\"Deny\"]"));
    spec.add(
        "matchResources",
        Json.object("{\"namespaceSelector\":{\"matchLabels\":{\"team\":\"" + namespace + "\"}}}"));
    return object(
        "ValidatingAdmissionPolicyBinding", "admissionregistration.k8s.io/v1", policy, spec);
  }

  JsonObject replicaSet(String name) {
    JsonObject spec = new JsonObject();
    spec.addProperty("replicas", 1);
    spec.add("selector", Json.object("{\"matchLabels\":{\"app\":\"" + name + "\"}}"));
    JsonObject template = new JsonObject();
    JsonObject metadata = new JsonObject();
    JsonObject labels = new JsonObject();
    labels.addProperty("app", name);
    labelled(labels);
    metadata.add("labels", labels);
    if (oneIn(2)) {
      metadata.add(
          "annotations", Json.object("{\"note\":\"" + one(List.of("x", "a long note")) + "\"}"));
    }
    template.add("metadata", metadata);
    template.add("spec", podSpec());
    spec.add("template", template);
    return object("ReplicaSet", "apps/v1", name, spec);
  }

  private void labelled(JsonObject labels) {
    if (!oneIn(3)) {
      labels.addProperty("team", one(List.of("a", "b", "c")));
    }
    if (oneIn(4)) {
      labels.addProperty("exempt", "");
    }
    if (oneIn(3)) {
      labels.addProperty("tier", one(List.of("gold", "silver")));
    }
  }

  private JsonObject podSpec() {
    JsonObject spec = new JsonObject();
    JsonArray containers = new JsonArray();
    for (int i = 0; i <= random.nextInt(3); i++) {
      containers.add(container(one(List.of("a", "main", "sidecar", "proxy")) + i, i));
    }
    spec.add("containers", containers);
    if (oneIn(4)) {
      spec.addProperty("hostNetwork", true);
    }
    if (oneIn(3)) {
      spec.add("securityContext", Json.object("{\"runAsNonRoot\":" + oneIn(2) + "}"));
    }
    if (oneIn(3)) {
      spec.add(
          "volumes",
          Json.array(
              oneIn(2)
                  ? "[{\"name\":\"h\",\"hostPath\":{\"path\":\"/x\"}}]"
                  : "[{\"name\":\"e\",\"emptyDir\":{}}]"));
    }
    if (oneIn(3)) {
      spec.add("nodeSelector", Json.object(oneIn(2) ? "{\"gpu\":\"yes\"}" : "{\"zone\":\"a\"}"));
    }
    if (oneIn(4)) {
      spec.add("tolerations", Json.array("[{\"operator\":\"Exists\"}]"));
    }
    if (oneIn(5)) {
      spec.addProperty("automountServiceAccountToken", oneIn(2));
    }
    if (oneIn(4)) {
      spec.addProperty("terminationGracePeriodSeconds", one(List.of(5, 60, 90)));
    }
    return spec;
  }

  private JsonObject container(String name, int index) {
    JsonObject container = new JsonObject();
    container.addProperty("name", name);
    container.addProperty(
        "image",
        one(
            List.of(
                "nginx",
                "registry.example.com/app:1.2",
                "registry.example.com/nginx:latest",
                "app:2.0")));
    if (!oneIn(3)) {
      container.add(
          "resources",
          Json.object(
              one(
                  List.of(
                      "{\"limits\":{\"memory\":\"512Mi\"}}",
                      "{\"limits\":{\"memory\":\"2048Mi\",\"cpu\":\"1500m\"}}",
                      "{\"requests\":{\"cpu\":\"0.5\"}}"))));
    }
    if (oneIn(3)) {
      container.add("securityContext", Json.object("{\"privileged\":" + oneIn(2) + "}"));
    }
    if (oneIn(3)) {
      container.add(
          "env",
          Json.array("[{\"name\":\"" + one(List.of("APP_A", "OTHER")) + "\",\"value\":\"1\"}]"));
    }
    if (oneIn(4)) {
      container.addProperty("imagePullPolicy", one(List.of("Always", "Never")));
    }
    if (oneIn(4)) {
      container.add("args", Json.array("[\"" + one(List.of("x", "y")) + "\"]"));
    }
    if (oneIn(4)) {
      container.add(
          "ports", Json.array("[{\"containerPort\":" + (one(List.of(80, 8080)) + index) + "}]"));
    }
    return container;
  }

  private static final class Json {
    static JsonObject object(String text) {
      return com.google.gson.JsonParser.parseString(text).getAsJsonObject();
    }

    static JsonArray array(String text) {
      return com.google.gson.JsonParser.parseString(text).getAsJsonArray();
    }
  }
}

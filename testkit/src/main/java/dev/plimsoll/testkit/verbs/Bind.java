package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.admission.AdmissionCall;
import dev.plimsoll.testkit.api.ApiGroupResource;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.api.StatusError.Cause;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.ApiResponse;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.store.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts a pod on a node ({@code pods/binding}; pkg/registry/core/pod/storage/storage.go). */
record Bind(Backend backend) implements Verb {
  private static final ApiGroupResource PODS = new ApiGroupResource("", "pods");
  private static final ApiGroupResource BINDING = new ApiGroupResource("", "pods/binding");

  @Override
  public ApiResponse answer(ApiRequest request, Target target) {
    JsonObject binding = request.json();
    check(binding);
    String name = JsonPaths.string(binding, "metadata", "name").orElse(target.name());
    if (!name.equals(target.name())) {
      throw StatusError.badRequest("name in URL does not match name in Binding object");
    }
    JsonPaths.objectAt(binding, "metadata").addProperty("namespace", target.namespace());
    backend
        .admission()
        .validate(new AdmissionCall(request, target, "CREATE", binding, new JsonObject()));
    ObjectKey key = ObjectKey.of(target.type(), target.namespace(), target.name());
    while (true) {
      JsonObject pod = new Get(backend).find(target);
      JsonObject bound = bind(key, pod, binding);
      if (request.dryRun() || backend.store().put(key, Optional.of(pod), bound).isPresent()) {
        return ApiResponse.json(201, success());
      }
    }
  }

  private static void check(JsonObject binding) {
    List<Cause> causes = new ArrayList<>();
    String kind = JsonPaths.text(binding, "target", "kind");
    if (!kind.isEmpty() && !kind.equals("Node")) {
      causes.add(
          new Cause(
              "FieldValueNotSupported",
              "Unsupported value: \"%s\": supported values: \"Node\", \"<empty>\"".formatted(kind),
              "target.kind"));
    }
    if (JsonPaths.text(binding, "target", "name").isEmpty()) {
      causes.add(Cause.required("target.name", ""));
    }
    if (!causes.isEmpty()) {
      throw StatusError.invalid(
          new ApiGroupResource("", "Binding"), JsonPaths.text(binding, "metadata", "name"), causes);
    }
  }

  private JsonObject bind(ObjectKey key, JsonObject pod, JsonObject binding) {
    String name = JsonPaths.text(pod, "metadata", "name");
    checkPrecondition(key, name, "UID", "uid", pod, binding);
    checkPrecondition(key, name, "ResourceVersion", "resourceVersion", pod, binding);
    if (JsonPaths.string(pod, "metadata", "deletionTimestamp").isPresent()) {
      throw StatusError.conflict(
          BINDING, name, "pod %s is being deleted, cannot be assigned to a host".formatted(name));
    }
    String node = JsonPaths.text(pod, "spec", "nodeName");
    if (!node.isEmpty()) {
      throw StatusError.conflict(
          BINDING, name, "pod %s is already assigned to node \"%s\"".formatted(name, node));
    }
    if (!JsonPaths.list(pod, "spec", "schedulingGates").isEmpty()) {
      throw StatusError.conflict(
          BINDING, name, "pod %s has non-empty .spec.schedulingGates".formatted(name));
    }
    JsonObject bound = pod.deepCopy();
    JsonPaths.objectAt(bound, "spec")
        .addProperty("nodeName", JsonPaths.text(binding, "target", "name"));
    for (String map : List.of("annotations", "labels")) {
      JsonPaths.object(binding, "metadata", map)
          .ifPresent(
              given ->
                  given
                      .entrySet()
                      .forEach(
                          m ->
                              JsonPaths.objectAt(bound, "metadata", map)
                                  .add(m.getKey(), m.getValue())));
    }
    schedule(JsonPaths.objectAt(bound, "status"));
    return bound;
  }

  private static void checkPrecondition(
      ObjectKey key, String name, String spoken, String field, JsonObject pod, JsonObject binding) {
    String wanted = JsonPaths.text(binding, "metadata", field);
    String found = JsonPaths.text(pod, "metadata", field);
    if (!wanted.isEmpty() && !wanted.equals(found)) {
      throw StatusError.conflict(
          PODS,
          name,
          "StorageError: invalid object, Code: 4, Key: %s, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: %s in precondition: %s, %s in object meta: %s"
              .formatted(key.registryPath(), spoken, wanted, spoken, found));
    }
  }

  private void schedule(JsonObject status) {
    status.remove("nominatedNodeName");
    JsonArray conditions = new JsonArray();
    JsonPaths.objects(status, "conditions").stream()
        .filter(condition -> !JsonPaths.text(condition, "type").equals("PodScheduled"))
        .forEach(conditions::add);
    JsonObject scheduled = new JsonObject();
    scheduled.addProperty("type", "PodScheduled");
    scheduled.addProperty("status", "True");
    scheduled.add("lastProbeTime", JsonNull.INSTANCE);
    scheduled.addProperty("lastTransitionTime", backend.now());
    conditions.add(scheduled);
    status.add("conditions", conditions);
  }

  static JsonObject success() {
    JsonObject status = new JsonObject();
    status.addProperty("kind", "Status");
    status.addProperty("apiVersion", "v1");
    status.add("metadata", new JsonObject());
    status.addProperty("status", "Success");
    status.addProperty("code", 201);
    return status;
  }
}

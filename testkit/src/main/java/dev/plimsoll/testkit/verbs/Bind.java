package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.admission.AdmissionCall;
import dev.plimsoll.testkit.api.GroupResource;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.api.StatusError.Cause;
import dev.plimsoll.testkit.http.Answer;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.json.Json;
import dev.plimsoll.testkit.store.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts a pod on a node ({@code pods/binding}; pkg/registry/core/pod/storage/storage.go). */
record Bind(Backend backend) implements Verb {
  private static final GroupResource PODS = new GroupResource("", "pods");
  private static final GroupResource BINDING = new GroupResource("", "pods/binding");

  @Override
  public Answer answer(ApiRequest request, Target target) {
    JsonObject binding = request.json();
    check(binding);
    String name = Json.string(binding, "metadata", "name").orElse(target.name());
    if (!name.equals(target.name())) {
      throw StatusError.badRequest("name in URL does not match name in Binding object");
    }
    Json.objectAt(binding, "metadata").addProperty("namespace", target.namespace());
    backend
        .admission()
        .validate(new AdmissionCall(request, target, "CREATE", binding, new JsonObject()));
    ObjectKey key = ObjectKey.of(target.type(), target.namespace(), target.name());
    while (true) {
      JsonObject pod = new Get(backend).find(target);
      JsonObject bound = bind(key, pod, binding);
      if (request.dryRun() || backend.store().put(key, Optional.of(pod), bound).isPresent()) {
        return Answer.json(201, success());
      }
    }
  }

  private static void check(JsonObject binding) {
    List<Cause> causes = new ArrayList<>();
    String kind = Json.text(binding, "target", "kind");
    if (!kind.isEmpty() && !kind.equals("Node")) {
      causes.add(
          new Cause(
              "FieldValueNotSupported",
              "Unsupported value: \"%s\": supported values: \"Node\", \"<empty>\"".formatted(kind),
              "target.kind"));
    }
    if (Json.text(binding, "target", "name").isEmpty()) {
      causes.add(Cause.required("target.name", ""));
    }
    if (!causes.isEmpty()) {
      throw StatusError.invalid(
          new GroupResource("", "Binding"), Json.text(binding, "metadata", "name"), causes);
    }
  }

  private JsonObject bind(ObjectKey key, JsonObject pod, JsonObject binding) {
    String name = Json.text(pod, "metadata", "name");
    checkPrecondition(key, name, "UID", "uid", pod, binding);
    checkPrecondition(key, name, "ResourceVersion", "resourceVersion", pod, binding);
    if (Json.string(pod, "metadata", "deletionTimestamp").isPresent()) {
      throw StatusError.conflict(
          BINDING, name, "pod %s is being deleted, cannot be assigned to a host".formatted(name));
    }
    String node = Json.text(pod, "spec", "nodeName");
    if (!node.isEmpty()) {
      throw StatusError.conflict(
          BINDING, name, "pod %s is already assigned to node \"%s\"".formatted(name, node));
    }
    if (!Json.list(pod, "spec", "schedulingGates").isEmpty()) {
      throw StatusError.conflict(
          BINDING, name, "pod %s has non-empty .spec.schedulingGates".formatted(name));
    }
    JsonObject bound = pod.deepCopy();
    Json.objectAt(bound, "spec").addProperty("nodeName", Json.text(binding, "target", "name"));
    for (String map : List.of("annotations", "labels")) {
      Json.object(binding, "metadata", map)
          .ifPresent(
              given ->
                  given
                      .entrySet()
                      .forEach(
                          m ->
                              Json.objectAt(bound, "metadata", map).add(m.getKey(), m.getValue())));
    }
    schedule(Json.objectAt(bound, "status"));
    return bound;
  }

  private static void checkPrecondition(
      ObjectKey key, String name, String spoken, String field, JsonObject pod, JsonObject binding) {
    String wanted = Json.text(binding, "metadata", field);
    String found = Json.text(pod, "metadata", field);
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
    Json.objects(status, "conditions").stream()
        .filter(condition -> !Json.text(condition, "type").equals("PodScheduled"))
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

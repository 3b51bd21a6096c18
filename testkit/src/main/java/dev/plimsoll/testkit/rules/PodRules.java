package dev.plimsoll.testkit.rules;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.api.StatusError.Cause;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Treats pods as the API server does: decoding, defaults (pkg/apis/core/v1/defaults.go), and the
 * plug-ins Priority and DefaultTolerationSeconds. LimitRanger and ResourceQuota do not run here.
 */
final class PodRules implements KindRules {
  private static final List<String> CHANGEABLE =
      List.of(
          "activeDeadlineSeconds",
          "tolerations",
          "terminationGracePeriodSeconds",
          "schedulingGates");
  private static final String FIXED =
      "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

  private final PriorityRules priorities;

  PodRules(PriorityRules priorities) {
    this.priorities = priorities;
  }

  @Override
  public List<String> decode(ResourceType type, JsonObject pod) {
    for (String list : List.of("containers", "initContainers")) {
      Optional<JsonElement> found = JsonPaths.at(pod, "spec", list);
      if (found.isPresent() && !found.get().isJsonArray()) {
        throw StatusError.badRequest(
            "Pod in version \"v1\" cannot be handled as a Pod: json: cannot unmarshal %s into Go struct field PodSpec.spec.%s of type []v1.Container"
                .formatted(goKind(found.get()), list));
      }
    }
    return BuiltInFields.dropUnknown(type, pod);
  }

  private static String goKind(JsonElement element) {
    if (element.isJsonObject()) {
      return "object";
    }
    JsonPrimitive scalar = element.getAsJsonPrimitive();
    return scalar.isBoolean() ? "bool" : scalar.isNumber() ? "number" : "string";
  }

  @Override
  public void complete(ResourceType type, JsonObject pod) {
    JsonObject spec = JsonPaths.objectAt(pod, "spec");
    containers(pod).forEach(PodRules::completeContainer);
    JsonPaths.setDefault(spec, "restartPolicy", new JsonPrimitive("Always"));
    JsonPaths.setDefault(spec, "terminationGracePeriodSeconds", new JsonPrimitive(30));
    JsonPaths.setDefault(spec, "dnsPolicy", new JsonPrimitive("ClusterFirst"));
    JsonPaths.setDefault(spec, "securityContext", new JsonObject());
    JsonPaths.setDefault(spec, "schedulerName", new JsonPrimitive("default-scheduler"));
    JsonPaths.setDefault(spec, "enableServiceLinks", new JsonPrimitive(true));
  }

  @Override
  public void begin(ResourceType type, JsonObject pod) {
    JsonObject spec = JsonPaths.objectAt(pod, "spec");
    priorities.admit(pod);
    tolerate(spec, "node.kubernetes.io/not-ready");
    tolerate(spec, "node.kubernetes.io/unreachable");
    JsonObject status = new JsonObject();
    status.addProperty("phase", "Pending");
    if (!JsonPaths.list(pod, "spec", "schedulingGates").isEmpty()) {
      status.add("conditions", new JsonArray());
      status.getAsJsonArray("conditions").add(gated());
    }
    status.addProperty("qosClass", PodQos.of(containers(pod).toList()));
    pod.add("status", status);
  }

  private static JsonObject gated() {
    JsonObject condition = new JsonObject();
    condition.addProperty("type", "PodScheduled");
    condition.addProperty("status", "False");
    condition.add("lastProbeTime", JsonNull.INSTANCE);
    condition.add("lastTransitionTime", JsonNull.INSTANCE);
    condition.addProperty("reason", "SchedulingGated");
    condition.addProperty("message", "Scheduling is blocked due to non-empty scheduling gates");
    return condition;
  }

  private static Stream<JsonObject> containers(JsonObject pod) {
    return Stream.of("initContainers", "containers")
        .flatMap(list -> JsonPaths.objects(pod, "spec", list).stream());
  }

  private static void completeContainer(JsonObject container) {
    JsonObject resources = JsonPaths.objectAt(container, "resources");
    JsonPaths.object(resources, "limits")
        .filter(limits -> limits.size() > 0)
        .ifPresent(
            limits -> {
              JsonObject requests = JsonPaths.objectAt(resources, "requests");
              limits
                  .entrySet()
                  .forEach(l -> JsonPaths.setDefault(requests, l.getKey(), l.getValue()));
            });
    JsonPaths.setDefault(
        container, "terminationMessagePath", new JsonPrimitive("/dev/termination-log"));
    JsonPaths.setDefault(container, "terminationMessagePolicy", new JsonPrimitive("File"));
    JsonPaths.setDefault(
        container,
        "imagePullPolicy",
        new JsonPrimitive(pullPolicy(JsonPaths.text(container, "image"))));
  }

  private static String pullPolicy(String image) {
    String last = image.substring(image.lastIndexOf('/') + 1);
    boolean latest = !last.contains("@") && (!last.contains(":") || last.endsWith(":latest"));
    return latest ? "Always" : "IfNotPresent";
  }

  private static void tolerate(JsonObject spec, String key) {
    boolean tolerated =
        JsonPaths.objects(spec, "tolerations").stream()
            .anyMatch(
                toleration ->
                    (JsonPaths.text(toleration, "key").equals(key)
                            || JsonPaths.text(toleration, "key").isEmpty())
                        && (JsonPaths.text(toleration, "effect").equals("NoExecute")
                            || JsonPaths.text(toleration, "effect").isEmpty()));
    if (tolerated) {
      return;
    }
    JsonObject toleration = new JsonObject();
    toleration.addProperty("key", key);
    toleration.addProperty("operator", "Exists");
    toleration.addProperty("effect", "NoExecute");
    toleration.addProperty("tolerationSeconds", 300);
    JsonPaths.setDefault(spec, "tolerations", new JsonArray());
    spec.getAsJsonArray("tolerations").add(toleration);
  }

  @Override
  public List<Cause> problems(ResourceType type, JsonObject pod) {
    List<Cause> causes = new ArrayList<>();
    if (JsonPaths.list(pod, "spec", "containers").isEmpty()) {
      causes.add(Cause.required("spec.containers", ""));
    }
    int index = 0;
    for (JsonObject container : JsonPaths.objects(pod, "spec", "containers")) {
      if (JsonPaths.text(container, "name").isEmpty()) {
        causes.add(Cause.required("spec.containers[%d].name".formatted(index), ""));
      }
      if (JsonPaths.text(container, "image").isEmpty()) {
        causes.add(Cause.required("spec.containers[%d].image".formatted(index), ""));
      }
      index++;
    }
    return causes;
  }

  @Override
  public List<Cause> changeProblems(ResourceType type, JsonObject before, JsonObject after) {
    return fixed(before).equals(fixed(after)) ? List.of() : List.of(Cause.forbidden("spec", FIXED));
  }

  /** The part of a spec that stays as it was made. */
  private static JsonObject fixed(JsonObject pod) {
    JsonObject spec = JsonPaths.objectAt(pod.deepCopy(), "spec");
    CHANGEABLE.forEach(spec::remove);
    Stream.of("initContainers", "containers")
        .flatMap(list -> JsonPaths.objects(spec, list).stream())
        .forEach(container -> container.remove("image"));
    return spec;
  }
}

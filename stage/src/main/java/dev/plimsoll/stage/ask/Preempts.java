package dev.plimsoll.stage.ask;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.time.Duration;

/** Whether kube-scheduler, which asks the extender, evicts for a pod of a higher priority. */
final class Preempts implements Question {
  static final String NAMESPACE = "others";

  /** Of all nodes of the stage. */
  private static final int GPUS = 16;

  private static final String CLASSES = "/apis/scheduling.k8s.io/v1/priorityclasses";

  @Override
  public String name() {
    return "preempts";
  }

  @Override
  public Answer ask(Scene scene) throws Exception {
    AdminApi api = scene.cluster().api();
    Tenants tenants = new Tenants(api);
    if (!api.isThere(CLASSES + "/stage-high")) {
      JsonObject unused =
          api.create(CLASSES, "{\"metadata\": {\"name\": \"stage-high\"}, \"value\": 1000}");
    }
    Holds.putPolicy(tenants);
    try {
      int free = free(api);
      for (int i = 0; i < free; i++) {
        AdminApi.Answer low = tenants.pod(NAMESPACE, "low-" + i, 1, Holds.scheduler(scene));
        if (low.code() != 201) {
          return Answer.failed(JsonPaths.text(low.body(), "message"));
        }
      }
      Answer full =
          Patience.ask(
              Duration.ofMinutes(1),
              () -> new Answer(free(api) == 0, free(api) + " GPUs are free"));
      if (!full.ok()) {
        return full;
      }
      String high = "\"priorityClassName\": \"stage-high\"," + Holds.scheduler(scene);
      AdminApi.Answer asked = tenants.pod(NAMESPACE, "high", 2, high);
      return asked.code() == 201
          ? Patience.ask(Duration.ofSeconds(45), () -> bound(tenants, "high"))
          : Answer.failed(JsonPaths.text(asked.body(), "message"));
    } finally {
      tenants.deletePolicy(Holds.POLICY);
      api.deleteAll(Tenants.pods(NAMESPACE));
      api.delete(CLASSES + "/stage-high");
    }
  }

  private static int free(AdminApi api) throws IOException {
    return GPUS
        - api.list("/api/v1/pods").stream()
            .filter(pod -> !JsonPaths.text(pod, "spec", "nodeName").isEmpty())
            .flatMap(pod -> JsonPaths.objects(pod, "spec", "containers").stream())
            .map(it -> JsonPaths.string(it, "resources", "limits", "nvidia.com/gpu").orElse("0"))
            .mapToInt(Integer::parseInt)
            .sum();
  }

  private static Answer bound(Tenants tenants, String name) throws IOException {
    String node = tenants.nodeOf(NAMESPACE, name);
    return node.isEmpty()
        ? Answer.failed(name + " isn't bound: " + text(tenants, name))
        : Answer.ok(name + " is bound to " + node);
  }

  private static String text(Tenants tenants, String name) throws IOException {
    return JsonPaths.objects(tenants.pod(NAMESPACE, name), "status", "conditions").stream()
        .map(it -> JsonPaths.text(it, "message"))
        .findFirst()
        .orElse("it has no conditions");
  }
}

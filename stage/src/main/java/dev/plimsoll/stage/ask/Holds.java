package dev.plimsoll.stage.ask;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.time.Duration;

/** Whether a pod beyond its tenant's share waits, and one within it is bound. */
final class Holds implements Question {
  static final String NAMESPACE = "held";
  static final String POLICY = "stage-hold";

  /**
   * The number of tries. If the extender doesn't answer in a second, kube-scheduler continues
   * without it.
   */
  private static final int TRIES = 3;

  @Override
  public String name() {
    return "holds";
  }

  static void prepare(Tenants tenants) throws IOException {
    tenants.namespace(NAMESPACE, "{}");
    tenants.namespace(Preempts.NAMESPACE, "{}");
  }

  /**
   * Stores a policy. While the cluster has several policies, an advisor without a named policy
   * decides nothing.
   */
  static void putPolicy(Tenants tenants) throws IOException {
    tenants.policy(
        POLICY,
        """
        {"tenants": [{"name": "held", "namespaces": ["held"], "ceiling": {"nvidia.com/gpu": 2}},
           {"name": "others", "namespaces": ["others"]}],
         "resources": [{"name": "nvidia.com/gpu"}],
         "enforcement": {"placement": "Hold", "borrowing": "Reclaim"}}
        """);
  }

  /** Returns the field by which a pod chooses the scheduler that asks the extender. */
  static String scheduler(Scene scene) {
    return scene.way().value("scheduler", "mode").equals("control-plane")
        ? ""
        : "\"schedulerName\": \"plimsoll\",";
  }

  @Override
  public Answer ask(Scene scene) throws Exception {
    Tenants tenants = new Tenants(scene.cluster().api());
    putPolicy(tenants);
    try {
      return ask(scene, tenants);
    } finally {
      tenants.deletePolicy(POLICY);
    }
  }

  private static Answer ask(Scene scene, Tenants tenants) throws Exception {
    AdminApi.Answer within = tenants.pod(NAMESPACE, "within", 2, scheduler(scene));
    if (within.code() != 201) {
      return Answer.failed(JsonPaths.text(within.body(), "message"));
    }
    Answer bound = Patience.ask(Duration.ofMinutes(1), () -> bound(tenants));
    if (!bound.ok()) {
      return bound;
    }
    Answer held = Answer.failed("");
    for (int i = 0; i < TRIES && !held.ok(); i++) {
      String name = "beyond-" + i;
      AdminApi.Answer beyond = tenants.pod(NAMESPACE, name, 1, scheduler(scene));
      if (beyond.code() != 201) {
        return Answer.failed(JsonPaths.text(beyond.body(), "message"));
      }
      held = Patience.ask(Duration.ofSeconds(15), () -> held(tenants, name));
    }
    return held.ok()
        ? requeued(scene, bound.text() + "; beyond: " + held.text())
        : new Answer(false, bound.text() + "; beyond: " + held.text());
  }

  /** A pod that is held is placed once its tenant's share has room for it. */
  private static Answer requeued(Scene scene, String before) throws Exception {
    scene.cluster().api().delete(Tenants.pods(NAMESPACE) + "/within");
    Answer placed = Patience.ask(Duration.ofMinutes(1), () -> isAnyPlaced(scene));
    return new Answer(placed.ok(), placed.text() + "; " + before);
  }

  private static Answer isAnyPlaced(Scene scene) throws IOException {
    long placed =
        scene.cluster().api().list(Tenants.pods(NAMESPACE)).stream()
            .filter(pod -> !JsonPaths.text(pod, "spec", "nodeName").isEmpty())
            .count();
    return new Answer(
        placed > 0, placed > 0 ? "placed after another ended" : "not placed after another ended");
  }

  private static Answer bound(Tenants tenants) throws IOException {
    String node = tenants.nodeOf(NAMESPACE, "within");
    return node.isEmpty()
        ? Answer.failed("a pod within the share isn't bound: " + condition(tenants, "within"))
        : Answer.ok("within: bound to " + node);
  }

  private static Answer held(Tenants tenants, String name) throws IOException {
    if (!tenants.nodeOf(NAMESPACE, name).isEmpty()) {
      return new Answer(false, "a pod beyond the share was bound");
    }
    String message = condition(tenants, name);
    return new Answer(message.contains("share") || message.contains("ceiling"), message);
  }

  /** Returns why the pod isn't scheduled, as its status has it. */
  static String condition(Tenants tenants, String name) throws IOException {
    JsonObject pod = tenants.pod(NAMESPACE, name);
    return JsonPaths.objects(pod, "status", "conditions").stream()
        .filter(it -> JsonPaths.text(it, "type").equals("PodScheduled"))
        .map(it -> JsonPaths.text(it, "message"))
        .findFirst()
        .orElse("it has no condition PodScheduled");
  }
}

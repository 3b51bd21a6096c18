package dev.plimsoll.stage.ask;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.time.Duration;

/** Whether a pod of a gated tenant gets its gate, and is released within its tenant's share. */
final class Gates implements Question {
  static final String NAMESPACE = "gated";
  static final String POLICY = "stage-gate";

  @Override
  public String name() {
    return "gates";
  }

  static void prepare(Tenants tenants) throws IOException {
    tenants.namespace(NAMESPACE, "{}");
  }

  private static void putPolicy(Tenants tenants) throws IOException {
    tenants.policy(
        POLICY,
        """
        {"tenants": [{"name": "gated", "namespaces": ["gated"], "ceiling": {"nvidia.com/gpu": 2}}],
         "resources": [{"name": "nvidia.com/gpu"}], "enforcement": {"placement": "Gate"}}
        """);
  }

  @Override
  public Answer ask(Scene scene) throws Exception {
    Tenants tenants = new Tenants(scene.cluster().api());
    putPolicy(tenants);
    try {
      return ask(tenants);
    } finally {
      tenants.deletePolicy(POLICY);
    }
  }

  private static Answer ask(Tenants tenants) throws Exception {
    Answer gated = Patience.ask(Duration.ofMinutes(1), () -> gated(tenants));
    if (!gated.ok()) {
      return gated;
    }
    AdminApi.Answer within = tenants.pod(NAMESPACE, "within", 1, "");
    AdminApi.Answer beyond = tenants.pod(NAMESPACE, "beyond", 3, "");
    if (within.code() != 201 || beyond.code() != 201) {
      return Answer.failed(
          JsonPaths.text(within.body(), "message") + JsonPaths.text(beyond.body(), "message"));
    }
    Answer released = Patience.ask(Duration.ofMinutes(1), () -> released(tenants));
    boolean kept = hasGate(tenants.pod(NAMESPACE, "beyond"));
    return new Answer(
        released.ok() && kept,
        released.text()
            + (kept ? "; one beyond the share waits" : "; one beyond the share doesn't wait"));
  }

  private static Answer gated(Tenants tenants) throws IOException {
    AdminApi.Answer answer = tenants.dryRun(NAMESPACE, "try", 1);
    return hasGate(answer.body())
        ? Answer.ok("a new pod has the gate")
        : Answer.failed("a new pod has no gate: " + answer.code());
  }

  private static Answer released(Tenants tenants) throws IOException {
    JsonObject pod = tenants.pod(NAMESPACE, "within");
    boolean gone = !hasGate(pod) && !JsonPaths.text(pod, "spec", "nodeName").isEmpty();
    return new Answer(
        gone, gone ? "gated, released and placed" : "a pod within its share still waits");
  }

  private static boolean hasGate(JsonObject pod) {
    return JsonPaths.objects(pod, "spec", "schedulingGates").stream()
        .anyMatch(it -> JsonPaths.text(it, "name").equals("plimsoll.dev/share"));
  }
}

package dev.plimsoll.stage.ask;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Whether the API server finds no mistake in the admission policies. */
final class TypeChecked implements Question {
  private static final String POLICIES =
      "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";

  @Override
  public String name() {
    return "type check";
  }

  @Override
  public Answer ask(Scene scene) throws Exception {
    return Patience.ask(Duration.ofSeconds(20), () -> look(scene));
  }

  private static Answer look(Scene scene) throws IOException {
    List<String> warnings = new ArrayList<>();
    int checked = 0;
    for (JsonObject policy : scene.cluster().api().list(POLICIES)) {
      if (JsonPaths.text(policy, "metadata", "name").contains("plimsoll")) {
        checked += JsonPaths.at(policy, "status", "typeChecking").isPresent() ? 1 : 0;
        JsonPaths.objects(policy, "status", "typeChecking", "expressionWarnings")
            .forEach(it -> warnings.add(JsonPaths.text(it, "warning")));
      }
    }
    return warnings.isEmpty()
        ? new Answer(checked > 0, checked + " policies without a warning")
        : Answer.failed(String.join("; ", warnings));
  }
}

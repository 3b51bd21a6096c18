package dev.plimsoll.bench.conformance;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.conform.AdmissionSequence;
import dev.plimsoll.kube.conform.ApiRequests;
import dev.plimsoll.kube.conform.Draw;
import dev.plimsoll.kube.conform.Json;
import dev.plimsoll.kube.conform.ManifestPaths;
import dev.plimsoll.kube.conform.SequenceRecorder;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.util.List;

/** Records sequences of requests, each in a namespace of its own. */
final class AdmissionRecorder {
  private final AdminApi api;
  private final SequenceRecorder recorder;
  private final String kubernetes;

  AdmissionRecorder(AdminApi api, String kubernetes) {
    this.api = api;
    this.recorder =
        new SequenceRecorder(
            (method, path, type, body) -> {
              AdminApi.Answer answer = api.exchange(method, path, type, body);
              return new ApiRequests.Answer(answer.code(), answer.body());
            });
    this.kubernetes = kubernetes;
  }

  /** Creates the classes that sequences use. */
  void prepare() throws IOException {
    for (String name : List.of("low", "medium", "high")) {
      JsonObject priority = Json.manifest("scheduling.k8s.io/v1", "PriorityClass", name);
      priority.addProperty(
          "value", name.equals("low") ? 100 : name.equals("high") ? 10_000 : 1_000);
      create(priority);
    }
    for (String name : List.of("kata", "gvisor")) {
      JsonObject runtime = Json.manifest("node.k8s.io/v1", "RuntimeClass", name);
      runtime.addProperty("handler", name);
      JsonObject fixed =
          name.equals("kata")
              ? Json.object("cpu", "250m", "memory", "120Mi")
              : Json.object("memory", "64Mi");
      runtime.add("overhead", Json.object("podFixed", fixed));
      create(runtime);
    }
    for (String name : List.of("gold", "bronze")) {
      JsonObject storage = Json.manifest("storage.k8s.io/v1", "StorageClass", name);
      storage.addProperty("provisioner", "example.com/" + name);
      create(storage);
    }
  }

  private void create(JsonObject object) throws IOException {
    JsonObject unused = api.create(ManifestPaths.list(object), object.toString());
  }

  /** Records a sequence in a namespace of its own. */
  JsonObject record(String family, long seed, int index) throws Exception {
    String id = family.replace('+', '-') + "-" + seed + "-" + index;
    create(Json.manifest("v1", "Namespace", id));
    JsonArray steps = new JsonArray();
    for (AdmissionSequence.Step step :
        AdmissionSequence.of(family, id, new Draw(seed, family, index))) {
      steps.add(recorder.record(step, id));
    }
    return Json.object(
        "id", id, "family", family, "kubernetes", kubernetes, "namespace", id, "steps", steps);
  }
}

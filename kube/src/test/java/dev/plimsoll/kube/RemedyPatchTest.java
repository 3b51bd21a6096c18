package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Every remedy's patch on all clusters there are recordings of, and on random ones. */
class RemedyPatchTest {
  private static final Path ROOT = Path.of(System.getProperty("plimsoll.root"));

  /** Dumps to check besides: a folder of files as kubectl prints lists, compressed. */
  private static final Optional<Path> MORE_DUMPS =
      Optional.of(System.getProperty("plimsoll.dumps", "")).filter(f -> !f.isEmpty()).map(Path::of);

  private static final Set<Integer> DENIED = Set.of(403, 422);

  private static final int RANDOM_CLUSTERS = 200;

  private final RemedyLaw law = new RemedyLaw();

  @Test
  void patches_for_the_example_give_what_was_tried() throws IOException {
    law.check(
        "example",
        new JsonDump()
            .add(
                JsonParser.parseString(
                    Files.readString(ROOT.resolve("examples/gpu-tenants.json")))));

    assertThat(law.checked().keySet())
        .contains(
            "patch Deployment json",
            "recreate Job json",
            "patch Job merge",
            "patch Pod json",
            "patch LimitRange json",
            "patch ResourceQuota merge",
            "patch ResourceQuota json",
            "patch Node merge",
            "create ResourceQuota");
  }

  @Test
  void patches_for_recorded_placements_give_what_was_tried() {
    for (JsonObject recorded : RecordedVectors.lines("scheduling.jsonl")) {
      law.check(recorded.get("id").getAsString(), new JsonDump().add(recorded));
    }

    assertThat(law.checked().keySet()).contains("patch Pod json", "recreate Pod json");
  }

  @Test
  void patches_for_recorded_admissions_give_what_was_tried() {
    for (JsonObject recorded : RecordedVectors.lines("admission.jsonl")) {
      law.check(recorded.get("id").getAsString(), admission(recorded));
    }

    assertThat(law.checked().keySet())
        .contains("patch ResourceQuota merge", "patch LimitRange json", "patch Deployment json");
  }

  @Test
  void patches_for_random_clusters_give_what_was_tried() {
    for (int seed = 0; seed < RANDOM_CLUSTERS; seed++) {
      law.check("seed " + seed, new RandomDump(new Random(seed)).dump());
    }

    assertThat(law.checked().keySet())
        .contains(
            "patch Deployment json",
            "patch StatefulSet json",
            "patch TrainingJob json",
            "patch Deployment merge",
            "recreate Job json",
            "patch Job merge",
            "recreate Pod json",
            "patch Pod json",
            "patch LimitRange json",
            "patch ResourceQuota merge",
            "patch Node merge",
            "delete Pod",
            "create ResourceQuota");
  }

  @Test
  void patches_for_quotas_over_several_namespaces_give_what_was_tried() {
    for (int seed = 0; seed < RANDOM_CLUSTERS; seed++) {
      law.check("seed " + seed, new RandomDump(new Random(seed)).dumpOfOpenShift());
    }

    assertThat(law.checked().keySet()).contains("patch ClusterResourceQuota merge");
  }

  @Test
  void patches_for_further_dumps_give_what_was_tried() throws IOException {
    List<Path> dumps = List.of();
    if (MORE_DUMPS.isPresent()) {
      try (Stream<Path> files = Files.list(MORE_DUMPS.get())) {
        dumps = files.filter(f -> f.toString().endsWith(".json.gz")).sorted().toList();
      }
    }
    for (Path dump : dumps) {
      try (Reader reader =
          new InputStreamReader(
              new GZIPInputStream(Files.newInputStream(dump)), StandardCharsets.UTF_8)) {
        law.check(dump.toString(), new JsonDump().add(JsonParser.parseReader(reader)));
      }
    }
    assertThat(law.checked().isEmpty()).isEqualTo(dumps.isEmpty());
  }

  /** A pod that was denied is one that a Deployment can't make. */
  private static JsonDump admission(JsonObject recorded) {
    JsonDump dump = new JsonDump();
    for (JsonElement element : recorded.getAsJsonArray("steps")) {
      JsonObject step = element.getAsJsonObject();
      if (step.get("object") instanceof JsonObject object && step.has("code")) {
        int code = step.get("code").getAsInt();
        if (code == 201) {
          dump.add(object);
        } else if (DENIED.contains(code) && object.get("kind").getAsString().equals("Pod")) {
          dump.add(deployment(object, recorded.get("namespace").getAsString()));
        }
      }
    }
    return dump;
  }

  private static JsonObject deployment(JsonObject pod, String namespace) {
    JsonObject template = new JsonObject();
    template.add("metadata", new JsonObject());
    template.add("spec", pod.get("spec"));
    JsonObject spec = new JsonObject();
    spec.add("template", template);
    JsonObject metadata = new JsonObject();
    metadata.add("name", pod.getAsJsonObject("metadata").get("name"));
    metadata.addProperty("namespace", namespace);
    JsonObject deployment = new JsonObject();
    deployment.addProperty("apiVersion", "apps/v1");
    deployment.addProperty("kind", "Deployment");
    deployment.add("metadata", metadata);
    deployment.add("spec", spec);
    return deployment;
  }
}

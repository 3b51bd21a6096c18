package dev.plimsoll.bench.console;

import com.google.gson.stream.JsonWriter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Writes a dump of nodes with 8 GPUs each, of which 30 tenants have about two thirds. */
final class GpuNodes {
  private static final int GPUS = 8;
  private static final int TENANTS = 30;

  private final JsonWriter json;
  private final Random random = new Random(1);

  private GpuNodes(JsonWriter json) {
    this.json = json;
  }

  static void write(Path file, int nodes) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file);
        JsonWriter json = new JsonWriter(out)) {
      json.beginObject().name("apiVersion").value("v1").name("kind").value("List").name("items");
      json.beginArray();
      GpuNodes writer = new GpuNodes(json);
      for (int i = 0; i < nodes; i++) {
        writer.node("gpu-" + i);
      }
      json.endArray().endObject();
    }
  }

  private void node(String name) throws IOException {
    json.jsonValue(
        """
        {"apiVersion":"v1","kind":"Node","metadata":{"name":"%1$s","labels":
          {"kubernetes.io/hostname":"%1$s","nvidia.com/gpu.product":"NVIDIA-H100-80GB-HBM3"}},
         "status":{"allocatable":{"cpu":"192","memory":"2Ti","pods":"110","nvidia.com/gpu":"%2$d"},
          "conditions":[{"type":"Ready","status":"True"}]}}"""
            .formatted(name, GPUS));
    for (int left = GPUS, i = 0; left > 0; i++) {
      int gpus = Math.min(left, 1 << random.nextInt(3));
      if (random.nextInt(3) > 0) {
        pod(name, i, gpus);
      }
      left -= gpus;
    }
  }

  private void pod(String node, int number, int gpus) throws IOException {
    json.jsonValue(
        """
        {"apiVersion":"v1","kind":"Pod",
         "metadata":{"namespace":"team-%1$d","name":"train-%2$s-%3$d"},
         "spec":{"nodeName":"%2$s","containers":[{"name":"c","image":"i","resources":
          {"requests":{"nvidia.com/gpu":"%4$d"},"limits":{"nvidia.com/gpu":"%4$d"}}}]},
         "status":{"phase":"Running"}}"""
            .formatted(random.nextInt(TENANTS), node, number, gpus));
  }
}

package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pods that find no node for drawn reasons, on a real control plane: {@code explain} must say what
 * kube-scheduler says of them, reason by reason, with the same numbers of nodes, and must print
 * each reason.
 *
 * <p>{@code -Dplimsoll.messages.seed=7 -Dplimsoll.messages.clusters=5} draws others, or more.
 */
@RealControlPlane
class SchedulerMessageEndToEndTest {
  private static final int PODS = 30;

  @Test
  void explain_says_of_waiting_pods_what_kube_scheduler_says(@TempDir Path folder)
      throws Exception {
    long seed = Long.getLong("plimsoll.messages.seed", 1);
    int clusters = Integer.getInteger("plimsoll.messages.clusters", 1);
    List<String> differences = new ArrayList<>();
    Map<String, Integer> reasons = new TreeMap<>();
    int compared = 0;
    try (FaultyCluster cluster = new FaultyCluster(folder)) {
      for (int i = 0; i < clusters; i++) {
        DrawnScheduling drawn = new DrawnScheduling(cluster, new Random(seed * 1_000_003 + i));
        String namespace = "c" + i;
        drawn.create(namespace, PODS);
        for (JsonObject pod : decided(cluster, namespace)) {
          compared++;
          compare(cluster, namespace, pod, reasons).ifPresent(differences::add);
        }
        drawn.delete(namespace);
      }
    }

    System.out.println("seed " + seed + ": " + compared + " pods compared, " + reasons);
    assertThat(differences).as(differences.size() + " of " + compared).isEmpty();
    assertThat(reasons).hasSizeGreaterThan(6);
  }

  /**
   * Returns the pods that wait, each created again until none is placed any more: then
   * kube-scheduler has said of each how it stands with the nodes now.
   */
  private static List<JsonObject> decided(FaultyCluster cluster, String namespace)
      throws Exception {
    for (int round = 1; ; round++) {
      Await.until("all pods are decided", () -> undecided(cluster, namespace).isEmpty());
      List<JsonObject> waiting = waiting(cluster, namespace);
      String suffix = "r" + round;
      for (JsonObject pod : waiting) {
        createAgain(cluster, namespace, pod, suffix);
      }
      Await.until("all pods are decided again", () -> undecided(cluster, namespace).isEmpty());
      List<JsonObject> still = waiting(cluster, namespace);
      if (still.size() == waiting.size()) {
        return still;
      }
    }
  }

  private static void createAgain(
      FaultyCluster cluster, String namespace, JsonObject pod, String suffix) throws Exception {
    String name = JsonPaths.text(pod, "metadata", "name");
    cluster.api().delete("/api/v1/namespaces/" + namespace + "/pods/" + name);
    JsonObject again = new JsonObject();
    JsonObject metadata = new JsonObject();
    metadata.addProperty("name", name.replaceFirst("-r[0-9]+$", "") + "-" + suffix);
    metadata.add("labels", pod.getAsJsonObject("metadata").get("labels"));
    again.add("metadata", metadata);
    JsonObject spec = pod.getAsJsonObject("spec").deepCopy();
    again.add("spec", spec);
    cluster.create("/api/v1/namespaces/" + namespace + "/pods", again.toString());
  }

  private static List<JsonObject> waiting(FaultyCluster cluster, String namespace)
      throws IOException {
    return cluster.pods(namespace).stream()
        .filter(p -> JsonPaths.text(p, "spec", "nodeName").isEmpty())
        .filter(p -> !p.getAsJsonObject("metadata").has("deletionTimestamp"))
        .toList();
  }

  private static List<JsonObject> undecided(FaultyCluster cluster, String namespace)
      throws IOException {
    return waiting(cluster, namespace).stream().filter(p -> said(p).isEmpty()).toList();
  }

  /** Returns the message of the condition {@code PodScheduled}, empty if there is none yet. */
  private static String said(JsonObject pod) {
    return Optional.ofNullable(pod.getAsJsonObject("status").getAsJsonArray("conditions")).stream()
        .flatMap(conditions -> conditions.asList().stream())
        .map(c -> c.getAsJsonObject())
        .filter(c -> JsonPaths.text(c, "type").equals("PodScheduled"))
        .map(c -> JsonPaths.text(c, "message"))
        .findFirst()
        .orElse("");
  }

  private static Optional<String> compare(
      FaultyCluster cluster, String namespace, JsonObject pod, Map<String, Integer> reasons)
      throws IOException {
    String name = JsonPaths.text(pod, "metadata", "name");
    String said = said(pod);
    reasons(said).forEach((reason, nodes) -> reasons.merge(reason, 1, Integer::sum));
    String[] words = {
      "explain", "pod/" + name, "-n", namespace, "--kubeconfig", cluster.kubeconfig()
    };
    String text = CliRun.of(words).out();
    String own =
        text.substring(0, text.contains("\nRecorded\n") ? text.indexOf("\nRecorded\n") : 0);
    CliRun json = CliRun.of(add(words, "-o", "json"));
    String model =
        JsonPaths.text(
            JsonParser.parseString(json.out()).getAsJsonObject(), "placement", "message");
    boolean printsAll = reasons(said).keySet().stream().allMatch(own::contains);
    return model.equals(said) && printsAll && !text.contains("SchedulerDisagrees")
        ? Optional.empty()
        : Optional.of(
            "%s/%s%n  kube-scheduler: %s%n  explain:        %s%n%s%n%s"
                .formatted(namespace, name, said, model, pod.getAsJsonObject("spec"), text));
  }

  private static String[] add(String[] words, String... more) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  /** Returns for how many nodes kube-scheduler gives which reason. */
  private static Map<String, Integer> reasons(String message) {
    Map<String, Integer> reasons = new TreeMap<>();
    String head = message.replaceFirst("\\. (no new claims|preemption:).*", "");
    for (String part : head.replaceFirst("^0/[0-9]+ nodes are available: ", "").split(", ", -1)) {
      String[] words = part.split(" ", 2);
      if (words.length == 2 && words[0].matches("[0-9]+")) {
        reasons.put(words[1], Integer.valueOf(words[0]));
      } else {
        reasons.put(part, 0);
      }
    }
    return reasons;
  }
}

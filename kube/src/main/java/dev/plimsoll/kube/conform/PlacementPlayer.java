package dev.plimsoll.kube.conform;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Has a scheduler look at pods, some at a time, and compares what the scheduler says with the
 * model. The cluster is read before and after, because the cluster goes on meanwhile. An answer is
 * equal if the model gives the answer for one of both readings.
 */
final class PlacementPlayer {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
  private static final long PAUSE_MILLIS = 200;

  private final ApiRequests api;
  private final Supplier<Cluster> reading;
  private final String namespace;
  private final BooleanSupplier stopped;
  private Optional<Cluster> last = Optional.empty();
  private int created;

  /**
   * Creates a player.
   *
   * @param reading reads the whole cluster
   * @param stopped whether to end early
   */
  PlacementPlayer(
      ApiRequests api, Supplier<Cluster> reading, String namespace, BooleanSupplier stopped) {
    this.api = api;
    this.reading = reading;
    this.namespace = namespace;
    this.stopped = stopped;
  }

  /**
   * The outcome of a pod.
   *
   * @param manifest the pod as it was created
   * @param said reason and message of the scheduler; empty if there is no answer
   * @param rules the rules that had a part in the model's verdict
   * @param differing the rule that differs, if the answers do
   * @param decided the model's verdict
   * @param unknown why the answers can't be compared, if they can't
   */
  record Played(
      JsonObject manifest,
      String said,
      List<String> rules,
      Optional<String> differing,
      String decided,
      Optional<String> unknown) {

    static Played unknown(JsonObject manifest, String why) {
      return new Played(manifest, "", List.of(), Optional.empty(), "", Optional.of(why));
    }

    boolean differsBy(String rule) {
      return differing.filter(rule::equals).isPresent();
    }
  }

  /** Returns the cluster as it was last read, without the pods of this comparison. */
  Cluster cluster() {
    Cluster known = last.orElseGet(this::read);
    last = Optional.of(known);
    return known;
  }

  private Cluster read() {
    Cluster cluster = reading.get();
    for (Pod pod : cluster.list(Pod.class, namespace)) {
      cluster = cluster.without(pod);
    }
    return cluster;
  }

  /** Plays pods, and deletes them. */
  List<Played> play(List<JsonObject> manifests) throws IOException, InterruptedException {
    Cluster before = cluster();
    List<JsonObject> named = new ArrayList<>();
    Map<String, String> denied = new HashMap<>();
    Map<String, JsonObject> answered;
    try {
      for (JsonObject manifest : manifests) {
        JsonObject copy = manifest.deepCopy();
        Json.child(copy, "metadata").addProperty("name", "placement-" + created++);
        named.add(copy);
        ApiRequests.Answer answer =
            api.exchange("POST", ManifestPaths.list(copy), ApiRequests.JSON, copy.toString());
        if (answer.code() >= 300) {
          denied.put(Json.name(copy), answer.code() + " " + Json.text(answer.body(), "message"));
        }
      }
      answered = answered(named.size() - denied.size());
    } finally {
      for (JsonObject each : named) {
        ApiRequests.Answer unused =
            api.exchange("DELETE", ManifestPaths.object(each), ApiRequests.JSON, "");
      }
    }
    Cluster after = read();
    last = Optional.of(after);
    List<Played> played = new ArrayList<>();
    for (JsonObject each : named) {
      String name = Json.name(each);
      Optional<JsonObject> pod = Optional.ofNullable(answered.get(name));
      played.add(
          denied.containsKey(name)
              ? Played.unknown(each, "the API server denied a pod: " + denied.get(name))
              : pod.map(p -> compare(each, p, before, after))
                  .orElseGet(() -> Played.unknown(each, noAnswer())));
    }
    return played;
  }

  private String noAnswer() {
    return stopped.getAsBoolean()
        ? "the comparison was stopped"
        : "no scheduler answered within " + LONGEST_WAIT.toSeconds() + " s";
  }

  /** Returns the pods that a scheduler has looked at, by name, once all are or time is up. */
  private Map<String, JsonObject> answered(int wanted) throws IOException, InterruptedException {
    long end = System.nanoTime() + LONGEST_WAIT.toNanos();
    Map<String, JsonObject> answered = new HashMap<>();
    while (answered.size() < wanted && System.nanoTime() < end && !stopped.getAsBoolean()) {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      for (JsonObject pod : api.list("/api/v1/namespaces/" + namespace + "/pods")) {
        if (!said(pod).isEmpty()) {
          answered.putIfAbsent(Json.name(pod), pod);
        }
      }
    }
    return answered;
  }

  private static String said(JsonObject pod) {
    String node = Json.text(Json.child(pod, "spec"), "nodeName");
    if (!node.isEmpty()) {
      return "placed";
    }
    JsonObject status = Json.child(pod, "status");
    if (status.has("conditions")) {
      for (JsonElement each : status.getAsJsonArray("conditions")) {
        JsonObject condition = each.getAsJsonObject();
        if (Json.text(condition, "type").equals("PodScheduled")) {
          return Json.text(condition, "reason") + ": " + Json.text(condition, "message");
        }
      }
    }
    return "";
  }

  private static Played compare(
      JsonObject manifest, JsonObject stored, Cluster before, Cluster after) {
    JsonObject waiting = stored.deepCopy();
    waiting.remove("status");
    JsonObject spec = Json.child(waiting, "spec");
    spec.remove("nodeName");
    spec.addProperty("schedulerName", "default-scheduler");
    Pod pod = (Pod) ObjectReader.read(JsonTree.of(waiting), Pod.TYPE);
    String said = said(stored);
    PlacementVerdict then = PlacementVerdict.of(before, pod);
    PlacementVerdict now = then.text().equals(said) ? then : PlacementVerdict.of(after, pod);
    Optional<String> unknown = then.unknown().or(now::unknown);
    if (unknown.isPresent()) {
      return Played.unknown(manifest, unknown.get());
    }
    Optional<String> differing =
        now.text().equals(said) ? Optional.empty() : Optional.of(now.differingRule(said));
    return new Played(
        manifest, said, List.copyOf(now.plugins()), differing, now.text(), Optional.empty());
  }
}

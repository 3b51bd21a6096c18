package dev.plimsoll.kube.conform;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.cluster.Cluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Compares why a scheduler places drawn pods nowhere with the model's reasons. A difference counts
 * if it comes back, and is then reduced to its smallest case.
 */
public final class PlacementRun {
  private static final String FAMILY = "placement";
  private static final int BATCH = 20;

  /** The number of cases of a rule that are reduced. */
  private static final int REDUCED = 2;

  private static final int MOST_TRIES = 20;

  private final PlacementPlayer player;
  private final String namespace;
  private final String scheduler;
  private final long seed;
  private final Map<String, Integer> rules = new TreeMap<>();
  private final Map<String, Integer> unknown = new TreeMap<>();
  private final List<ConformResult.Difference> differences = new ArrayList<>();
  private int compared;

  /** Leaves something out of a pod. */
  private interface Removal {
    void run();
  }

  /**
   * Creates a run.
   *
   * @param reading reads the whole cluster
   * @param namespace the namespace of the pods
   * @param scheduler the name of the scheduler, which has the default plug-ins
   * @param stopped whether to end early
   */
  public PlacementRun(
      ApiRequests api,
      Supplier<Cluster> reading,
      String namespace,
      String scheduler,
      long seed,
      BooleanSupplier stopped) {
    this.player = new PlacementPlayer(api, reading, namespace, stopped);
    this.namespace = namespace;
    this.scheduler = scheduler;
    this.seed = seed;
  }

  /**
   * Compares pods.
   *
   * @param pods the number of pods
   * @param progress takes the number of each pod before it is created, from 0
   * @return the outcome; each pod is a sequence of one step
   * @throws IOException if the API server doesn't answer
   */
  public ConformResult run(int pods, IntConsumer progress)
      throws IOException, InterruptedException {
    for (int first = 0; first < pods; first += BATCH) {
      progress.accept(first);
      UnplaceablePods drawn = new UnplaceablePods(player.cluster(), namespace, scheduler);
      List<JsonObject> batch = new ArrayList<>();
      for (int i = first; i < Math.min(pods, first + BATCH); i++) {
        batch.add(drawn.pod(new Draw(seed, FAMILY, i), FAMILY));
      }
      List<PlacementPlayer.Played> played = player.play(batch);
      for (int i = 0; i < played.size(); i++) {
        count(played.get(i), first + i);
      }
    }
    return new ConformResult(compared, compared, rules, differences, unknown);
  }

  private void count(PlacementPlayer.Played played, int index)
      throws IOException, InterruptedException {
    if (played.unknown().isPresent()) {
      unknown.merge(played.unknown().get(), 1, Integer::sum);
      return;
    }
    compared++;
    played.rules().forEach(rule -> rules.merge(rule, 1, Integer::sum));
    if (played.differing().isPresent()) {
      String rule = played.differing().get();
      if (!played.rules().contains(rule)) {
        rules.merge(rule, 1, Integer::sum);
      }
      confirm(rule, played.manifest(), index);
    }
  }

  private void confirm(String rule, JsonObject manifest, int index)
      throws IOException, InterruptedException {
    PlacementPlayer.Played again = player.play(List.of(manifest)).get(0);
    if (!again.differsBy(rule)) {
      unknown.merge(
          "a difference in " + rule + " did not come back at the second try", 1, Integer::sum);
      return;
    }
    boolean reduces = differences.stream().filter(d -> d.rule().equals(rule)).count() < REDUCED;
    int tries = 0;
    int next = 0;
    while (reduces && tries < MOST_TRIES) {
      JsonObject smaller = again.manifest().deepCopy();
      List<Removal> removals = removals(Json.child(smaller, "spec"));
      if (next >= removals.size()) {
        break;
      }
      removals.get(next).run();
      tries++;
      PlacementPlayer.Played tried = player.play(List.of(smaller)).get(0);
      if (tried.differsBy(rule)) {
        again = tried;
      } else {
        next++;
      }
    }
    differences.add(difference(rule, again, index, reduces && tries < MOST_TRIES));
  }

  private static ConformResult.Difference difference(
      String rule, PlacementPlayer.Played played, int index, boolean isReduced) {
    JsonObject step =
        Json.object(
            "op",
            "schedule",
            "object",
            played.manifest(),
            "code",
            200,
            "reason",
            played.said().replaceFirst(": .*", ""),
            "message",
            played.said().replaceFirst("^[^:]*: ?", ""));
    String sentence =
        "The condition PodScheduled was "
            + played.said()
            + ", and the model says "
            + played.decided()
            + ".";
    return new ConformResult.Difference(
        index, FAMILY, rule, List.of(sentence), List.of(step), isReduced);
  }

  /** Returns the parts that may be left out. The part that no node fulfils stays. */
  private static List<Removal> removals(JsonObject spec) {
    List<Removal> removals = new ArrayList<>();
    for (String field :
        List.of(
            "tolerations",
            "nodeSelector",
            "topologySpreadConstraints",
            "priorityClassName",
            "schedulingGates",
            "volumes")) {
      if (spec.has(field)) {
        removals.add(() -> spec.remove(field));
      }
    }
    JsonObject affinity = Json.child(spec, "affinity");
    for (String field : List.of("nodeAffinity", "podAntiAffinity")) {
      if (affinity.has(field)) {
        removals.add(() -> affinity.remove(field));
      }
    }
    for (Map.Entry<String, com.google.gson.JsonElement> terms :
        Json.child(affinity, "podAffinity").entrySet()) {
      JsonArray all = terms.getValue().getAsJsonArray();
      if (all.size() > 1) {
        removals.add(() -> all.remove(1));
      }
    }
    JsonObject container = spec.getAsJsonArray("containers").get(0).getAsJsonObject();
    if (container.has("ports")) {
      removals.add(() -> container.remove("ports"));
    }
    JsonObject resources = Json.child(container, "resources");
    JsonObject requests = Json.child(resources, "requests");
    requests.keySet().stream()
        .filter(name -> !name.equals(UnplaceablePods.NOWHERE))
        .forEach(
            name ->
                removals.add(
                    () -> {
                      requests.remove(name);
                      Json.child(resources, "limits").remove(name);
                    }));
    return removals;
  }
}

package dev.plimsoll.stage.soak;

import com.google.gson.JsonObject;
import dev.plimsoll.stage.ask.Answer;
import dev.plimsoll.stage.cluster.Cluster;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.Await;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Load and faults for a time, and then the question whether all is as it was. */
public final class Soak {
  private static final Duration BETWEEN_FAULTS = Duration.ofSeconds(45);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);
  private static final Duration QUIET = Duration.ofSeconds(90);
  private static final double GROWTH = 0.3;
  private static final int MIB = 100;
  private static final int LINES = 100;

  private final Cluster cluster;
  private final Load load;
  private final Faults faults;
  private final Laws laws;
  private final Samples samples;

  /** Creates one for a cluster on which everything is installed. */
  public Soak(Cluster cluster, long seed) {
    this.cluster = cluster;
    this.load = new Load(cluster.api(), seed);
    this.faults = new Faults(cluster, seed);
    this.laws = new Laws(cluster.api());
    this.samples = new Samples(cluster.kubelet());
  }

  /** Runs for a time, and returns the answers by question. */
  public Map<String, Answer> run(Duration time) throws Exception {
    load.prepare();
    Instant end = Instant.now().plus(time);
    Thread working = new Thread(() -> work(end), "soak-load");
    Thread breaking = new Thread(() -> breakThings(end), "soak-faults");
    working.start();
    breaking.start();
    while (Instant.now().isBefore(end)) {
      look();
      waitFor(BETWEEN_LOOKS);
    }
    working.join();
    breaking.join();
    waitFor(QUIET);
    return result();
  }

  private void look() throws IOException {
    samples.take();
    try {
      laws.look();
    } catch (IOException e) {
      // The API server is away; the next look is soon enough.
      return;
    }
  }

  private void work(Instant end) {
    try {
      while (Instant.now().isBefore(end)) {
        load.step();
        Await.pause();
        Await.pause();
        Await.pause();
        Await.pause();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void breakThings(Instant end) {
    try {
      while (Instant.now().plus(BETWEEN_FAULTS).isBefore(end)) {
        waitFor(BETWEEN_FAULTS);
        try {
          faults.step();
        } catch (IOException e) {
          System.err.println("soak: a fault could not be made: " + e.getMessage());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void waitFor(Duration time) throws InterruptedException {
    Instant end = Instant.now().plus(time);
    while (Instant.now().isBefore(end)) {
      Await.pause();
    }
  }

  private Map<String, Answer> result() throws Exception {
    Map<String, Answer> all = new LinkedHashMap<>();
    all.put("load", new Answer(true, load.done().toString()));
    all.put("faults", new Answer(!faults.made().isEmpty(), faults.made().toString()));
    all.put(
        "laws",
        new Answer(
            laws.broken().isEmpty() && laws.looks() > 0,
            laws.looks() + " looks; broken: " + laws.broken()));
    all.put("ledgers equal kubectl's figures", ledgers());
    for (Samples.Trend each : samples.memory()) {
      all.put(
          "memory of " + each.role(),
          new Answer(
              !each.grew(GROWTH, MIB),
              "second third " + each.first() + " MiB, last third " + each.last() + " MiB"));
    }
    for (Samples.Trend each : samples.lines()) {
      all.put(
          "log of " + each.role(),
          new Answer(
              !each.grew(1, LINES),
              "first third " + each.first() + " lines, last third " + each.last()));
    }
    return all;
  }

  private Answer ledgers() throws Exception {
    JsonObject pods = JsonPaths.parse(cluster.kubectl().require("get", "pods", "-A", "-o", "json"));
    List<JsonObject> items = JsonPaths.objects(pods, "items");
    Map<String, String> wrong = new LinkedHashMap<>();
    int compared = 0;
    for (JsonObject ledger : cluster.api().list("/apis/plimsoll.dev/v1alpha1/quotaledgers")) {
      String origin = JsonPaths.text(ledger, "spec", "origin");
      for (String tenant : Load.TENANTS) {
        if (List.of(origin.split("/")).contains(tenant)) {
          long used =
              JsonPaths.string(ledger, "status", "used", "requests.nvidia.com/gpu")
                  .map(Long::valueOf)
                  .orElse(0L);
          long there =
              items.stream()
                  .filter(it -> JsonPaths.text(it, "metadata", "namespace").equals(tenant))
                  .filter(Laws::lives)
                  .collect(Collectors.summingLong(Laws::requested));
          compared++;
          if (used != there) {
            wrong.put(origin, used + ", pods request " + there);
          }
        }
      }
    }
    return new Answer(
        wrong.isEmpty() && compared > 0, compared + " ledgers compared, wrong: " + wrong);
  }
}

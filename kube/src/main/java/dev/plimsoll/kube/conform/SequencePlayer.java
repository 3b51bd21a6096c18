package dev.plimsoll.kube.conform;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.cluster.Cluster;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Plays sequences in one namespace, one after the other, up to the first difference. Each time the
 * objects have new names, because the API server remembers the rules of a namespace for a while.
 */
final class SequencePlayer {
  private static final Duration LONGEST_DELETION = Duration.ofSeconds(30);
  private static final long PAUSE_MILLIS = 100;

  private final ApiRequests api;
  private final SequenceRecorder recorder;
  private final Cluster start;
  private final String namespace;
  private final BooleanSupplier stopped;
  private int played;

  /**
   * Creates a player.
   *
   * @param start the cluster with the namespace before any sequence
   * @param stopped whether to end early
   */
  SequencePlayer(ApiRequests api, Cluster start, String namespace, BooleanSupplier stopped) {
    this.api = api;
    this.recorder = new SequenceRecorder(api);
    this.start = start;
    this.namespace = namespace;
    this.stopped = stopped;
  }

  /**
   * The requests that were compared.
   *
   * @param steps the comparisons up to the first difference or unknown answer
   * @param unknown why the answer of the model to the last request isn't known, if it isn't
   */
  record Played(List<StepComparison> steps, Optional<String> unknown) {

    /** Returns the last request if its answers differ. */
    Optional<StepComparison> difference() {
      return steps.isEmpty() || unknown.isPresent()
          ? Optional.empty()
          : Optional.of(steps.get(steps.size() - 1)).filter(s -> !s.differences().isEmpty());
    }

    boolean differsBy(String rule) {
      return difference().filter(d -> d.differingRule().equals(rule)).isPresent();
    }
  }

  /** Returns the cluster before any sequence. */
  Cluster start() {
    return start;
  }

  /** Plays a sequence, and removes its objects. */
  Played play(List<AdmissionSequence.Step> sequence) throws IOException, InterruptedException {
    String suffix = "-" + played++;
    List<JsonObject> created = new ArrayList<>();
    List<StepComparison> compared = new ArrayList<>();
    AdmissionReplay replay = new AdmissionReplay(namespace, start, (cluster, report) -> {});
    try {
      for (AdmissionSequence.Step step : sequence) {
        if (stopped.getAsBoolean()) {
          return new Played(compared, Optional.of("the comparison was stopped"));
        }
        AdmissionSequence.Step named = renamed(step, suffix);
        if (step.op().equals("create")) {
          created.add(named.object());
        }
        JsonObject recorded = recorder.record(named, namespace);
        StepComparison comparison = replay.step(recorded);
        compared.add(comparison);
        Optional<String> unknown = unknown(comparison, recorded);
        if (!comparison.differences().isEmpty()) {
          return new Played(compared, unknown);
        }
      }
      return new Played(compared, Optional.empty());
    } finally {
      clear(created);
    }
  }

  private static Optional<String> unknown(StepComparison comparison, JsonObject recorded) {
    int code = recorded.get("code").getAsInt();
    return code == 429 || code >= 502
        ? Optional.of("the API server answered with " + code)
        : comparison.unknown();
  }

  private static AdmissionSequence.Step renamed(AdmissionSequence.Step step, String suffix) {
    JsonObject object = step.object().deepCopy();
    Json.child(object, "metadata").addProperty("name", Json.name(object) + suffix);
    return new AdmissionSequence.Step(step.op(), object);
  }

  private void clear(List<JsonObject> created) throws IOException, InterruptedException {
    for (JsonObject object : created) {
      ApiRequests.Answer unused = recorder.delete(object);
    }
    long end = System.nanoTime() + LONGEST_DELETION.toNanos();
    for (JsonObject object : created) {
      while (isThere(object) && !stopped.getAsBoolean()) {
        if (System.nanoTime() > end) {
          throw new IOException(
              object.get("kind").getAsString()
                  + " "
                  + Json.name(object)
                  + " was deleted and did not go within "
                  + LONGEST_DELETION.toSeconds()
                  + " s");
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    }
  }

  private boolean isThere(JsonObject object) throws IOException {
    return api.exchange("GET", ManifestPaths.object(object), ApiRequests.JSON, "").code() == 200;
  }
}

package dev.plimsoll.stage.node;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A container of a pod: started, probed and started again as kubelet does. */
public final class Container {
  private static final Duration FIRST_BACK_OFF = Duration.ofSeconds(10);
  private static final Duration LAST_BACK_OFF = Duration.ofMinutes(5);
  private static final int GRACE_MILLIS = 30_000;

  private final JsonObject spec;
  private final boolean restarts;
  private final ContainerStart start;
  private final Optional<ProbeLoop> startup;
  private final Optional<ProbeLoop> readiness;
  private final Optional<ProbeLoop> liveness;
  private volatile Optional<ContainerProcess> process = Optional.empty();
  private volatile Instant since = Instant.EPOCH;
  private Duration backOff = Duration.ZERO;
  private int restartCount;
  private Optional<JsonObject> lastEnd = Optional.empty();

  /** Starts a container's process. */
  @FunctionalInterface
  interface ContainerStart {
    ContainerProcess start() throws IOException, InterruptedException;
  }

  /**
   * Creates a container that doesn't run yet.
   *
   * @param restarts whether it is started again whenever it ends
   */
  Container(JsonObject spec, boolean restarts, String address, ContainerStart start) {
    this.spec = spec;
    this.restarts = restarts;
    this.start = start;
    this.startup = Probe.of(spec, "startupProbe", address).map(ProbeLoop::new);
    this.readiness = Probe.of(spec, "readinessProbe", address).map(ProbeLoop::new);
    this.liveness = Probe.of(spec, "livenessProbe", address).map(ProbeLoop::new);
  }

  /** Returns its name in the pod. */
  public String name() {
    return JsonPaths.text(spec, "name");
  }

  /** Returns its process, if it was started. */
  public Optional<ContainerProcess> process() {
    return process;
  }

  /** Takes the next step: starts it, or looks at its probes. */
  void tick() throws IOException, InterruptedException {
    if (process.isEmpty()) {
      begin();
    } else if (!process.get().isRunning()) {
      if (restarts) {
        restart();
      }
    } else if (startup.isPresent() && !startup.get().hasSucceeded()) {
      endIf(startup.get().tick(since));
    } else {
      boolean unused = readiness.isPresent() && readiness.get().tick(since);
      endIf(liveness.isPresent() && liveness.get().tick(since));
    }
  }

  private void begin() throws IOException, InterruptedException {
    startup.ifPresent(ProbeLoop::reset);
    readiness.ifPresent(ProbeLoop::reset);
    liveness.ifPresent(ProbeLoop::reset);
    since = Instant.now();
    process = Optional.of(start.start());
  }

  private void endIf(boolean failed) throws InterruptedException {
    if (failed) {
      process.get().terminate();
      boolean unused = process.get().killAfter(GRACE_MILLIS);
    }
  }

  private void restart() throws IOException, InterruptedException {
    if (lastEnd.isEmpty() || lastEnd.get().get("restart").getAsInt() != restartCount) {
      lastEnd = Optional.of(end());
      backOff =
          backOff.isZero()
              ? FIRST_BACK_OFF
              : backOff.multipliedBy(2).compareTo(LAST_BACK_OFF) > 0
                  ? LAST_BACK_OFF
                  : backOff.multipliedBy(2);
      if (restartCount == 0) {
        backOff = Duration.ZERO;
      }
      since = Instant.now();
    }
    if (Instant.now().isAfter(since.plus(backOff))) {
      restartCount++;
      begin();
    }
  }

  private JsonObject end() {
    JsonObject end = new JsonObject();
    int code = process.get().exitCode();
    end.addProperty("exitCode", code);
    end.addProperty("reason", code == 0 ? "Completed" : "Error");
    end.addProperty("startedAt", Times.text(since));
    end.addProperty("finishedAt", Times.text(Instant.now()));
    end.addProperty("restart", restartCount);
    if (code != 0 && JsonPaths.text(spec, "terminationMessagePolicy").startsWith("Fallback")) {
      end.addProperty("message", process.get().lastLines());
    }
    return end;
  }

  /** Returns whether it runs and its start-up probe has succeeded. */
  boolean hasStarted() {
    return process.isPresent()
        && process.get().isRunning()
        && startup.map(ProbeLoop::hasSucceeded).orElse(true);
  }

  /** Returns whether it may be sent requests. */
  boolean isReady() {
    return hasStarted() && readiness.map(ProbeLoop::hasSucceeded).orElse(true);
  }

  /** Returns its exit code, if it has ended for good. */
  Optional<Integer> exitCode() {
    return restarts
        ? Optional.empty()
        : process.filter(it -> !it.isRunning()).map(ContainerProcess::exitCode);
  }

  /** Returns its ContainerStatus. */
  JsonObject status() {
    JsonObject status = new JsonObject();
    status.addProperty("name", name());
    status.addProperty("image", JsonPaths.text(spec, "image"));
    status.addProperty("imageID", JsonPaths.text(spec, "image"));
    status.addProperty("ready", isReady());
    status.addProperty("started", hasStarted());
    status.addProperty("restartCount", restartCount);
    JsonObject state = JsonPaths.objectAt(status, "state");
    if (process.isEmpty()) {
      JsonPaths.objectAt(state, "waiting").addProperty("reason", "ContainerCreating");
    } else if (process.get().isRunning()) {
      JsonPaths.objectAt(state, "running").addProperty("startedAt", Times.text(since));
    } else if (restarts) {
      JsonPaths.objectAt(state, "waiting").addProperty("reason", "CrashLoopBackOff");
    } else {
      state.add("terminated", withoutRestart(end()));
    }
    lastEnd.ifPresent(
        it -> JsonPaths.objectAt(status, "lastState").add("terminated", withoutRestart(it)));
    return status;
  }

  private static JsonObject withoutRestart(JsonObject end) {
    JsonObject copy = end.deepCopy();
    copy.remove("restart");
    return copy;
  }

  /** Sleeps as the container's {@code preStop} hook says, as long as the container runs. */
  void sleepBeforeStop(Duration grace) throws InterruptedException {
    String seconds = JsonPaths.text(spec, "lifecycle", "preStop", "sleep", "seconds");
    if (process.isPresent() && process.get().isRunning() && !seconds.isEmpty()) {
      long millis =
          Math.min(Duration.ofSeconds(Long.parseLong(seconds)).toMillis(), grace.toMillis());
      TimeUnit.MILLISECONDS.sleep(millis);
    }
  }

  /** Ends the container: terminates it, waits for the grace period, and kills it. */
  void stop(Duration grace) throws InterruptedException {
    if (process.isPresent()) {
      process.get().terminate();
      boolean unused = process.get().killAfter(grace.toMillis());
    }
  }
}

package dev.plimsoll.stage.node;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Plays the kubelet of all nodes: pods with an image of the {@link Images} run on this machine,
 * others are only said to run.
 */
public final class Kubelet implements AutoCloseable {
  private static final String STRATEGIC = "application/strategic-merge-patch+json";
  private static final String BOUND = "/api/v1/pods?fieldSelector=spec.nodeName!%3D";
  private static final Duration PERIOD = Duration.ofMillis(300);

  private final AdminApi api;
  private final Network network;
  private final Images images;
  private final Path folder;
  private final Map<String, String> services;
  private final Map<String, RunningPod> running = new ConcurrentHashMap<>();
  private final Map<String, String> written = new ConcurrentHashMap<>();
  private final Map<String, String> failures = new ConcurrentHashMap<>();
  private final Map<String, String> ticks = new ConcurrentHashMap<>();
  private final Set<String> ending = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closed = new CountDownLatch(1);

  private Kubelet(
      AdminApi api, Network network, Images images, Path folder, Map<String, String> services) {
    this.api = api;
    this.network = network;
    this.images = images;
    this.folder = folder;
    this.services = Map.copyOf(services);
  }

  /**
   * Starts one.
   *
   * @param folder where pods have their folders, and logs
   * @param services the variables by which pods find the API server
   */
  public static Kubelet start(
      AdminApi api, Network network, Images images, Path folder, Map<String, String> services) {
    Kubelet kubelet = new Kubelet(api, network, images, folder, services);
    kubelet.threads.execute(kubelet::run);
    return kubelet;
  }

  private void run() {
    try {
      while (!closed.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          sync(api.list(BOUND));
        } catch (IOException e) {
          // The API server is away; kubelet goes on with what runs.
          for (RunningPod each : running.values()) {
            tick(each);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void sync(List<JsonObject> pods) throws InterruptedException {
    for (JsonObject pod : pods) {
      try {
        sync(pod);
      } catch (IOException e) {
        // Tried again with the next look, as kubelet does, unless it is gone meanwhile.
        failed(pod, e);
      }
    }
    Set<String> there =
        pods.stream()
            .map(pod -> JsonPaths.text(pod, "metadata", "uid"))
            .collect(Collectors.toSet());
    running.keySet().stream().filter(uid -> !there.contains(uid)).forEach(this::stopGone);
  }

  private void sync(JsonObject pod) throws IOException, InterruptedException {
    String uid = JsonPaths.text(pod, "metadata", "uid");
    boolean deleted = JsonPaths.at(pod, "metadata", "deletionTimestamp").isPresent();
    RunningPod known = running.get(uid);
    if (deleted) {
      if (ending.add(uid)) {
        threads.execute(() -> end(pod));
      }
    } else if (!images.run(pod)) {
      pretend(pod);
    } else if (known == null) {
      if (JsonPaths.text(pod, "status", "phase").equals("Pending")) {
        running.put(uid, create(pod));
      }
    } else {
      tick(known);
      write(pod, known.status());
    }
  }

  private void failed(JsonObject pod, IOException e) {
    String text = String.valueOf(e.getMessage());
    if (!text.contains("\"reason\":\"NotFound\"")
        && !text.equals(failures.put(JsonPaths.text(pod, "metadata", "uid"), text))) {
      log(JsonPaths.text(pod, "metadata", "name") + ": " + text);
    }
  }

  private RunningPod create(JsonObject pod) throws IOException, InterruptedException {
    RunningPod created =
        new RunningPod(api, pod, network, folder.resolve(JsonPaths.text(pod, "metadata", "uid")));
    created.addContainers(images, services, logs());
    return created;
  }

  private void tick(RunningPod pod) throws InterruptedException {
    try {
      pod.tick();
      String unused = ticks.remove(pod.name());
    } catch (IOException e) {
      if (!e.toString().equals(ticks.put(pod.name(), e.toString()))) {
        log(pod.name() + ": " + e);
      }
    }
  }

  private void pretend(JsonObject pod) throws IOException {
    if (JsonPaths.text(pod, "status", "phase").equals("Pending")) {
      PodStatus status = new PodStatus(Instant.now(), Network.GATEWAY);
      status.condition("Initialized", true, "");
      status.condition("ContainersReady", true, "");
      status.condition("Ready", true, "");
      boolean job = JsonPaths.text(pod, "spec", "restartPolicy").equals("Never");
      write(pod, status.of(job ? "Succeeded" : "Running"));
    }
  }

  private void write(JsonObject pod, JsonObject status) throws IOException {
    String uid = JsonPaths.text(pod, "metadata", "uid");
    String text = status.toString();
    if (!text.equals(written.put(uid, text))) {
      JsonObject patch = new JsonObject();
      JsonPaths.objectAt(patch, "metadata").addProperty("uid", uid);
      patch.add("status", status);
      try {
        JsonObject unused = api.patch(path(pod) + "/status", patch.toString(), STRATEGIC);
      } catch (IOException e) {
        written.remove(uid);
        throw e;
      }
    }
  }

  private void end(JsonObject pod) {
    String uid = JsonPaths.text(pod, "metadata", "uid");
    try {
      RunningPod known = running.remove(uid);
      if (known != null) {
        known.stop(
            Duration.ofSeconds(
                pod.getAsJsonObject("metadata").get("deletionGracePeriodSeconds").getAsLong()));
      }
      if (api.isThere(path(pod))) {
        api.delete(path(pod));
      }
    } catch (IOException e) {
      failed(pod, e);
      ending.remove(uid);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void stopGone(String uid) {
    RunningPod gone = running.remove(uid);
    if (gone != null) {
      threads.execute(() -> stop(gone));
    }
  }

  private void stop(RunningPod pod) {
    try {
      pod.stop(Duration.ZERO);
    } catch (IOException e) {
      log(pod.name() + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String path(JsonObject pod) {
    return "/api/v1/namespaces/%s/pods/%s"
        .formatted(
            JsonPaths.text(pod, "metadata", "namespace"), JsonPaths.text(pod, "metadata", "name"));
  }

  private static void log(String line) {
    System.err.println("kubelet: " + line);
  }

  /** Returns the folder with a log for each container. */
  public Path logs() {
    return folder.resolve("logs");
  }

  /** Returns the pods that run on this machine. */
  public List<RunningPod> running() {
    return List.copyOf(running.values());
  }

  @Override
  public void close() {
    closed.countDown();
    running.values().forEach(this::stop);
    threads.shutdownNow();
  }
}

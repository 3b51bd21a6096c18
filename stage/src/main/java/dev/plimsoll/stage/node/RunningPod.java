package dev.plimsoll.stage.node;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** A pod whose containers run on this machine. */
public final class RunningPod {
  private static final Duration REFRESH = Duration.ofSeconds(5);

  private final JsonObject pod;
  private final PodSandbox sandbox;
  private final Volumes volumes;
  private final Path folder;
  private final Instant created = Instant.now();
  private final List<Container> sideCars = new ArrayList<>();
  private final List<Container> beforehand = new ArrayList<>();
  private final List<Container> containers = new ArrayList<>();
  private Instant refreshed = Instant.now();

  RunningPod(AdminApi api, JsonObject pod, Network network, Path folder)
      throws IOException, InterruptedException {
    this.pod = pod;
    this.folder = Files.createDirectories(folder);
    this.volumes = new Volumes(api, pod, folder);
    // Fails as long as a secret isn't there, and is then tried again.
    volumes.create();
    this.sandbox = network.add();
  }

  /** Adds the containers, which {@link #tick} starts. */
  void addContainers(Images images, Map<String, String> services, Path logs) {
    String policy = JsonPaths.string(pod, "spec", "restartPolicy").orElse("Always");
    Function<JsonObject, Container.ContainerStart> starts =
        spec -> () -> start(spec, images.of(spec).orElseThrow(), services, logs);
    for (JsonObject spec : JsonPaths.objects(pod, "spec", "initContainers")) {
      boolean sideCar = JsonPaths.text(spec, "restartPolicy").equals("Always");
      (sideCar ? sideCars : beforehand)
          .add(new Container(spec, sideCar, sandbox.address(), starts.apply(spec)));
    }
    for (JsonObject spec : JsonPaths.objects(pod, "spec", "containers")) {
      containers.add(
          new Container(spec, policy.equals("Always"), sandbox.address(), starts.apply(spec)));
    }
  }

  private ContainerProcess start(
      JsonObject spec, Image image, Map<String, String> services, Path logs) throws IOException {
    Map<String, String> environment = new HashMap<>(image.environment());
    environment.putAll(services);
    environment.put("HOSTNAME", name());
    for (JsonObject each : JsonPaths.objects(spec, "env")) {
      environment.put(JsonPaths.text(each, "name"), value(each));
    }
    List<String> mounts = new ArrayList<>();
    for (JsonObject mount : JsonPaths.objects(spec, "volumeMounts")) {
      String mode = JsonPaths.text(mount, "readOnly").equals("true") ? "ro" : "rw";
      String source = volumes.of(JsonPaths.text(mount, "name")).toString();
      mounts.add(String.join("\t", source, JsonPaths.text(mount, "mountPath"), mode));
    }
    Path own = folder.resolve(JsonPaths.text(spec, "name"));
    String memory = JsonPaths.text(spec, "resources", "limits", "memory");
    return ContainerProcess.start(
        new ContainerProcess.Settings(
            image,
            Images.command(image, spec),
            environment,
            mounts,
            security(spec, "runAsUser"),
            security(spec, "runAsGroup"),
            JsonPaths.text(spec, "securityContext", "readOnlyRootFilesystem").equals("true"),
            MemoryGroup.create(
                name() + "-" + JsonPaths.text(spec, "name"), Quantities.bytes(memory))),
        sandbox,
        own,
        Files.createDirectories(logs)
            .resolve(name() + "." + JsonPaths.text(spec, "name") + ".log"));
  }

  private String value(JsonObject variable) {
    return JsonPaths.string(variable, "valueFrom", "fieldRef", "fieldPath")
        .map(it -> it.equals("status.podIP") ? sandbox.address() : volumes.field(it))
        .orElseGet(() -> JsonPaths.text(variable, "value"));
  }

  private String security(JsonObject spec, String key) {
    if (System.getenv("PLIMSOLL_STAGE_ONE_USER") != null) {
      return "";
    }
    return JsonPaths.string(spec, "securityContext", key)
        .orElseGet(() -> JsonPaths.text(pod, "spec", "securityContext", key));
  }

  /** Takes the next step of each container that may run, and keeps the volumes current. */
  void tick() throws IOException, InterruptedException {
    boolean previous = true;
    for (Container each : sideCars) {
      if (previous) {
        each.tick();
      }
      previous = previous && each.hasStarted();
    }
    for (Container each : beforehand) {
      if (previous && each.exitCode().isEmpty()) {
        each.tick();
      }
      previous = previous && each.exitCode().equals(Optional.of(0));
    }
    for (Container each : containers) {
      if ((previous || each.process().isPresent()) && each.exitCode().isEmpty()) {
        each.tick();
      }
    }
    if (Instant.now().isAfter(refreshed.plus(REFRESH))) {
      refreshed = Instant.now();
      volumes.refresh();
    }
  }

  /** Returns all containers, side cars first. */
  public List<Container> containers() {
    return Stream.of(sideCars, beforehand, containers).flatMap(List::stream).toList();
  }

  /** Returns the pod as it was when it was started. */
  public JsonObject pod() {
    return pod;
  }

  /** Returns its name. */
  public String name() {
    return JsonPaths.text(pod, "metadata", "name");
  }

  /** Returns its network. */
  public PodSandbox sandbox() {
    return sandbox;
  }

  /** Returns the folders that it may write to. */
  public List<Path> emptyDirs() {
    return volumes.emptyDirs();
  }

  /** Has its tokens be asked for again, and written. */
  public void rotateTokens() throws IOException {
    volumes.rotateTokens();
    volumes.refresh();
  }

  /** Returns whether all containers have ended for good. */
  boolean hasEnded() {
    return containers.stream().allMatch(it -> it.exitCode().isPresent());
  }

  /** Returns the PodStatus. */
  JsonObject status() {
    boolean initialised =
        sideCars.stream().allMatch(Container::hasStarted)
            && beforehand.stream().allMatch(it -> it.exitCode().equals(Optional.of(0)));
    boolean ready =
        Stream.concat(sideCars.stream(), containers.stream()).allMatch(Container::isReady);
    boolean failed = containers.stream().anyMatch(it -> it.exitCode().orElse(0) != 0);
    PodStatus status = new PodStatus(created, sandbox.address());
    status.condition("Initialized", initialised, "ContainersNotInitialized");
    status.condition("ContainersReady", ready, hasEnded() ? "PodCompleted" : "ContainersNotReady");
    status.condition("Ready", ready, hasEnded() ? "PodCompleted" : "ContainersNotReady");
    status.containers(
        "initContainerStatuses", Stream.concat(sideCars.stream(), beforehand.stream()));
    status.containers("containerStatuses", containers.stream());
    boolean begun = containers.stream().anyMatch(it -> it.process().isPresent());
    return status.of(
        hasEnded() ? (failed ? "Failed" : "Succeeded") : begun ? "Running" : "Pending");
  }

  /** Ends all containers, side cars last, and gives back what they used. */
  void stop(Duration grace) throws IOException, InterruptedException {
    Instant end = Instant.now().plus(grace);
    for (Container each : containers) {
      each.sleepBeforeStop(grace);
    }
    containers.forEach(it -> it.process().ifPresent(ContainerProcess::terminate));
    for (Container each : containers) {
      each.stop(Duration.between(Instant.now(), end));
    }
    for (Container each : sideCars) {
      each.stop(Duration.between(Instant.now(), end));
    }
    volumes.close();
    sandbox.remove();
  }
}

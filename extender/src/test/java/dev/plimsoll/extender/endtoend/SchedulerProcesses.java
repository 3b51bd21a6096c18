package dev.plimsoll.extender.endtoend;

import dev.plimsoll.extender.LiveExtender;
import dev.plimsoll.extender.config.ServiceConfiguration;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.Program;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A kube-scheduler that asks an extender, which can be stopped and started again beside it. */
final class SchedulerProcesses implements AutoCloseable {
  private final int port = Program.freePort();
  private final Path folder;
  private final ControlPlane plane;
  private final Path service;
  private Optional<LiveExtender> extender = Optional.empty();
  private Optional<Program> scheduler = Optional.empty();

  /**
   * How the scheduler is to ask.
   *
   * @param nodeCacheCapable by names, not with whole nodes
   * @param ignorable whether it goes on without the extender
   * @param extenderBinds whether the extender binds
   * @param ignoresGpus whether it leaves GPUs to the extender
   */
  record Variant(
      boolean nodeCacheCapable, boolean ignorable, boolean extenderBinds, boolean ignoresGpus) {

    /** Makes one by which the scheduler looks at GPUs itself. */
    Variant(boolean nodeCacheCapable, boolean ignorable, boolean extenderBinds) {
      this(nodeCacheCapable, ignorable, extenderBinds, false);
    }
  }

  SchedulerProcesses(Path folder, ControlPlane plane) throws IOException {
    this.folder = folder;
    this.plane = plane;
    this.service = folder.resolve("serve.yaml");
    configure("");
  }

  /** Has the extender that is started next count these resources for the scheduler. */
  void configure(String ignoredByScheduler) throws IOException {
    configure(ignoredByScheduler, "{}");
  }

  /** Has the extender that is started next reserve nodes so, as in its configuration. */
  void configureReservations(String reservations) throws IOException {
    configure("", reservations);
  }

  /** Has the extender that is started next go by the policies in the cluster. */
  void configureClusterPolicies() throws IOException {
    configure("", "{}");
    Path unused =
        Files.writeString(service, Files.readString(service).replaceAll("(?m)^policy: .*\n", ""));
  }

  private void configure(String ignoredByScheduler, String reservations) throws IOException {
    Path unused =
        Files.writeString(
            service,
            """
            apiVersion: config.plimsoll.dev/v1alpha1
            kind: ServiceConfiguration
            scheduler:
              listen:
                port: %d
              bind: true
              ignoredByScheduler: [%s]
              reservations: %s
            console:
              listen:
                port: 0
            policy: %s
            cluster:
              kubeconfig: %s
            """
                .formatted(
                    port,
                    ignoredByScheduler,
                    reservations,
                    policy(),
                    plane.kubeconfig("extender")));
  }

  /** Two tenants with the same weight, who share all GPUs and may borrow what is idle. */
  private Path policy() throws IOException {
    return Files.writeString(
        folder.resolve("policy.yaml"),
        """
        apiVersion: plimsoll.dev/v1alpha1
        kind: CapacityPolicy
        metadata:
          name: gpus
        spec:
          tenants:
            - name: east
              namespaces: [east]
            - name: west
              namespaces: [west]
          resources:
            - name: nvidia.com/gpu
          division:
            type: Proportional
          enforcement:
            placement: Hold
        """);
  }

  /** Returns the port where the scheduler expects the extender. */
  int port() {
    return port;
  }

  void startExtender() throws InterruptedException {
    extender = Optional.of(LiveExtender.start(ServiceConfiguration.read(service), "end-to-end"));
  }

  void stopExtender() {
    extender.ifPresent(LiveExtender::close);
    extender = Optional.empty();
  }

  /**
   * Starts a scheduler that asks the extender.
   *
   * @param flags of the scheduler, such as feature gates
   */
  void startScheduler(Variant variant, String... flags) throws IOException {
    startScheduler(
        """
        extenders:
          - urlPrefix: http://127.0.0.1:%d/scheduler
            filterVerb: filter
            prioritizeVerb: prioritize
            preemptVerb: preempt
            %s
            weight: 16
            nodeCacheCapable: %b
            httpTimeout: 5s
            ignorable: %b
            managedResources: [%s]
        """
            .formatted(
                port,
                variant.extenderBinds() ? "bindVerb: bind" : "",
                variant.nodeCacheCapable(),
                variant.ignorable(),
                variant.ignoresGpus() ? "{name: nvidia.com/gpu, ignoredByScheduler: true}" : ""),
        flags);
  }

  /** Starts a scheduler that fills nodes up by its own means and asks nobody. */
  void startMostAllocated() throws IOException {
    startScheduler(profile("MostAllocated"));
  }

  /** Starts a scheduler that spreads pods over nodes and only asks which it may take. */
  void startLeastAllocated() throws IOException {
    startScheduler(
        profile("LeastAllocated")
            + """
            extenders:
              - urlPrefix: http://127.0.0.1:%d/scheduler
                filterVerb: filter
                preemptVerb: preempt
                nodeCacheCapable: true
            """
                .formatted(port));
  }

  private static String profile(String strategy) {
    return """
        profiles:
          - schedulerName: default-scheduler
            pluginConfig:
              - name: NodeResourcesFit
                args:
                  scoringStrategy:
                    type: %s
                    resources:
                      - name: cpu
                        weight: 1
                      - name: memory
                        weight: 1
                      - name: nvidia.com/gpu
                        weight: 5
        """
        .formatted(strategy);
  }

  private void startScheduler(String how, String... flags) throws IOException {
    Path configuration =
        Files.writeString(
            folder.resolve("scheduler.yaml"),
            """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            clientConnection:
              kubeconfig: %s
            leaderElection:
              leaderElect: false
            percentageOfNodesToScore: 100
            """
                    .formatted(plane.kubeconfig("scheduler"))
                + how);
    List<String> all = new ArrayList<>(List.of(flags));
    all.add("--config=" + configuration);
    all.add("--bind-address=127.0.0.1");
    all.add("--secure-port=" + Program.freePort());
    all.add("--cert-dir=" + folder.resolve("scheduler"));
    scheduler = Optional.of(Program.start(folder, "kube-scheduler", all));
  }

  /** Throws if the scheduler has ended. */
  void requireRunning() {
    scheduler.ifPresent(Program::requireRunning);
  }

  String metrics() throws IOException, InterruptedException {
    return console("/metrics");
  }

  /** Returns what the extender's console answers. */
  String console(String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://127.0.0.1:"
                        + extender.orElseThrow().consolePort().orElseThrow()
                        + path))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  @Override
  public void close() {
    scheduler.ifPresent(Program::close);
    stopExtender();
  }
}

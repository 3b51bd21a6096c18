package dev.plimsoll.advisor.controller;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.ApplyOverrides;
import dev.plimsoll.advisor.state.StateStore;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.InformerOptions;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.SuspendedDemand;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.server.metrics.MetricsRegistry;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * An API server with two nodes of 8 GPUs and the definitions of our kinds, shared in equal parts by
 * {@code red} and {@code blue}, whose quotas are 2 and 30.
 */
final class ControllerTestCluster implements AutoCloseable {
  static final String GPU = "requests.nvidia.com/gpu";
  static final Duration PATIENCE = Duration.ofSeconds(20);

  /** A minute passes in 0.6 seconds. */
  static final double SPEED = 100;

  static final DecisionSettings SETTINGS =
      new DecisionSettings(Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofDays(1));

  private static final Path CRDS =
      Path.of(System.getProperty("plimsoll.root"), "manifests", "crds");
  private static final InformerOptions QUICK =
      new InformerOptions(
          Duration.ofMillis(5), Duration.ofMillis(50), Duration.ofDays(1), Duration.ZERO);

  private final KubeApiServer server = KubeApiServer.start();
  private final Deque<Runnable> closers = new ArrayDeque<>();
  private final ClusterAccess access;

  ControllerTestCluster(Path folder) {
    server.access().token("secret", new User("me", "1", List.of("system:masters")));
    access =
        new ClusterAccess(
            Optional.of(server.kubeconfig(folder, "secret", "plimsoll")), Optional.empty());
    for (String definition : List.of("capacitypolicies.yaml", "quotarecommendations.yaml")) {
      YamlFile.read(CRDS.resolve(definition)).forEach(o -> server.objects().put(o.json()));
    }
    put("{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'plimsoll'}}");
    node("n1");
    node("n2");
    quota("red", "2");
    quota("blue", "30");
    put(
        """
        {'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'CapacityPolicy',
         'metadata': {'name': 'gpus'},
         'spec': {'tenants': [{'name': 'red', 'namespaces': ['red']},
                              {'name': 'blue', 'namespaces': ['blue']}],
           'resources': [{'name': 'nvidia.com/gpu'}],
           'division': {'type': 'Proportional'},
           'changes': {'apply': 'Automatic', 'step': '100%', 'limits': {'units': 1000}}}}
        """);
  }

  KubeApiServer server() {
    return server;
  }

  ClusterAccess access() {
    return access;
  }

  void put(String json) {
    server.objects().put(json.replace('\'', '"'));
  }

  void node(String name) {
    put(
        """
        {'apiVersion': 'v1', 'kind': 'Node', 'metadata': {'name': '%s'},
         'status': {'allocatable': {'cpu': '64', 'pods': '110', 'nvidia.com/gpu': '8'},
                    'conditions': [{'type': 'Ready', 'status': 'True'}]}}
        """
            .formatted(name));
  }

  private void quota(String namespace, String gpus) {
    put(
        "{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': '%s'}}"
            .formatted(namespace));
    put(
        """
        {'apiVersion': 'v1', 'kind': 'ResourceQuota',
         'metadata': {'name': 'gpu', 'namespace': '%1$s'},
         'spec': {'hard': {'%2$s': '%3$s'}},
         'status': {'hard': {'%2$s': '%3$s'}, 'used': {'%2$s': '0'}}}
        """
            .formatted(namespace, GPU, gpus));
  }

  String hard(String namespace) {
    return server
        .objects()
        .get("v1", "ResourceQuota", namespace, "gpu")
        .orElseThrow()
        .getAsJsonObject("spec")
        .getAsJsonObject("hard")
        .get(GPU)
        .getAsString();
  }

  ClusterInformers informers() {
    ClusterInformers informers = ClusterInformers.startWhole(access, QUICK);
    closers.push(informers::close);
    return informers;
  }

  ClusterInformers synced() throws InterruptedException {
    ClusterInformers informers = informers();
    if (!informers.awaitSynced(PATIENCE)) {
      throw new AssertionError("not synced: " + informers.health().problems());
    }
    return informers;
  }

  static AdviceRun run() {
    return new AdviceRun(
        new RunOptions(
            true, Optional.empty(), new ApplyOverrides(false, false), false, "plimsoll"));
  }

  static AdvisorController.Inputs inputs() {
    return inputs(StateStore.NONE);
  }

  static AdvisorController.Inputs inputs(StateStore stateStore) {
    return new AdvisorController.Inputs(
        new AllPolicies(),
        (cluster, policy, notes) -> UsageHistory.NONE,
        (policy, connection) -> stateStore,
        cluster -> Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler()));
  }

  /** Starts a controller on informers of its own; ended with the cluster. */
  MetricsRegistry start(BooleanSupplier isLeader) throws InterruptedException {
    return start(synced(), isLeader, inputs());
  }

  MetricsRegistry start(
      ClusterInformers informers, BooleanSupplier isLeader, AdvisorController.Inputs inputs) {
    return start(informers, isLeader, inputs, ControllerClock.startingAt(Instant.now(), SPEED));
  }

  MetricsRegistry start(
      ClusterInformers informers,
      BooleanSupplier isLeader,
      AdvisorController.Inputs inputs,
      ControllerClock clock) {
    MetricsRegistry registry = new MetricsRegistry();
    Connection connection = Connection.open(access);
    AdvisorController controller =
        AdvisorController.start(
            informers, connection, isLeader, inputs, run(), SETTINGS, clock, registry);
    closers.push(connection::close);
    closers.push(controller::close);
    return registry;
  }

  /** Returns how many decisions came to that end. */
  static long decisions(MetricsRegistry registry, String result) {
    return registry.scrape().stream()
        .filter(s -> s.getMetadata().getName().equals("plimsoll_advisor_decisions"))
        .map(CounterSnapshot.class::cast)
        .flatMap(s -> s.getDataPoints().stream())
        .filter(p -> result.equals(p.getLabels().get("result")))
        .mapToLong(p -> Math.round(p.getValue()))
        .sum();
  }

  /** Returns a gauge without labels; not a number if there is none. */
  static double gauge(MetricsRegistry registry, String name) {
    return gauge(registry, name, Labels.EMPTY);
  }

  /** Returns a gauge with these labels; not a number if there is none. */
  static double gauge(MetricsRegistry registry, String name, Labels labels) {
    return registry.scrape().stream()
        .filter(s -> s.getMetadata().getName().equals(name))
        .map(GaugeSnapshot.class::cast)
        .flatMap(s -> s.getDataPoints().stream())
        .filter(p -> p.getLabels().equals(labels))
        .mapToDouble(GaugeSnapshot.GaugeDataPointSnapshot::getValue)
        .findFirst()
        .orElse(Double.NaN);
  }

  /** Waits until it is so. */
  static void await(BooleanSupplier expected) throws InterruptedException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (!expected.getAsBoolean()) {
      if (System.nanoTime() > until) {
        throw new AssertionError("it never came about");
      }
      Thread.sleep(10);
    }
  }

  @Override
  public void close() {
    closers.forEach(Runnable::run);
    server.close();
  }

  /** The policies of the cluster. */
  private static final class AllPolicies implements PolicySource {
    @Override
    public List<JsonObject> chosen(List<JsonObject> stored) {
      return stored;
    }

    @Override
    public Set<SuspendedDemand> suspendedDemand() {
      return Set.of();
    }

    @Override
    public CapacityPolicy read(
        Optional<JsonObject> chosen, Cluster cluster, Consumer<String> notes) {
      JsonObject policy = chosen.orElseThrow();
      String name = policy.getAsJsonObject("metadata").get("name").getAsString();
      return PolicyFile.of(policy, "CapacityPolicy " + name).policy();
    }
  }
}

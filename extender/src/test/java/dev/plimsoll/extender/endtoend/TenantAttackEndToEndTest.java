package dev.plimsoll.extender.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.advisor.recommend.AdviceReport;
import dev.plimsoll.advisor.recommend.Advisor;
import dev.plimsoll.extender.LiveExtender;
import dev.plimsoll.extender.config.ServiceConfiguration;
import dev.plimsoll.extender.endtoend.HostileObjects.HostileObject;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A namespace editor creates the worst objects that it may, on a real API server, while another
 * tenant is asked about: {@code -Dplimsoll.attack.seconds} says for how long, {@code
 * -Dplimsoll.attack.seed} which.
 */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TenantAttackEndToEndTest {
  private static final System.Logger LOG =
      System.getLogger(TenantAttackEndToEndTest.class.getName());
  private static final Duration TIME =
      Duration.ofSeconds(Long.getLong("plimsoll.attack.seconds", 20));
  private static final long SEED = Long.getLong("plimsoll.attack.seed", 1);
  private static final int MOST_ALIVE = 60;
  private static final int CALLS_PER_WINDOW = 400;
  private static final int CALLS_PER_ATTACK = 5;
  private static final int FEWEST_WINDOWS = 20;
  private static final double MOST_SLOWER = 2;
  private static final long MOST_KEPT = 96L << 20;

  /** What is on its way counts, too, and what this test has in the same heap to delete later. */
  private static final long MOST_GROWTH = 384L << 20;

  private static final String CALL =
      """
      {"Pod": {"metadata": {"namespace": "victim", "name": "p", "uid": "u"}, "spec": {"containers":
        [{"name": "c", "resources": {"requests": {"nvidia.com/gpu": "%d"},
          "limits": {"nvidia.com/gpu": "%d"}}}]}}, "Nodes": null, "NodeNames": ["a", "b"]}
      """;

  private final HttpClient client = HttpClient.newHttpClient();
  private final HostileObjects hostileObjects = new HostileObjects(SEED, "attacker");
  private final Random random = new Random(SEED);
  private final List<HostileObject> alive = new ArrayList<>();
  private final Map<String, Integer> created = new TreeMap<>();
  private ControlPlane plane;
  private AdminApi tenant;
  private CapacityPolicy policy;
  private LiveExtender extender;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    plane = ControlPlane.start(Files.createDirectory(folder.resolve("plane")));
    EndToEndCluster cluster = new EndToEndCluster(plane.api());
    for (String namespace : List.of("plimsoll", "victim", "attacker")) {
      cluster.addNamespace(namespace);
    }
    cluster.addNode("a");
    cluster.addNode("b");
    cluster.addQuota("victim", 2);
    cluster.addClusterRoles(
        "control-plane/role.yaml", "control-plane/rbac.yaml", "control-plane/rbac-write.yaml");
    cluster.allowEditing("tenant", "attacker");
    tenant = plane.api("tenant");
    policy = PolicyFile.read(policy(folder)).policy();
    extender = LiveExtender.start(configuration(folder), "end-to-end");
  }

  private static Path policy(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("policy.yaml"),
        """
        apiVersion: plimsoll.dev/v1alpha1
        kind: CapacityPolicy
        metadata: {name: gpus}
        spec:
          tenants: [{name: victim, namespaces: [victim]}, {name: attacker, namespaces: [attacker]}]
          resources: [{name: nvidia.com/gpu}]
          enforcement: {placement: Hold}
        """);
  }

  private ServiceConfiguration configuration(Path folder) throws IOException {
    return ServiceConfiguration.read(
        Files.writeString(
            folder.resolve("serve.yaml"),
            """
            apiVersion: config.plimsoll.dev/v1alpha1
            kind: ServiceConfiguration
            scheduler: {listen: {port: 0}}
            console: {listen: {port: 0}}
            policy: %s
            cluster: {kubeconfig: %s}
            """
                .formatted(folder.resolve("policy.yaml"), plane.kubeconfig("extender-account"))));
  }

  @AfterAll
  void stop() {
    extender.close();
    plane.close();
  }

  private String answer(HttpRequest.Builder request) throws IOException, InterruptedException {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + extender.port() + path));
  }

  private HttpRequest.Builder console(String path) {
    return HttpRequest.newBuilder(
        URI.create("http://127.0.0.1:" + extender.consolePort().orElseThrow() + path));
  }

  private String filter(int gpus) throws IOException, InterruptedException {
    String call = CALL.formatted(gpus, gpus);
    return answer(request("/scheduler/filter").POST(HttpRequest.BodyPublishers.ofString(call)));
  }

  /** Returns all that the other tenant sees. */
  private List<String> seen() throws IOException, InterruptedException {
    return List.of(
        filter(0),
        filter(3),
        answer(console("/api/v1/quota?namespace=victim")).replaceAll("\"asOf\":\"[^\"]*\"", ""),
        answer(console("/api/v1/shares")),
        answer(request("/healthz")));
  }

  /** Returns what the other tenant's quotas should be; no rule fails on anything. */
  private List<String> advice() throws IOException {
    Cluster cluster =
        LiveCluster.read(
            new ClusterAccess(Optional.of(plane.kubeconfig("admin")), Optional.empty()), n -> {});
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    JsonObject report = AdviceReport.of(Advisor.advise(simulation, policy, UsageHistory.NONE));
    assertThat(report.getAsJsonArray("unexamined")).isEmpty();
    return report.getAsJsonArray("recommendations").asList().stream()
        .filter(r -> r.getAsJsonObject().get("namespace").getAsString().equals("victim"))
        .map(JsonElement::toString)
        .toList();
  }

  @Test
  void whatever_a_tenant_creates_the_others_are_answered_the_same() throws Exception {
    assertThat(filter(3)).contains("quota gpus has no requests.nvidia.com/gpu left");
    List<String> quiet = seen();
    List<String> advice = advice();
    assertThat(advice).isNotEmpty();
    List<Long> warm = latencies(2 * CALLS_PER_WINDOW);
    long heap = usedHeap();
    long end = System.nanoTime() + TIME.toNanos();
    List<Double> slower = new ArrayList<>();
    List<Double> slowerThanUnwatched = new ArrayList<>();
    long largest = heap;
    while (System.nanoTime() - end < 0) {
      long undisturbed = p99(latencies(CALLS_PER_WINDOW));
      long unwatched = p99(attackedLatencies(HostileObject::asConfigMap));
      deleteAll();
      long attacked = p99(attackedLatencies(UnaryOperator.identity()));
      slower.add((double) attacked / undisturbed);
      slowerThanUnwatched.add((double) attacked / unwatched);
      assertThat(seen()).isEqualTo(quiet);
      largest = Math.max(largest, usedHeap());
      deleteAll();
    }

    LOG.log(
        System.Logger.Level.INFO,
        "{0} created by seed {1}; {2} windows, filter p99 {3} us quiet, under attack {4} times that"
            + " in the median, and {5} times that under as much of what nobody watches; heap {6} MiB"
            + " before, {7} during, {8} after",
        created,
        SEED,
        slower.size(),
        p99(warm),
        median(slower),
        median(slowerThanUnwatched),
        heap >> 20,
        largest >> 20,
        usedHeap() >> 20);
    assertThat(seen()).isEqualTo(quiet);
    assertThat(advice()).isEqualTo(advice);
    assertThat(largest - heap).isLessThan(MOST_GROWTH);
    Await.until("what was deleted is forgotten", () -> usedHeap() - heap < MOST_KEPT);
    if (slower.size() >= FEWEST_WINDOWS) {
      assertThat(median(slowerThanUnwatched)).isLessThanOrEqualTo(MOST_SLOWER);
    }
    assertThat(answer(console("/metrics")))
        .contains("plimsoll_informer_synced{resource=\"pods\"} 1.0")
        .contains("plimsoll_informer_synced{resource=\"deployments.apps\"} 1.0")
        .contains("plimsoll_duty_failures_total{duty=\"resync\"} 0.0")
        .contains("plimsoll_duty_failures_total{duty=\"gap-scan\"} 0.0");
  }

  /**
   * Returns how long calls take, a few after each attack. What is attacked is Plimsoll, but etcd
   * and the API server share the processors with it; so the same is written as what nobody watches,
   * too.
   */
  private List<Long> attackedLatencies(UnaryOperator<HostileObject> disguise)
      throws IOException, InterruptedException {
    List<Long> latencies = new ArrayList<>();
    while (latencies.size() < CALLS_PER_WINDOW) {
      attack(disguise.apply(hostileObjects.next()));
      latencies.addAll(latencies(CALLS_PER_ATTACK));
    }
    return latencies;
  }

  private void attack(HostileObject object) throws IOException {
    String kind = object.path().substring(object.path().lastIndexOf('/') + 1);
    try {
      JsonObject unused = tenant.create(object.path(), object.json().toString());
      alive.add(object);
      created.merge(kind, 1, Integer::sum);
    } catch (IOException e) {
      // The API server denies some of them, which is as good.
      created.merge(kind + " denied", 1, Integer::sum);
    }
    if (alive.size() > MOST_ALIVE) {
      tenant.delete(alive.remove(random.nextInt(alive.size())).itself());
    }
  }

  private void deleteAll() throws IOException {
    for (HostileObject object : alive) {
      tenant.delete(object.itself());
    }
    alive.clear();
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }

  private List<Long> latencies(int calls) throws IOException, InterruptedException {
    List<Long> latencies = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      long start = System.nanoTime();
      assertThat(filter(3)).contains("quota gpus has no requests.nvidia.com/gpu left");
      latencies.add(System.nanoTime() - start);
    }
    return latencies;
  }

  private static long p99(List<Long> latencies) {
    List<Long> sorted = new ArrayList<>(latencies);
    Collections.sort(sorted);
    return sorted.get(sorted.size() * 99 / 100) / 1000;
  }

  private static long usedHeap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}

package dev.plimsoll.extender.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.extender.LiveExtender;
import dev.plimsoll.extender.config.ServiceConfiguration;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.ControlPlane;
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
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/**
 * A tenant creates the worst pods that it may, on a real API server, while another one is asked
 * about: {@code -Dplimsoll.attack.seconds} says for how long, {@code -Dplimsoll.attack.seed} which.
 */
@EnabledIfEnvironmentVariable(
    named = "KUBEBUILDER_ASSETS",
    matches = ".+",
    disabledReason =
        "KUBEBUILDER_ASSETS names no folder with etcd, kube-apiserver and kube-controller-manager;"
            + " the README says how to get them.")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TenantAttackEndToEndTest {
  private static final System.Logger LOG =
      System.getLogger(TenantAttackEndToEndTest.class.getName());
  private static final Duration TIME =
      Duration.ofSeconds(Long.getLong("plimsoll.attack.seconds", 20));
  private static final long SEED = Long.getLong("plimsoll.attack.seed", 1);
  private static final int MOST_PODS = 60;
  private static final long MOST_GROWTH = 96L << 20;
  private static final String PODS = "/api/v1/namespaces/attacker/pods";
  private static final String CALL =
      """
      {"Pod": {"metadata": {"namespace": "victim", "name": "p", "uid": "u"}, "spec": {"containers":
        [{"name": "c", "resources": {"requests": {"nvidia.com/gpu": "%d"},
          "limits": {"nvidia.com/gpu": "%d"}}}]}}, "Nodes": null, "NodeNames": ["a", "b"]}
      """;

  private final HttpClient client = HttpClient.newHttpClient();
  private final HostilePods hostilePods = new HostilePods(SEED);
  private final Random random = new Random(SEED);
  private final List<String> alive = new ArrayList<>();
  private ControlPlane plane;
  private AdminApi tenant;
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
        "base/role.yaml", "control-plane/rbac.yaml", "control-plane/rbac-write.yaml");
    cluster.allowPods("tenant", "attacker", "*");
    tenant = plane.api("tenant");
    extender = LiveExtender.start(configuration(folder), "end-to-end");
  }

  private ServiceConfiguration configuration(Path folder) throws IOException {
    Path policy =
        Files.writeString(
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
                .formatted(policy, plane.kubeconfig("extender-account"))));
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

  @Test
  void whatever_a_tenant_creates_the_others_are_answered_the_same() throws Exception {
    assertThat(filter(3)).contains("quota gpus has no requests.nvidia.com/gpu left");
    List<String> quiet = seen();
    List<Long> before = latencies(500);
    long heap = usedHeap();
    long end = System.nanoTime() + TIME.toNanos();
    List<Long> during = new ArrayList<>();
    int attacks = 0;
    while (System.nanoTime() - end < 0) {
      attack("p" + attacks++);
      during.addAll(latencies(5));
    }
    long largest = usedHeap();
    while (!alive.isEmpty()) {
      delete(alive.get(0));
    }

    LOG.log(
        System.Logger.Level.INFO,
        "{0} attacks by seed {1}; filter p99 {2} us quiet, {3} us during; heap {4} MiB before, {5}"
            + " during, {6} after",
        attacks,
        SEED,
        p99(before),
        p99(during),
        heap >> 20,
        largest >> 20,
        usedHeap() >> 20);
    assertThat(seen()).isEqualTo(quiet);
    assertThat(largest - heap).isLessThan(MOST_GROWTH);
    assertThat(answer(console("/metrics")))
        .contains("plimsoll_informer_synced{resource=\"pods\"} 1.0")
        .contains("plimsoll_duty_failures_total{duty=\"resync\"} 0.0")
        .contains("plimsoll_duty_failures_total{duty=\"gap-scan\"} 0.0");
  }

  private void attack(String name) throws IOException {
    try {
      JsonObject unused = tenant.create(PODS, hostilePods.next(name).toString());
      alive.add(name);
    } catch (IOException e) {
      // The API server denies some of them, which is as good.
    }
    if (alive.size() > MOST_PODS) {
      delete(alive.get(random.nextInt(alive.size())));
    }
  }

  private void delete(String name) throws IOException {
    tenant.deleteAll(PODS + "/" + name);
    alive.remove(name);
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

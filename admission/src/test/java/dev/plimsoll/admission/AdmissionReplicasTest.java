package dev.plimsoll.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.admission.review.ReviewSettings;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.plane.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three replicas on one API server over HTTP, and 16 clients that create pods in 20 namespaces,
 * each of which has a quota, and of which each four share a tenant's. One replica is a process,
 * which is killed, and one is cut off from the API server for longer than its lease while it goes
 * on being asked.
 */
class AdmissionReplicasTest {
  private static final System.Logger LOG = System.getLogger(AdmissionReplicasTest.class.getName());

  /** How many pods are created; more of them take longer: {@code -Dplimsoll.creations=10000}. */
  private static final int CREATIONS = Integer.getInteger("plimsoll.creations", 1500);

  private static final int PAUSED_FROM = 500;
  private static final int KILLED_FROM = 750;
  private static final int CLIENTS = 16;
  private static final int NAMESPACES = 20;
  private static final int TENANTS = 5;
  private static final int HARD = 8;
  private static final int CEILING = 20;

  @TempDir private Path folder;

  private final Queue<String> violations = new ConcurrentLinkedQueue<>();
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger created = new AtomicInteger();
  private final AtomicInteger denied = new AtomicInteger();
  private final AtomicInteger undecided = new AtomicInteger();

  @Test
  void never_is_more_given_away_than_there_is_and_nothing_stays_reserved() throws Exception {
    try (AdmissionCluster cluster = new AdmissionCluster(folder);
        PausingProxy proxy = new PausingProxy(cluster.server().url())) {
      fill(cluster);
      List<LiveAdmission> replicas = new ArrayList<>();
      replicas.add(cluster.replica(ReviewSettings.DEFAULT, true, through(cluster, proxy)));
      replicas.add(cluster.replica(ReviewSettings.DEFAULT, true));
      ReplicaProcess killed = ReplicaProcess.start(kubeconfig(cluster));
      List<Integer> ports = replicas.stream().map(LiveAdmission::port).toList();
      cluster.route(Stream.concat(ports.stream(), Stream.of(killed.port())).toList());
      Await.until("all is counted", () -> reserved(cluster).equals(Optional.of(0)));
      ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
      try {
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
          int client = i;
          all.add(clients.submit(() -> client(cluster, client)));
        }
        Await.until("many are under way", () -> begun.get() > PAUSED_FROM);
        proxy.pausedWhile(() -> Await.until("more are done", () -> begun.get() > KILLED_FROM));
        killed.close();
        cluster.route(ports);
        for (Future<?> each : all) {
          each.get();
        }
      } finally {
        killed.close();
        clients.shutdownNow();
      }
      check(cluster);
      cluster.forward(Duration.ofMinutes(5));
      Await.until("nothing is reserved", () -> reserved(cluster).equals(Optional.of(0)));
      replicas.forEach(r -> r.close());
      LOG.log(
          System.Logger.Level.INFO,
          "{0} pods created, {1} denied, {2} not decided on",
          created,
          denied,
          undecided);
    }
    assertThat(violations).isEmpty();
    assertThat(created).hasPositiveValue();
    assertThat(denied).hasPositiveValue();
  }

  private ClusterAccess through(AdmissionCluster cluster, PausingProxy proxy) throws Exception {
    String text =
        Files.readString(kubeconfig(cluster)).replace(cluster.server().url(), proxy.url());
    return new ClusterAccess(
        Optional.of(Files.writeString(folder.resolve("proxy.kubeconfig"), text)), Optional.empty());
  }

  private Path kubeconfig(AdmissionCluster cluster) {
    cluster.server().access().token("secret", User.ADMIN);
    return cluster.server().kubeconfig(folder, "secret", "default");
  }

  private static void fill(AdmissionCluster cluster) {
    cluster.server().objects().put(AdmissionManifests.read("crds/capacitypolicies.yaml").get(0));
    cluster.put(
        """
        {'apiVersion': 'v1', 'kind': 'Node', 'metadata': {'name': 'n'}, 'status': {
          'capacity': {'nvidia.com/gpu': '1000'}, 'allocatable': {'nvidia.com/gpu': '1000'},
          'conditions': [{'type': 'Ready', 'status': 'True'}]}}""");
    StringBuilder tenants = new StringBuilder();
    for (int i = 0; i < NAMESPACES; i++) {
      cluster.strictNamespace("ns" + i);
      cluster.quota("ns" + i, "gpus", "'requests.nvidia.com/gpu': '" + HARD + "'");
    }
    for (int t = 0; t < TENANTS; t++) {
      List<String> names = new ArrayList<>();
      for (int i = t; i < NAMESPACES; i += TENANTS) {
        names.add("'ns" + i + "'");
      }
      tenants.append(t == 0 ? "" : ", ");
      tenants.append(
          "{'name': 't%d', 'namespaces': [%s], 'ceiling': {'nvidia.com/gpu': '%d'}}"
              .formatted(t, String.join(", ", names), CEILING));
    }
    cluster.put(
        """
        {'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'CapacityPolicy',
         'metadata': {'name': 'gpus'}, 'spec': {'tenants': [%s],
           'resources': [{'name': 'nvidia.com/gpu'}], 'division': {'type': 'Proportional'},
           'enforcement': {'admission': 'Deny'}}}"""
            .formatted(tenants));
  }

  /** Returns what all ledgers say is reserved; empty if not all are there and counted. */
  private static Optional<Integer> reserved(AdmissionCluster cluster) {
    List<JsonObject> ledgers =
        cluster.server().objects().list("plimsoll.dev/v1alpha1", "QuotaLedger");
    if (ledgers.size() < NAMESPACES + TENANTS || !ledgers.stream().allMatch(l -> isCounted(l))) {
      return Optional.empty();
    }
    return Optional.of(
        ledgers.stream()
            .mapToInt(l -> l.getAsJsonObject("status").getAsJsonArray("reservations").size())
            .sum());
  }

  private static boolean isCounted(JsonObject ledger) {
    return ledger.has("status")
        && !ledger.getAsJsonObject("status").getAsJsonArray("namespaces").isEmpty();
  }

  private void client(AdmissionCluster cluster, int client) {
    Random random = new Random(client);
    for (int i = begun.getAndIncrement(); i < CREATIONS; i = begun.getAndIncrement()) {
      String namespace = "ns" + random.nextInt(NAMESPACES);
      String answer = cluster.createPod(namespace, "p" + i, 1 + random.nextInt(2));
      if (answer.isEmpty()) {
        created.incrementAndGet();
      } else if (answer.contains("exceeded quota")) {
        denied.incrementAndGet();
      } else {
        undecided.incrementAndGet();
      }
      if (i % 50 == 0) {
        check(cluster);
      }
      if (random.nextInt(3) == 0) {
        delete(cluster, random);
      }
    }
  }

  private static void delete(AdmissionCluster cluster, Random random) {
    List<JsonObject> pods = cluster.server().objects().list("v1", "Pod");
    if (!pods.isEmpty()) {
      JsonObject metadata = pods.get(random.nextInt(pods.size())).getAsJsonObject("metadata");
      cluster
          .server()
          .objects()
          .remove(
              "v1",
              "Pod",
              metadata.get("namespace").getAsString(),
              metadata.get("name").getAsString());
    }
  }

  private void check(AdmissionCluster cluster) {
    Map<String, Integer> used = new TreeMap<>();
    for (JsonObject pod : cluster.server().objects().list("v1", "Pod")) {
      String namespace = pod.getAsJsonObject("metadata").get("namespace").getAsString();
      int gpus =
          pod.getAsJsonObject("spec")
              .getAsJsonArray("containers")
              .get(0)
              .getAsJsonObject()
              .getAsJsonObject("resources")
              .getAsJsonObject("requests")
              .get("nvidia.com/gpu")
              .getAsInt();
      used.merge(namespace, gpus, Integer::sum);
      used.merge(
          "tenant " + Integer.parseInt(namespace.substring(2)) % TENANTS, gpus, Integer::sum);
    }
    used.forEach(
        (who, gpus) -> {
          if (gpus > (who.startsWith("tenant") ? CEILING : HARD)) {
            violations.add(who + " has " + gpus);
          }
        });
  }
}

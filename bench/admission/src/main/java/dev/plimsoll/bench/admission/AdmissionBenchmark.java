package dev.plimsoll.bench.admission;

import com.google.gson.JsonParser;
import dev.plimsoll.bench.admission.Callers.Latencies;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * Two replicas of the webhook, each a process, are sent reviews at a fixed rate over loopback. The
 * API server and the callers are this process, on the same CPUs.
 */
public final class AdmissionBenchmark {
  private static final int LEDGERS = 10;
  private static final int CALLERS = 96;
  private static final int SECONDS = 15;
  private static final String UNCOUNTED = "uncounted";

  private final KubeApiServer server = KubeApiServer.start();
  private final List<Replica> replicas = new ArrayList<>();

  private AdmissionBenchmark() {}

  /** Prints a table's rows. */
  public static void main(String[] args) throws Exception {
    AdmissionBenchmark benchmark = new AdmissionBenchmark();
    int exit = 1;
    try {
      benchmark.run();
      exit = 0;
    } finally {
      benchmark.replicas.forEach(Replica::close);
      System.exit(exit);
    }
  }

  private void run() throws Exception {
    fill();
    server.access().token("secret", User.ADMIN);
    Path kubeconfig =
        server.kubeconfig(Files.createTempDirectory("admission"), "secret", "default");
    for (int i = 0; i < 2; i++) {
      replicas.add(Replica.start(kubeconfig));
    }
    awaitCounted();
    Callers callers = new Callers(replicas.stream().map(Replica::port).toList(), CALLERS);
    IntFunction<String> uncounted = i -> review(UNCOUNTED);
    measure("2,000 reviews/s where nothing is reserved, just started", callers, 2000, uncounted);
    measure("2,000 reviews/s where nothing is reserved (goal: p99 5 ms)", callers, 2000, uncounted);
    IntFunction<String> counted = i -> review("ns" + i % LEDGERS);
    Latencies warm = callers.send(100, 5, counted);
    System.err.println("warmed up with " + warm.nanos().size() + " reservations");
    reserve("500 reviews/s that reserve in " + LEDGERS + " ledgers", callers, counted);
    reserve(
        "500 resizes of pods/s that reserve in " + LEDGERS + " other ledgers",
        callers,
        i -> resize("resized" + i % LEDGERS));
    measure(
        "2,000 deletions of pods/s, which the manifests' webhook is not asked about",
        callers,
        2000,
        i -> deletion("ns" + i % LEDGERS));
  }

  /** Prints three rows: of reviews for which something is reserved. */
  private void reserve(String what, Callers callers, IntFunction<String> reviews) throws Exception {
    long before = writes();
    Latencies reserved = measure(what + ", two replicas", callers, 500, reviews);
    System.out.printf(
        Locale.ROOT, "| of those not decided on in time | %,d |%n", reserved.notAllowed());
    System.out.printf(
        Locale.ROOT,
        "| writes of ledgers for those %,d, with those that conflicted | %,d |%n",
        reserved.nanos().size(),
        writes() - before);
  }

  /** Prints a row: how long the reviews took, and who had the CPUs meanwhile. */
  private Latencies measure(
      String what, Callers callers, int perSecond, IntFunction<String> reviews) throws Exception {
    Duration mine = cpu();
    Duration theirs = replicasCpu();
    Latencies latencies = callers.send(perSecond, SECONDS, reviews);
    System.out.printf(
        Locale.ROOT,
        "| %s | %s; CPUs: replicas %.2f, API server and callers %.2f |%n",
        what,
        latencies.summary(),
        share(replicasCpu().minus(theirs), latencies),
        share(cpu().minus(mine), latencies));
    return latencies;
  }

  private static double share(Duration cpu, Latencies latencies) {
    return cpu.toMillis() / 1e3 / latencies.seconds();
  }

  private static Duration cpu() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private Duration replicasCpu() {
    return replicas.stream().map(Replica::cpu).reduce(Duration.ZERO, Duration::plus);
  }

  private void fill() {
    server.objects().put(YamlFile.readOne(Path.of("manifests/crds/quotaledgers.yaml")).json());
    put(
        "{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': '%s'}}"
            .formatted(UNCOUNTED));
    for (int i = 0; i < LEDGERS; i++) {
      strictNamespace("ns" + i, "pods");
      strictNamespace("resized" + i, "requests.cpu");
    }
  }

  private void strictNamespace(String name, String key) {
    put(
        ("{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': '%s', 'labels':"
                + " {'plimsoll.dev/strict': 'true'}}}")
            .formatted(name));
    put(
        ("{'apiVersion': 'v1', 'kind': 'ResourceQuota', 'metadata': {'namespace': '%1$s', 'name':"
                + " 'q'}, 'spec': {'hard': {'%2$s': '100k'}}, 'status': {'hard': {'%2$s':"
                + " '100k'}, 'used': {'%2$s': '0'}}}")
            .formatted(name, key));
  }

  private void put(String json) {
    server.objects().put(JsonParser.parseString(json.replace('\'', '"')).getAsJsonObject());
  }

  private void awaitCounted() throws InterruptedException {
    while (server.objects().list("plimsoll.dev/v1alpha1", "QuotaLedger").stream()
            .filter(l -> l.has("status"))
            .count()
        < 2 * LEDGERS) {
      boolean unused = new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS);
    }
  }

  private long writes() {
    return server.calls().stream()
        .filter(c -> c.startsWith("PUT ") && c.contains("/quotaledgers/"))
        .count();
  }

  private static String review(String namespace) {
    String uid = UUID.randomUUID().toString();
    return request(uid, "'operation': 'CREATE', 'object': " + pod(namespace, uid, "", 1));
  }

  private static String resize(String namespace) {
    String uid = UUID.randomUUID().toString();
    return request(
        uid,
        "'subResource': 'resize', 'operation': 'UPDATE', 'object': %s, 'oldObject': %s"
            .formatted(pod(namespace, uid, "5", 2), pod(namespace, uid, "5", 1)));
  }

  private static String deletion(String namespace) {
    String uid = UUID.randomUUID().toString();
    return request(uid, "'operation': 'DELETE', 'oldObject': " + pod(namespace, uid, "5", 1));
  }

  private static String request(String uid, String what) {
    return """
        {'apiVersion': 'admission.k8s.io/v1', 'kind': 'AdmissionReview', 'request': {'uid': '%s',
          'kind': {'group': '', 'version': 'v1', 'kind': 'Pod'},
          'resource': {'group': '', 'version': 'v1', 'resource': 'pods'}, %s}}"""
        .formatted(uid, what)
        .replace('\'', '"');
  }

  private static String pod(String namespace, String uid, String version, int cpus) {
    return """
        {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'namespace': '%1$s', 'name': 'p-%2$s',
            'uid': '%2$s', 'resourceVersion': '%3$s'},
          'spec': {'containers': [{'name': 'c', 'resources': {'requests': {'cpu': '%4$d'}}}]}}"""
        .formatted(namespace, uid, version, cpus);
  }
}

package dev.plimsoll.bench.admission;

import com.google.gson.JsonParser;
import dev.plimsoll.admission.LiveAdmission;
import dev.plimsoll.admission.config.AdmissionServiceConfiguration;
import dev.plimsoll.admission.controller.ControllerSettings;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.server.config.ServerConfiguration;
import dev.plimsoll.server.election.LeaderElectionSettings;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Two replicas of the webhook on one API server, all on this machine, are sent reviews at a fixed
 * rate over loopback; a review's time counts from when it was due.
 */
public final class AdmissionBenchmark {
  private static final int LEDGERS = 10;
  private static final int THREADS = 32;
  private static final int SECONDS = 15;
  private static final String UNCOUNTED = "uncounted";

  private final KubeApiServer server = KubeApiServer.start();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final List<LiveAdmission.Started> replicas = new ArrayList<>();
  private final AtomicInteger undecided = new AtomicInteger();

  private AdmissionBenchmark() {}

  /** Prints a table's rows. */
  public static void main(String[] args) throws Exception {
    int exit = 1;
    try {
      new AdmissionBenchmark().run();
      exit = 0;
    } finally {
      System.exit(exit);
    }
  }

  private void run() throws Exception {
    fill();
    start();
    start();
    awaitCounted();
    long[] warm = send(200, 5, i -> UNCOUNTED);
    System.err.println("warmed up with " + warm.length + " reviews");
    row(
        "2,000 reviews/s where nothing is reserved, p99",
        send(2000, SECONDS, i -> UNCOUNTED),
        "5 ms");
    long[] alsoWarm = send(100, 5, i -> "ns" + i % LEDGERS);
    System.err.println("warmed up with " + alsoWarm.length + " reservations");
    long before = writes();
    undecided.set(0);
    long[] reserved = send(500, SECONDS, i -> "ns" + i % LEDGERS);
    row("500 reviews/s that reserve in " + LEDGERS + " ledgers, two replicas, p99", reserved, "");
    long writes = writes() - before;
    System.out.printf(
        Locale.ROOT, "| of those not decided on in time | %,d | 0 |%n", undecided.get());
    System.out.printf(
        Locale.ROOT,
        "| writes of ledgers for those %,d, with those that conflicted | %,d | |%n",
        reserved.length,
        writes);
  }

  private static void row(String what, long[] nanos, String goal) {
    System.out.printf(
        Locale.ROOT,
        "| %s (median %.1f ms, most %.0f ms) | %.1f ms | %s |%n",
        what,
        nanos[nanos.length / 2] / 1e6,
        nanos[nanos.length - 1] / 1e6,
        nanos[(int) (nanos.length * 0.99)] / 1e6,
        goal);
  }

  private void fill() {
    server.objects().put(YamlFile.readOne(Path.of("manifests/crds/quotaledgers.yaml")).json());
    put(
        "{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': '%s'}}"
            .formatted(UNCOUNTED));
    for (int i = 0; i < LEDGERS; i++) {
      put(
          ("{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'ns%d', 'labels':"
                  + " {'plimsoll.dev/strict': 'true'}}}")
              .formatted(i));
      put(
          ("{'apiVersion': 'v1', 'kind': 'ResourceQuota', 'metadata': {'namespace': 'ns%d', 'name':"
                  + " 'q'}, 'spec': {'hard': {'pods': '100k'}}, 'status': {'hard': {'pods':"
                  + " '100k'}, 'used': {'pods': '0'}}}")
              .formatted(i));
    }
  }

  private void put(String json) {
    server.objects().put(JsonParser.parseString(json.replace('\'', '"')).getAsJsonObject());
  }

  private void start() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("admission");
    server.access().token("secret", User.ADMIN);
    AdmissionServiceConfiguration absent = AdmissionServiceConfiguration.DEFAULT;
    ServerConfiguration configuration =
        new ServerConfiguration(
            absent.server().management(),
            new ClusterAccess(
                Optional.of(server.kubeconfig(folder, "secret", "default")), Optional.empty()),
            absent.server().staleAfter(),
            new LeaderElectionSettings(
                !replicas.isEmpty(), "default", "bench", Duration.ofSeconds(15)));
    ControllerSettings settings = ControllerSettings.DEFAULT;
    replicas.add(
        LiveAdmission.start(
            new AdmissionServiceConfiguration(
                configuration, absent.http().onLoopback(), absent.reviews()),
            new ControllerSettings(
                settings.pause(),
                settings.resyncPeriod(),
                Duration.ZERO,
                settings.clock(),
                settings.ticker()),
            "benchmark"));
  }

  private void awaitCounted() throws InterruptedException {
    while (server.objects().list("plimsoll.dev/v1alpha1", "QuotaLedger").stream()
            .filter(l -> l.has("status"))
            .count()
        < LEDGERS) {
      boolean unused = new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS);
    }
  }

  private long writes() {
    return server.calls().stream()
        .filter(c -> c.startsWith("PUT ") && c.contains("/quotaledgers/"))
        .count();
  }

  /** In which namespace a review is. */
  private interface Namespaces {
    String of(int review);
  }

  /** Returns how long each took, in nanoseconds, the fastest first. */
  private long[] send(int perSecond, int seconds, Namespaces namespaces) throws Exception {
    int all = perSecond * seconds;
    long[] took = new long[all];
    AtomicInteger next = new AtomicInteger();
    long began = System.nanoTime();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Future<?>> senders = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      senders.add(
          threads.submit(
              () -> {
                for (int i = next.getAndIncrement(); i < all; i = next.getAndIncrement()) {
                  long due = began + (long) (i * (1e9 / perSecond));
                  for (long left = due - System.nanoTime();
                      left > 0;
                      left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                  }
                  ask(replicas.get(i % replicas.size()).port(), namespaces.of(i));
                  took[i] = System.nanoTime() - due;
                }
                return null;
              }));
    }
    for (Future<?> sender : senders) {
      sender.get();
    }
    threads.shutdown();
    Arrays.sort(took);
    return took;
  }

  private void ask(int port, String namespace) throws IOException, InterruptedException {
    String uid = UUID.randomUUID().toString();
    String review =
        """
        {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "%1$s",
          "kind": {"group": "", "version": "v1", "kind": "Pod"},
          "resource": {"group": "", "version": "v1", "resource": "pods"}, "operation": "CREATE",
          "object": {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "%2$s",
              "name": "p-%1$s", "uid": "%1$s"},
            "spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": "1"}}}]}}}}"""
            .formatted(uid, namespace);
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + port + "/admission/validate?timeout=10s"))
                .POST(HttpRequest.BodyPublishers.ofString(review))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    if (!answer.body().contains("\"allowed\":true")) {
      undecided.incrementAndGet();
    }
  }
}

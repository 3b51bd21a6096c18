package dev.plimsoll.admission;

import static dev.plimsoll.admission.AdmissionEndToEndCluster.pod;
import static dev.plimsoll.admission.AdmissionEndToEndCluster.pods;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What takes how long with a ledger and with plain quota, in one run on a real control plane. */
@RealControlPlane
class AdmissionTimesEndToEndTest {
  private static final System.Logger LOG =
      System.getLogger(AdmissionTimesEndToEndTest.class.getName());

  /** The goal is 1.2: {@code -Dplimsoll.times=1.2} on a quiet machine. */
  private static final double FACTOR =
      Double.parseDouble(System.getProperty("plimsoll.times", "2"));

  private static final long MORE = Duration.ofSeconds(1).toMillis();
  private static final int ROUNDS = Integer.getInteger("plimsoll.times.rounds", 1);
  private static final int JOB = Integer.getInteger("plimsoll.times.job", 100);
  private static final int REPLICAS = 10;
  private static final int CHANGES = 20;
  private static final Duration AT_A_RATE = Duration.ofSeconds(10);
  private static final int CLIENTS = 32;

  @TempDir private static Path folder;
  private static AdmissionEndToEndCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        new AdmissionEndToEndCluster(
            folder,
            Duration.ofSeconds(10),
            List.of(
                "resourcequota-controller",
                "deployment-controller",
                "replicaset-controller",
                "job-controller"));
    JsonObject unused =
        cluster
            .api()
            .create(
                "/apis/storage.k8s.io/v1/storageclasses",
                "{\"metadata\": {\"name\": \"grows\"}, \"provisioner\": \"p\", \"allowVolumeExpansion\": true}");
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  /** What is done in a namespace; it takes as long as this runs. */
  @FunctionalInterface
  private interface Work {
    void run(String namespace) throws Exception;
  }

  @Test
  void a_job_is_created_as_soon_as_with_plain_quota() throws Exception {
    compare("job", JOB, namespace -> {}, AdmissionTimesEndToEndTest::runJob);
  }

  private static void runJob(String namespace) throws Exception {
    String jobs = "/apis/batch/v1/namespaces/" + namespace + "/jobs";
    JsonObject unused =
        cluster
            .api()
            .create(
                jobs,
                "{\"metadata\": {\"name\": \"j\"}, \"spec\": {\"parallelism\": %1$d, \"completions\": %1$d, \"template\": %2$s}}"
                    .formatted(JOB, template(", \"restartPolicy\": \"Never\"")));
    Await.until("all pods are there", () -> status(jobs + "/j", "active") == JOB);
  }

  /** A quota that has room for one more pod than there are replicas. */
  @Test
  void a_rollout_at_the_limit_ends_as_soon_as_with_plain_quota() throws Exception {
    compare(
        "rollout",
        REPLICAS + 1,
        namespace -> {
          JsonObject unused =
              cluster
                  .api()
                  .create(
                      deployments(namespace),
                      "{\"metadata\": {\"name\": \"web\"}, \"spec\": {\"replicas\": %d, \"strategy\": {\"rollingUpdate\": {\"maxSurge\": 1, \"maxUnavailable\": 0}}, \"selector\": {\"matchLabels\": {\"a\": \"b\"}}, \"template\": %s}}"
                          .formatted(REPLICAS, template("")));
          awaitRollout(namespace);
        },
        namespace -> {
          JsonObject unused =
              cluster
                  .api()
                  .patch(
                      deployments(namespace) + "/web",
                      "{\"spec\": {\"template\": {\"metadata\": {\"annotations\": {\"v\": \"2\"}}}}}");
          awaitRollout(namespace);
        });
  }

  private static String deployments(String namespace) {
    return "/apis/apps/v1/namespaces/" + namespace + "/deployments";
  }

  /** Says that pods are ready, as kubelets would, until all pods are of the newest template. */
  private static void awaitRollout(String namespace) throws Exception {
    String web = deployments(namespace) + "/web";
    Await.until(
        "the rollout is over",
        () -> {
          for (JsonObject each : cluster.api().list(pods(namespace))) {
            if (!each.getAsJsonObject("status").has("conditions")) {
              AdminApi.Answer unused =
                  cluster
                      .api()
                      .exchange(
                          "PATCH",
                          pods(namespace) + "/" + name(each) + "/status",
                          "application/merge-patch+json",
                          "{\"status\": {\"phase\": \"Running\", \"conditions\": [{\"type\": \"Ready\", \"status\": \"True\"}]}}");
            }
          }
          JsonObject deployment = cluster.api().get(web);
          return status(web, "observedGeneration")
                  == deployment.getAsJsonObject("metadata").get("generation").getAsInt()
              && status(web, "updatedReplicas") == REPLICAS
              && status(web, "replicas") == REPLICAS
              && status(web, "availableReplicas") == REPLICAS;
        });
  }

  @Test
  void pods_grow_as_soon_as_with_plain_quota() throws Exception {
    compare(
        "grow",
        CHANGES,
        namespace ->
            Await.until(
                "the pod is there",
                () -> post(pods(namespace), pod("a", 1, 1).toString()).code() == 201),
        namespace -> {
          for (int i = 0; i < CHANGES; i++) {
            String resized =
                "{\"spec\": {\"containers\": [{\"name\": \"c\", \"resources\": {\"requests\": {\"cpu\": \"%1$d\"}, \"limits\": {\"cpu\": \"%1$d\"}}}]}}"
                    .formatted(2 + i);
            isDone(
                cluster
                    .api()
                    .exchange(
                        "PATCH",
                        pods(namespace) + "/a/resize",
                        "application/strategic-merge-patch+json",
                        resized));
          }
        });
  }

  @Test
  void claims_grow_as_soon_as_with_plain_quota() throws Exception {
    compare(
        "claim",
        CHANGES,
        namespace -> {
          String claims = claims(namespace);
          String claim =
              "{\"metadata\": {\"name\": \"a\"}, \"spec\": {\"storageClassName\": \"grows\", \"volumeName\": \"v\", \"accessModes\": [\"ReadWriteOnce\"], \"resources\": {\"requests\": {\"storage\": \"1Gi\"}}}}";
          Await.until("the claim is there", () -> post(claims, claim).code() == 201);
          isDone(
              cluster
                  .api()
                  .exchange(
                      "PATCH",
                      claims + "/a/status",
                      "application/merge-patch+json",
                      "{\"status\": {\"phase\": \"Bound\", \"capacity\": {\"storage\": \"1Gi\"}}}"));
        },
        namespace -> {
          for (int i = 0; i < CHANGES; i++) {
            isDone(
                cluster
                    .api()
                    .exchange(
                        "PATCH",
                        claims(namespace) + "/a",
                        "application/merge-patch+json",
                        "{\"spec\": {\"resources\": {\"requests\": {\"storage\": \"%dGi\"}}}}"
                            .formatted(2 + i)));
          }
        });
  }

  private static String claims(String namespace) {
    return "/api/v1/namespaces/" + namespace + "/persistentvolumeclaims";
  }

  /** What a ledger adds to the creation of a pod, when pods are created at a rate. */
  @ParameterizedTest
  @ValueSource(ints = {1, 50, 500})
  void a_creation_is_answered_soon(int rate) throws Exception {
    List<Long> plain = new ArrayList<>();
    List<Long> ours = new ArrayList<>();
    namespace("rate-plain-" + rate, false, 100_000);
    namespace("rate-ours-" + rate, true, 100_000);
    for (int slice = 0; slice < 2; slice++) {
      plain.addAll(createAtRate("rate-plain-" + rate, rate, slice));
      ours.addAll(createAtRate("rate-ours-" + rate, rate, slice));
    }
    LOG.log(
        System.Logger.Level.INFO,
        "at {0} a second: {1} creations with a ledger took {2} ms in the median, {3} ms in 99 % of cases; {4} with plain quota {5} and {6} ms",
        rate,
        ours.size(),
        percentile(ours, 50),
        percentile(ours, 99),
        plain.size(),
        percentile(plain, 50),
        percentile(plain, 99));
    assertThat(ours.size()).isGreaterThanOrEqualTo(plain.size() / 2);
  }

  private static List<Long> createAtRate(String namespace, int rate, int slice) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<Long>> sent = new ArrayList<>();
      long began = System.nanoTime();
      for (int i = 0; i < rate * AT_A_RATE.toSeconds(); i++) {
        long due = began + i * 1_000_000_000L / rate;
        while (System.nanoTime() < due) {
          LockSupport.parkNanos(due - System.nanoTime());
        }
        String name = "p" + slice + "-" + i;
        sent.add(clients.submit(() -> create(namespace, name)));
      }
      List<Long> times = new ArrayList<>();
      for (Future<Long> each : sent) {
        if (each.get() >= 0) {
          times.add(each.get());
        }
      }
      return times;
    } finally {
      clients.shutdownNow();
    }
  }

  /** Returns how long it took, in microseconds; -1 if it was denied. */
  private static long create(String namespace, String name) throws Exception {
    long began = System.nanoTime();
    AdminApi.Answer answer = post(pods(namespace), pod(name, 1, 1).toString());
    return answer.code() == 201 ? (System.nanoTime() - began) / 1_000 : -1;
  }

  private static double percentile(List<Long> micros, int percent) {
    List<Long> sorted = micros.stream().sorted().toList();
    return sorted.get((sorted.size() - 1) * percent / 100) / 1_000.0;
  }

  private static void compare(String what, int pods, Work prepare, Work work) throws Exception {
    List<Long> plain = new ArrayList<>();
    List<Long> ours = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      plain.add(timed(what + "-plain-" + round, false, pods, prepare, work));
      ours.add(timed(what + "-ours-" + round, true, pods, prepare, work));
    }
    long ledger = median(ours);
    long quota = median(plain);
    LOG.log(
        System.Logger.Level.INFO,
        "{0}: {1} ms with a ledger, {2} ms with plain quota",
        what,
        ledger,
        quota);
    assertThat((double) ledger).isLessThanOrEqualTo(FACTOR * quota + MORE);
  }

  private static long timed(String namespace, boolean isStrict, int pods, Work prepare, Work work)
      throws Exception {
    namespace(namespace, isStrict, pods);
    prepare.run(namespace);
    long began = System.nanoTime();
    work.run(namespace);
    return Duration.ofNanos(System.nanoTime() - began).toMillis();
  }

  /** Creates a namespace with a quota on all resources that the tests change. */
  private static void namespace(String name, boolean isStrict, int pods) throws Exception {
    cluster.namespace(name, isStrict, pods);
    JsonObject unused =
        cluster
            .api()
            .patch(
                "/api/v1/namespaces/" + name + "/resourcequotas/gpus",
                "{\"spec\": {\"hard\": {\"pods\": \"%d\", \"requests.cpu\": \"1000000\", \"requests.storage\": \"100Gi\"}}}"
                    .formatted(pods));
    Await.until(
        "all keys are counted", () -> dryRun(claims(name)) && dryRun(pods(name), pod("x", 1, 1)));
  }

  private static boolean dryRun(String claims) throws IOException {
    return post(
                claims + "?dryRun=All",
                "{\"metadata\": {\"name\": \"x\"}, \"spec\": {\"accessModes\": [\"ReadWriteOnce\"], \"resources\": {\"requests\": {\"storage\": \"1Gi\"}}}}")
            .code()
        == 201;
  }

  private static boolean dryRun(String pods, JsonObject pod) throws IOException {
    return post(pods + "?dryRun=All", pod.toString()).code() == 201;
  }

  private static long median(List<Long> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  private static String template(String more) {
    String spec = pod("a", 1, 1).getAsJsonObject("spec").toString();
    return "{\"metadata\": {\"labels\": {\"a\": \"b\"}}, \"spec\": %s%s}}"
        .formatted(spec.substring(0, spec.length() - 1), more);
  }

  private static int status(String path, String field) throws IOException {
    JsonObject status = cluster.api().get(path).getAsJsonObject("status");
    return status.has(field) ? status.get(field).getAsInt() : 0;
  }

  private static String name(JsonObject object) {
    return object.getAsJsonObject("metadata").get("name").getAsString();
  }

  private static AdminApi.Answer post(String path, String object) throws IOException {
    return cluster.api().exchange("POST", path, "application/json", object);
  }

  private static void isDone(AdminApi.Answer answer) {
    assertThat(answer.code()).as(String.valueOf(answer.body())).isLessThan(300);
  }
}

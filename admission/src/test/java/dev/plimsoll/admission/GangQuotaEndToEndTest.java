package dev.plimsoll.admission;

import static dev.plimsoll.admission.AdmissionEndToEndCluster.pod;
import static dev.plimsoll.admission.AdmissionEndToEndCluster.pods;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two gangs of 8 on a quota of 8, through two API servers and two replicas of the role. */
@RealControlPlane
class GangQuotaEndToEndTest {
  private static final System.Logger LOG = System.getLogger(GangQuotaEndToEndTest.class.getName());

  /** How often two gangs race; more of it takes longer: {@code -Dplimsoll.gang.rounds=100}. */
  private static final int ROUNDS = Integer.getInteger("plimsoll.gang.rounds", 5);

  private static final int SIZE = 8;
  private static final String JOBS = "/apis/batch/v1/namespaces/%s/jobs";

  @TempDir private static Path folder;
  private static AdmissionEndToEndCluster cluster;
  private static AdminApi other;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        new AdmissionEndToEndCluster(
            folder, Duration.ofSeconds(1), List.of("resourcequota-controller", "job-controller"));
    other = cluster.plane().startAnotherApiServer();
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  @Test
  void of_two_gangs_of_pods_exactly_one_runs() throws Exception {
    cluster.namespace("pods", true, SIZE);
    Tally tally = new Tally("pods");
    ExecutorService threads = Executors.newFixedThreadPool(2 * SIZE);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        race(threads, round, tally);
        cluster.api().deleteAll(pods("pods"));
        cluster.awaitLedger("pods", 0, 0);
      }
    } finally {
      threads.shutdownNow();
    }
    tally.log();
  }

  private static void race(ExecutorService threads, int round, Tally tally) throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    List<Future<Integer>> writers = new ArrayList<>();
    for (int i = 0; i < 2 * SIZE; i++) {
      AdminApi api = i % 2 == 0 ? cluster.api() : other;
      String gang = i < SIZE ? "a" : "b";
      // Pods whose names end in 1 are asked of the second replica.
      JsonObject pod = gang(pod("r%d-%s-%d-%d".formatted(round, gang, i, i / 2 % 2), 1, 1), gang);
      writers.add(threads.submit(creation(api, pod.toString(), isOver)));
    }
    Await.until("a gang runs", () -> tally.look(Gang.NAME));
    isOver.set(true);
    for (Future<Integer> writer : writers) {
      tally.denials.addAndGet(writer.get());
    }
    assertThat(tally.look(Gang.NAME)).isTrue();
  }

  /** Creates a pod, and tries again while it is denied; returns how often it was denied. */
  private static Callable<Integer> creation(AdminApi api, String pod, AtomicBoolean isOver) {
    return () -> {
      int denied = 0;
      while (!isOver.get()
          && api.exchange("POST", pods("pods"), "application/json", pod).code() != 201) {
        denied++;
        Await.pause();
      }
      return denied;
    };
  }

  @Test
  void of_two_Jobs_exactly_one_runs() throws Exception {
    cluster.namespace("jobs", true, SIZE);
    Tally tally = new Tally("jobs");
    for (int round = 0; round < ROUNDS; round++) {
      String jobs = JOBS.formatted("jobs");
      for (String gang : List.of("a", "b")) {
        AdminApi api = gang.equals("a") ? cluster.api() : other;
        JsonObject unused = api.create(jobs, job(gang + round));
      }
      Await.until("a Job runs", () -> tally.look("batch.kubernetes.io/job-name"));
      for (String gang : List.of("a", "b")) {
        AdminApi.Answer unused =
            cluster
                .api()
                .exchange(
                    "DELETE",
                    jobs + "/" + gang + round,
                    "application/json",
                    "{\"propagationPolicy\":\"Background\"}");
      }
      Await.until(
          "no pod is left",
          () -> {
            boolean unused = tally.look("batch.kubernetes.io/job-name");
            cluster.api().deleteAll(pods("jobs"));
            return cluster.api().list(jobs).isEmpty() && cluster.api().list(pods("jobs")).isEmpty();
          });
      cluster.awaitLedger("jobs", 0, 0);
    }
    tally.log();
  }

  @Test
  void what_a_gang_holds_is_given_back_after_the_bound_and_denied_until_then() throws Exception {
    cluster.namespace("held", true, SIZE);
    assertThat(create("held", gang(pod("a0", 1, 1), "a"))).isEmpty();
    cluster.awaitLedger("held", 1, SIZE - 1);

    assertThat(create("held", gang(pod("b1", 1, 1), "b")))
        .contains("exceeded quota: gpus, requested: requests.nvidia.com/gpu=8")
        .endsWith(
            "The 8 missing pods of gang b are admitted together or not at all,"
                + " and quota gpus lacks requests.nvidia.com/gpu=8.");
    assertThat(create("held", pod("single1", 1, 1))).contains("exceeded quota: gpus");

    cluster.forward(Duration.ofMinutes(6));
    cluster.awaitLedger("held", 1, 0);
    assertThat(create("held", gang(pod("b1", 1, 1), "b")))
        .contains("lacks requests.nvidia.com/gpu=1");
    assertThat(create("held", pod("single1", 1, 1))).isEmpty();
  }

  @Test
  void what_is_no_size_is_said() throws Exception {
    cluster.namespace("sizes", true, SIZE);
    for (String size : List.of("0", "-1", "four")) {
      JsonObject pod = gang(pod("a0", 1, 1), "a");
      pod.getAsJsonObject("metadata").getAsJsonObject("annotations").addProperty(Gang.SIZE, size);

      assertThat(create("sizes", pod))
          .endsWith(
              "plimsoll.dev/group-size: \"" + size + "\" is not a whole number from 1 to 999999");
    }
    JsonObject pod = gang(pod("a0", 1, 1), "a");
    pod.getAsJsonObject("metadata").getAsJsonObject("annotations").addProperty(Gang.SIZE, "9");
    assertThat(create("sizes", pod))
        .endsWith(
            "Gang a can never fit: its 9 pods need requests.nvidia.com/gpu=9 together,"
                + " and quota gpus allows requests.nvidia.com/gpu=8.");
    assertThat(cluster.amounts("sizes")).isEqualTo("0 0");
  }

  private static String create(String namespace, JsonObject pod) throws IOException {
    AdminApi.Answer answer =
        cluster.api().exchange("POST", pods(namespace), "application/json", pod.toString());
    return answer.code() < 300 ? "" : answer.body().get("message").getAsString();
  }

  private static JsonObject gang(JsonObject pod, String gang) {
    JsonObject annotations = new JsonObject();
    annotations.addProperty(Gang.SIZE, "" + SIZE);
    annotations.addProperty(Gang.NAME, gang);
    JsonObject labels = new JsonObject();
    labels.addProperty(Gang.NAME, gang);
    pod.getAsJsonObject("metadata").add("annotations", annotations);
    pod.getAsJsonObject("metadata").add("labels", labels);
    return pod;
  }

  private static String job(String name) {
    JsonObject spec = pod("p", 1, 1).getAsJsonObject("spec");
    spec.addProperty("restartPolicy", "Never");
    return """
        {"metadata": {"name": "%s"}, "spec": {"parallelism": %2$d, "completions": %2$d,
          "template": {"metadata": {"annotations": {"plimsoll.dev/group-size": "%2$d"}},
            "spec": %3$s}}}"""
        .formatted(name, SIZE, spec);
  }

  /** What was seen of the gangs of a namespace. */
  private static final class Tally {
    private final AtomicInteger denials = new AtomicInteger();
    private final String namespace;
    private int looks;

    Tally(String namespace) {
      this.namespace = namespace;
    }

    /** Fails if two gangs have pods; returns whether one is complete. */
    boolean look(String label) throws IOException {
      looks++;
      List<String> names =
          cluster.api().list(pods(namespace)).stream()
              .map(p -> p.getAsJsonObject("metadata"))
              .filter(m -> !m.has("deletionTimestamp"))
              .map(m -> m.getAsJsonObject("labels").get(label).getAsString())
              .toList();
      assertThat(names.stream().distinct().toList()).hasSizeLessThan(2);
      return names.size() == SIZE;
    }

    void log() {
      LOG.log(
          System.Logger.Level.INFO,
          "{0}: {1} rounds, {2} looks: in each round one of two gangs of 8 ran, none of the other;"
              + " {3} denials",
          namespace,
          ROUNDS,
          looks,
          denials);
    }
  }
}

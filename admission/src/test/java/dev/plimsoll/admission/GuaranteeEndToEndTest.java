package dev.plimsoll.admission;

import static dev.plimsoll.admission.AdmissionEndToEndCluster.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Eight writers at two API servers, two replicas that are killed and stopped, and a quota that is
 * edited up and down: nothing is stored beyond it, as a watch of all objects shows, and nothing is
 * denied for long that fits.
 */
@RealControlPlane
class GuaranteeEndToEndTest {
  private static final System.Logger LOG = System.getLogger(GuaranteeEndToEndTest.class.getName());

  /** How long it lasts: {@code -Dplimsoll.guarantee.seconds=600} for ten minutes. */
  private static final Duration TIME =
      Duration.ofSeconds(Integer.getInteger("plimsoll.guarantee.seconds", 30));

  /**
   * How long something may be denied that fits. The goal is 2 on a quiet machine: {@code
   * -Dplimsoll.guarantee.denied=2}.
   */
  private static final Duration DENIED =
      Duration.ofSeconds(Integer.getInteger("plimsoll.guarantee.denied", 15));

  private static final Duration SOON = Duration.ofSeconds(15);
  private static final Duration REST = Duration.ofSeconds(6);
  private static final int WRITERS = 8;
  private static final Duration LATE = Duration.ofSeconds(5);
  private static final String CORE = "/api/v1/namespaces/guard/";
  private static final List<String> RESOURCES = List.of("pods", "services", "deployments");

  @TempDir private Path folder;

  private final AtomicInteger disturbances = new AtomicInteger();
  private final List<Streak> streaks = Collections.synchronizedList(new ArrayList<>());

  /**
   * A time in which a writer was denied whenever it asked. A replica that is killed or hangs denies
   * nothing: an answer without a decision ends the time.
   */
  private record Streak(String resource, long from, long to) {}

  @Test
  void nothing_is_stored_beyond_a_quota_and_nothing_that_fits_is_denied_for_long()
      throws Exception {
    try (AdmissionEndToEndCluster cluster = AdmissionEndToEndCluster.withProcesses(folder)) {
      AdminApi other = cluster.plane().startAnotherApiServer();
      cluster.namespace("guard", true, 6);
      JsonObject unused = cluster.api().patch(CORE + "resourcequotas/gpus", hard(6, 9, 4, 6));
      ObservedIncreases.Account account;
      try (ObservedIncreases observed =
          new ObservedIncreases(cluster.plane().kubeconfig("admin"), "guard")) {
        Await.until(
            "all keys are counted", () -> post(cluster.api(), "services", "first").code() < 300);
        cluster.api().delete(CORE + "services/first");
        run(cluster, other, TIME, this::disturb);
        Await.until("nothing is reserved", () -> cluster.amounts("guard").endsWith(" 0"));
        account = observed.account(LATE);
      }
      List<Long> denied = account.rooms().stream().map(this::longest).toList();
      long longest = Math.max(0, denied.isEmpty() ? 0 : Collections.max(denied));
      LOG.log(
          System.Logger.Level.INFO,
          "{0} increases, {1} beyond the quota; what fits was denied for {2} ms at most; {3} times a replica was killed or hung",
          account.increases(),
          account.violations().size(),
          Duration.ofNanos(longest).toMillis(),
          disturbances);
      assertThat(account.violations()).isEmpty();
      assertThat(account.increases()).isGreaterThan(50);
      assertThat(Duration.ofNanos(longest)).isLessThan(DENIED);
    }
  }

  /**
   * Shows that the account finds what is wrong. Kubernetes' own quota is off, so that only the
   * ledger decides. The ledger is broken: its reservations are lost, and its usage is counted no
   * more.
   */
  @Test
  void a_broken_ledger_is_found() throws Exception {
    String off = "--disable-admission-plugins=ResourceQuota";
    try (AdmissionEndToEndCluster cluster = AdmissionEndToEndCluster.withProcesses(folder, off)) {
      AdminApi other = cluster.plane().startAnotherApiServer();
      cluster.namespace("guard", true, 6);
      JsonObject unused = cluster.api().patch(CORE + "resourcequotas/gpus", hard(6, 9, 4, 6));
      Await.until("all keys are counted", () -> post(cluster.api(), "services", "a").code() < 300);
      cluster.api().delete(CORE + "services/a");
      try (ObservedIncreases observed =
          new ObservedIncreases(cluster.plane().kubeconfig("admin"), "guard")) {
        run(cluster, other, SOON, GuaranteeEndToEndTest::breakLedger);

        assertThat(observed.account(LATE).violations()).isNotEmpty();
      }
    }
  }

  private static void breakLedger(AdmissionEndToEndCluster cluster, long end) throws Exception {
    String broken =
        """
        {"status": {"reservations": [], "reserved": {}, "namespaces": [{"namespace": "guard",
          "used": {"requests.nvidia.com/gpu": "0", "pods": "0", "services": "0",
            "count/deployments.apps": "0"}}],
          "versions": {"pods": "9000000000", "services": "9000000000",
            "deployments.apps": "9000000000"}}}""";
    while (System.nanoTime() < end) {
      for (JsonObject ledger : cluster.api().list(AdmissionEndToEndCluster.LEDGERS)) {
        String name = ledger.getAsJsonObject("metadata").get("name").getAsString();
        JsonObject unused =
            cluster
                .api()
                .patch(
                    AdmissionEndToEndCluster.LEDGERS + "/" + name + "/status",
                    broken,
                    "application/merge-patch+json");
      }
      Thread.sleep(50);
    }
  }

  /** Kills a replica, or has it hang for a while; the other one goes on. */
  private void disturb(AdmissionEndToEndCluster cluster, long end) throws Exception {
    Random random = new Random(2);
    while (System.nanoTime() + REST.toNanos() < end) {
      Thread.sleep(REST.toMillis());
      int replica = random.nextInt(2);
      if (random.nextBoolean()) {
        cluster.replace(replica);
      } else {
        cluster.process(replica).hang();
        Thread.sleep(1_000 + random.nextInt(8_000));
        cluster.process(replica).goOn();
      }
      disturbances.incrementAndGet();
    }
  }

  /** Returns for how long somebody was denied while there was room all the time. */
  private long longest(ObservedIncreases.Room room) {
    synchronized (streaks) {
      return streaks.stream()
          .filter(s -> s.resource().equals(room.resource()))
          .mapToLong(s -> Math.min(s.to(), room.to()) - Math.max(s.from(), room.from()))
          .max()
          .orElse(0);
    }
  }

  private static String hard(int gpus, int pods, int services, int deployments) {
    return """
        {"spec": {"hard": {"requests.nvidia.com/gpu": "%d", "pods": "%d", "services": "%d",
          "count/deployments.apps": "%d"}}}"""
        .formatted(gpus, pods, services, deployments);
  }

  /** What somebody does until a time, by the ticker of this process. */
  @FunctionalInterface
  private interface Disturbance {
    void run(AdmissionEndToEndCluster cluster, long end) throws Exception;
  }

  private void run(
      AdmissionEndToEndCluster cluster, AdminApi other, Duration time, Disturbance disturbance)
      throws Exception {
    long end = System.nanoTime() + time.toNanos();
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 2);
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      int writer = i;
      AdminApi api = i % 2 == 0 ? cluster.api() : other;
      running.add(
          threads.submit(
              () -> {
                write(api, writer, end);
                return writer;
              }));
    }
    running.add(
        threads.submit(
            () -> {
              edit(cluster.api(), end);
              return -1;
            }));
    running.add(
        threads.submit(
            () -> {
              disturbance.run(cluster, end);
              return -2;
            }));
    try {
      for (Future<?> each : running) {
        Object unused = each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void edit(AdminApi api, long end) throws Exception {
    Random random = new Random(1);
    while (System.nanoTime() < end) {
      Thread.sleep(4_000);
      JsonObject unused =
          api.patch(
              CORE + "resourcequotas/gpus",
              hard(
                  4 + random.nextInt(4),
                  6 + random.nextInt(5),
                  3 + random.nextInt(3),
                  4 + random.nextInt(4)));
    }
  }

  /** Creates and deletes objects of one kind; some names exist already. */
  private void write(AdminApi api, int writer, long end) throws Exception {
    Random random = new Random(writer);
    String resource = RESOURCES.get(writer % RESOURCES.size());
    Deque<String> own = new ArrayDeque<>();
    Optional<Long> deniedSince = Optional.empty();
    for (int i = 0; System.nanoTime() < end; i++) {
      boolean isRepeated = !own.isEmpty() && random.nextInt(8) == 0;
      String name = isRepeated ? own.getLast() : "w" + writer + "-" + i;
      long asked = System.nanoTime();
      AdminApi.Answer answer = post(api, resource, name);
      if (answer.code() == 403 && message(answer).contains("quota.plimsoll.dev")) {
        deniedSince = Optional.of(deniedSince.orElse(asked));
      } else if (deniedSince.isPresent()) {
        streaks.add(new Streak(resource, deniedSince.get(), asked));
        deniedSince = Optional.empty();
      }
      if (answer.code() == 201) {
        own.add(name);
      }
      if (own.size() > 1 || (!own.isEmpty() && random.nextInt(3) == 0)) {
        api.delete(ObservedIncreases.path("guard", resource) + "/" + own.poll());
      }
      Thread.sleep(20);
    }
    deniedSince.ifPresent(since -> streaks.add(new Streak(resource, since, System.nanoTime())));
    while (!own.isEmpty()) {
      api.delete(ObservedIncreases.path("guard", resource) + "/" + own.poll());
    }
  }

  private static String message(AdminApi.Answer answer) {
    return answer.body().has("message") ? answer.body().get("message").getAsString() : "";
  }

  private static AdminApi.Answer post(AdminApi api, String resource, String name)
      throws IOException {
    String object =
        switch (resource) {
          case "pods" -> pod(name, 1, 1).toString();
          case "services" ->
              "{\"metadata\": {\"name\": \"%s\"}, \"spec\": {\"ports\": [{\"port\": 80}]}}"
                  .formatted(name);
          default ->
              """
              {"metadata": {"name": "%1$s"}, "spec": {"selector": {"matchLabels": {"a": "%1$s"}},
                "template": {"metadata": {"labels": {"a": "%1$s"}}, "spec": {"containers":
                  [{"name": "c", "image": "i"}]}}}}"""
                  .formatted(name);
        };
    return api.exchange(
        "POST", ObservedIncreases.path("guard", resource), "application/json", object);
  }
}

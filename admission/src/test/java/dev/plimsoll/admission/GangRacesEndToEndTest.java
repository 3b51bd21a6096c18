package dev.plimsoll.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two gangs of 8 race for a quota of 8, round after round, through one API server and through two.
 * In some rounds one of the two replicas of the role is killed and replaced.
 */
@RealControlPlane
class GangRacesEndToEndTest {
  private static final System.Logger LOG = System.getLogger(GangRacesEndToEndTest.class.getName());

  /** How often two gangs race; more of it takes longer: {@code -Dplimsoll.gang.rounds=100}. */
  private static final int ROUNDS = Integer.getInteger("plimsoll.gang.rounds", 6);

  /** When replicas are killed, and which. */
  private static final long SEED = Long.getLong("plimsoll.gang.seed", 1);

  /** The part of the rounds in which a replica is killed. */
  private static final double KILLS = 0.2;

  private static final String API = "scheduling.k8s.io/v1alpha2";

  private final Random random = new Random(SEED);
  private final SortedMap<String, Tally> tallies = new TreeMap<>();

  /** What was seen of some rounds. */
  private static final class Tally {
    private int rounds;
    private int kills;
    private int denials;
    private int looks;
    private long longest;

    @Override
    public String toString() {
      return "%d rounds, %d with a replica killed, %d looks, %d denials of clients; a gang was complete after %d ms at most"
          .formatted(rounds, kills, looks, denials, longest);
    }
  }

  @Test
  void of_two_gangs_exactly_one_runs_and_nothing_stays_reserved(@TempDir Path folder)
      throws Exception {
    ControlPlane plane =
        ControlPlane.start(
            folder,
            new ControlPlane.Setup(
                "127.0.0.1",
                List.of("resourcequota-controller", "job-controller"),
                List.of(
                    "--feature-gates=GenericWorkload=true", "--runtime-config=" + API + "=true"),
                List.of()));
    ExecutorService threads = Executors.newCachedThreadPool();
    try (AdmissionEndToEndCluster cluster =
        AdmissionEndToEndCluster.withProcesses(folder, plane, Duration.ofSeconds(1))) {
      AdminApi other = plane.startAnotherApiServer();
      cluster.namespace(RacingGang.NAMESPACE, true, RacingGang.SIZE);
      List<RacingGang> kinds = List.of(RacingGang.values());
      for (int round = 0; round < ROUNDS; round++) {
        boolean isThroughTwo = round / kinds.size() % 2 == 0;
        race(
            new Race(
                cluster,
                isThroughTwo ? List.of(plane.api(), other) : List.of(plane.api()),
                kinds.get(round % kinds.size()),
                round,
                threads));
      }
    } finally {
      threads.shutdownNow();
      tallies.forEach((what, tally) -> LOG.log(System.Logger.Level.INFO, what + ": " + tally));
    }
  }

  /** A round. */
  private record Race(
      AdmissionEndToEndCluster cluster,
      List<AdminApi> servers,
      RacingGang kind,
      int round,
      ExecutorService threads) {

    AdminApi api() {
      return cluster.api();
    }
  }

  private void race(Race race) throws Exception {
    Tally tally =
        tallies.computeIfAbsent(
            race.kind() + " through " + race.servers().size() + " API servers", k -> new Tally());
    tally.rounds++;
    long began = System.nanoTime();
    AtomicBoolean isOver = new AtomicBoolean();
    List<Future<Integer>> clients = new ArrayList<>();
    List<RacingGang.Step> steps = new ArrayList<>();
    steps.addAll(race.kind().steps("a", race.round()));
    steps.addAll(race.kind().steps("b", race.round()));
    for (int i = 0; i < steps.size(); i++) {
      AdminApi server = race.servers().get(i % race.servers().size());
      clients.add(race.threads().submit(client(server, steps.get(i), isOver)));
    }
    if (random.nextDouble() < KILLS) {
      tally.kills++;
      // Early or late: also when a pod is admitted and the API server hasn't stored it.
      int looksBefore = random.nextInt(4);
      for (int i = 0; i < looksBefore; i++) {
        boolean unused = isOneComplete(race, tally);
      }
      race.cluster().replace(random.nextInt(2));
    }
    Await.until("a gang is complete", () -> isOneComplete(race, tally));
    tally.longest = Math.max(tally.longest, Duration.ofNanos(System.nanoTime() - began).toMillis());
    isOver.set(true);
    for (Future<Integer> client : clients) {
      tally.denials += client.get();
    }
    assertThat(isOneComplete(race, tally)).as("the complete gang stays, alone").isTrue();
    race.cluster().awaitLedger(RacingGang.NAMESPACE, RacingGang.SIZE, 0);
    clear(race);
  }

  /** Does a step, and tries again while it is denied; returns how often it was denied. */
  private static Callable<Integer> client(
      AdminApi api, RacingGang.Step step, AtomicBoolean isOver) {
    return () -> {
      int denied = 0;
      while (!isOver.get()
          && api.exchange("POST", step.path(), "application/json", step.object()).code() != 201) {
        denied++;
        Await.pause();
      }
      return denied;
    };
  }

  /** Fails if two gangs have pods, or one has too many. Returns whether one is complete. */
  private static boolean isOneComplete(Race race, Tally tally) throws IOException {
    tally.looks++;
    List<String> gangs =
        race.api().list(RacingGang.PODS_PATH).stream()
            .map(p -> p.getAsJsonObject("metadata").getAsJsonObject("labels"))
            .map(l -> l.get(RacingGang.LABEL).getAsString())
            .toList();
    assertThat(gangs.stream().distinct().toList()).hasSizeLessThan(2);
    assertThat(gangs).hasSizeLessThanOrEqualTo(RacingGang.SIZE);
    return gangs.size() == RacingGang.SIZE;
  }

  private static void clear(Race race) throws Exception {
    for (JsonObject job : race.api().list(RacingGang.JOBS_PATH)) {
      String name = job.getAsJsonObject("metadata").get("name").getAsString();
      AdminApi.Answer unused =
          race.api()
              .exchange(
                  "DELETE",
                  RacingGang.JOBS_PATH + "/" + name,
                  "application/json",
                  "{\"propagationPolicy\": \"Background\"}");
    }
    Await.until(
        "no pod is left",
        () -> {
          race.api().deleteAll(RacingGang.PODS_PATH);
          return race.api().list(RacingGang.JOBS_PATH).isEmpty()
              && race.api().list(RacingGang.PODS_PATH).isEmpty();
        });
    if (race.kind() == RacingGang.POD_GROUP) {
      race.api().deleteAll(RacingGang.POD_GROUPS_PATH);
    }
    race.cluster().awaitLedger(RacingGang.NAMESPACE, 0, 0);
  }
}

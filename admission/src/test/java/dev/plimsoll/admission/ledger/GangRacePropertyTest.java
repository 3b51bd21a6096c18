package dev.plimsoll.admission.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.pod.GangKey;
import dev.plimsoll.model.ledger.GangRequest;
import dev.plimsoll.model.ledger.LedgerDecision.Admitted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/**
 * Two gangs of 8 ask three replicas for a quota of 8 in two ledgers. While a replica reads or
 * writes, others go on; reads and writes fail, also after they were done, and a replica that fails
 * has forgotten everything.
 */
class GangRacePropertyTest {
  private static final int REPLICAS = 3;
  private static final int REQUESTS = 40;
  private static final int SIZE = 8;

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void of_two_gangs_never_both_have_pods_and_never_is_more_admitted_than_there_is(
      @ForAll long seed) {
    Race race = new Race(seed, true);
    race.run();

    assertThat(race.admitted.keySet()).hasSizeLessThan(2);
    assertThat(race.admitted.values()).allMatch(n -> n <= SIZE);
  }

  /** Shows that the race would find it. */
  @Test
  void pods_that_count_alone_split_the_quota() {
    int split = 0;
    int complete = 0;
    for (int seed = 0; seed < 100; seed++) {
      Race alone = new Race(seed, false);
      alone.run();
      split += alone.admitted.size() > 1 ? 1 : 0;
      Race together = new Race(seed, true);
      together.run();
      complete += together.admitted.containsValue(SIZE) ? 1 : 0;
    }

    assertThat(split).isGreaterThan(50);
    assertThat(complete).isGreaterThan(20);
  }

  private static final class Race {
    private final Random random;
    private final boolean isTogether;
    private final MemoryLedgerStore ledgers = new MemoryLedgerStore(true);
    private final List<Reserver> replicas = new ArrayList<>();
    private final List<Boolean> busy = new ArrayList<>();
    private final TreeMap<String, Integer> admitted = new TreeMap<>();
    private int asked;

    Race(long seed, boolean isTogether) {
      this.random = new Random(seed);
      this.isTogether = isTogether;
      ledgers.put(Ledgers.stored("a", Ledgers.ledger(SIZE, 0)));
      ledgers.put(Ledgers.stored("t", Ledgers.ledger(SIZE, 0)));
      for (int i = 0; i < REPLICAS; i++) {
        replicas.add(replica(i));
        busy.add(false);
      }
    }

    void run() {
      while (asked < REQUESTS) {
        ask();
      }
    }

    private Reserver replica(int index) {
      return new Reserver(
          new LedgerStore() {
            @Override
            public Optional<QuotaLedger> read(String name) {
              disturb(index);
              return ledgers.read(name);
            }

            @Override
            public Optional<QuotaLedger> replace(QuotaLedger ledger) {
              disturb(index);
              Optional<QuotaLedger> replaced = ledgers.replace(ledger);
              mayFail(index);
              return replaced;
            }
          },
          () -> 0);
    }

    private void disturb(int index) {
      while (asked < REQUESTS && busy.contains(false) && random.nextInt(3) == 0) {
        ask();
      }
      mayFail(index);
    }

    private void mayFail(int index) {
      if (random.nextInt(25) == 0) {
        replicas.set(index, replica(index));
        throw new UnreachableException("failed");
      }
    }

    private void ask() {
      int index = random.nextInt(REPLICAS);
      if (busy.get(index)) {
        return;
      }
      busy.set(index, true);
      asked++;
      String gang = random.nextBoolean() ? "x" : "y";
      AdmissionRequest request = Ledgers.pod(gang + asked, 1);
      GangRequest of =
          new GangRequest(
              new GangKey("team-a", gang),
              request.object().metadata().uid(),
              "",
              false,
              SIZE,
              0,
              Ledgers.EXPIRY);
      try {
        if (replicas
                .get(index)
                .reserve(
                    ClusterFixture.cluster(),
                    request,
                    new TreeSet<>(List.of("a", "t")),
                    Ledgers.EXPIRY,
                    isTogether ? Optional.of(of) : Optional.empty(),
                    Duration.ofSeconds(2))
            instanceof Admitted) {
          admitted.merge(gang, 1, Integer::sum);
        }
      } catch (LedgerUnavailableException e) {
        // The API server answers with an error; the client may try again.
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      } finally {
        busy.set(index, false);
      }
    }
  }
}

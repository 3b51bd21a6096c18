package dev.plimsoll.admission.ledger;

import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerDecision;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * Lincheck chooses where threads are switched and compares what calls return with what they return
 * one after the other.
 */
class LedgerInterleavingsTest {
  private static final GroupResource PODS = new GroupResource("", "pods");
  private static final Duration LONG = Duration.ofHours(1);

  private static void check(Class<?> calls, int iterations, int invocations, int actors) {
    new ModelCheckingOptions()
        .iterations(iterations)
        .invocationsPerIteration(invocations)
        .threads(2)
        .actorsPerThread(actors)
        .check(calls);
  }

  private static long count(Ledger ledger) {
    return Long.parseLong(ledger.versions().getOrDefault(PODS, "0"));
  }

  private static Ledger counted(Ledger ledger, long count) {
    return new Ledger(
        ledger.name(),
        ledger.spec(),
        ledger.used(),
        new TreeMap<>(Map.of(PODS, "" + count)),
        ledger.reservations());
  }

  /** A store of one ledger, which counts. */
  private static final class Store implements LedgerStore {
    private QuotaLedger stored = new QuotaLedger("a", "uid", "1", counted(Ledgers.ledger(8, 0), 0));

    @Override
    public synchronized Optional<QuotaLedger> read(String name) {
      return Optional.of(stored);
    }

    @Override
    public synchronized Optional<QuotaLedger> replace(QuotaLedger ledger) {
      if (!ledger.resourceVersion().equals(stored.resourceVersion())) {
        return Optional.empty();
      }
      stored = ledger.withVersion("" + (Long.parseLong(stored.resourceVersion()) + 1));
      return Optional.of(stored);
    }
  }

  /** Calls of this process, and of another process that counts in the same ledger. */
  public static class QueueCalls {
    private final Store store = new Store();
    private final KnownLedger known =
        new KnownLedger("a", store, Duration.ZERO, ReplicaResync.none());
    private final LedgerQueue queue = new LedgerQueue("a", store, known, () -> 0, time -> {});

    /** Counts, and returns the count before. */
    @Operation
    public long change() throws LedgerUnavailableException, InterruptedException {
      long[] before = new long[1];
      LedgerDecision unused =
          queue.change(
              ledger -> {
                before[0] = count(ledger);
                return new LedgerChange.Outcome(
                    counted(ledger, before[0] + 1), new LedgerDecision.Admitted(Map.of()));
              },
              LONG);
      return before[0];
    }

    /** Counts by another process, which may be too late; returns the count after. */
    @Operation
    public long changeElsewhere() {
      synchronized (store) {
        QuotaLedger now = store.read("a").orElseThrow();
        return count(
            store
                .replace(now.withLedger(counted(now.ledger(), count(now.ledger()) + 1)))
                .orElseThrow()
                .ledger());
      }
    }
  }

  /** Versions that a watch tells, and what is known. */
  public static class KnownCalls {
    private final Store store = new Store();
    private final KnownLedger known =
        new KnownLedger("a", store, Duration.ZERO, ReplicaResync.none());

    /** Writes another version, which the watch tells; returns its number. */
    @Operation
    public long write() {
      QuotaLedger next;
      synchronized (store) {
        next = store.replace(store.read("a").orElseThrow()).orElseThrow();
      }
      known.observed(next);
      return Long.parseLong(next.resourceVersion());
    }

    /** Returns the number of the stored version. */
    @Operation
    public long current() throws LedgerUnavailableException {
      return Long.parseLong(known.current().resourceVersion());
    }

    /** Returns the number of the newest known version. */
    @Operation
    public long known() throws LedgerUnavailableException {
      return Long.parseLong(known.known().resourceVersion());
    }
  }

  /**
   * The test failed when {@code leave} let nobody else write, and when {@code takeAll} was not
   * synchronized.
   */
  @Test
  void changes_at_once_are_counted_as_one_after_the_other() {
    check(QueueCalls.class, 4, 100, 1);
  }

  /** The test failed when {@code observed} took an older version. */
  @Test
  void what_is_known_of_a_ledger_never_becomes_older() {
    check(KnownCalls.class, 15, 50, 2);
  }
}

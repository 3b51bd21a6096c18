package dev.plimsoll.admission.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.admission.ledger.LedgerStore;
import dev.plimsoll.admission.ledger.MemoryLedgerStore;
import dev.plimsoll.admission.ledger.QuotaLedger;
import dev.plimsoll.admission.ledger.Reserver;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.metrics.MetricsRegistry;
import dev.plimsoll.testkit.plane.Await;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** 200 reviews at a time with a second each, and a slow store. */
class OverloadedReviewsTest {
  private static final int CALLERS = 200;

  private final ReviewFixture fixture = new ReviewFixture();
  private final MemoryLedgerStore store = fixture.store();
  private final Set<String> admitted = ConcurrentHashMap.newKeySet();
  private final Set<Integer> codes = ConcurrentHashMap.newKeySet();

  /** A store in which each write takes a time. */
  private record SlowStore(LedgerStore store, Duration time) implements LedgerStore {
    @Override
    public Optional<QuotaLedger> read(String name) {
      try {
        return store.read(name);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public Optional<QuotaLedger> replace(QuotaLedger ledger) {
      try {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return store.replace(ledger);
    }
  }

  @Test
  void ledgers_hold_just_what_was_answered_as_admitted_though_writes_take_50_ms() throws Exception {
    Duration writing = Duration.ofMillis(50);
    ask(writing, () -> awaitReserved(writing));

    assertThat(admitted).isNotEmpty();
  }

  @Test
  void what_is_stored_too_late_is_given_back_in_few_writes() throws Exception {
    Duration writing = Duration.ofMillis(600);
    ask(writing, () -> awaitReserved(writing));

    assertThat(store.writes()).isLessThan(CALLERS / 2);
    assertThat(codes).isSubsetOf(429, 503);
  }

  @Test
  void a_review_that_too_many_others_are_before_is_told_to_try_again() throws Exception {
    Duration writing = Duration.ofSeconds(3);
    ask(writing, () -> awaitReserved(writing));

    assertThat(codes).contains(429).isSubsetOf(429, 503);
    assertThat(admitted).isEmpty();
  }

  private interface Action {
    void run() throws Exception;
  }

  private void ask(Duration writing, Action answered) throws Exception {
    fixture.limit("pods=1000");
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try (ReviewRoutes routes = routes(new SlowStore(store, writing))) {
      List<Future<?>> asked = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        String name = "p" + i;
        asked.add(callers.submit(() -> ask(routes, name)));
      }
      for (Future<?> each : asked) {
        Object unused = each.get();
      }
      answered.run();
    } finally {
      callers.shutdownNow();
    }
  }

  private void awaitReserved(Duration writing) throws Exception {
    AtomicLong since = new AtomicLong(System.nanoTime());
    Await.until(
        "the ledger holds what was admitted, and stays so",
        () -> {
          if (!reserved().equals(admitted)) {
            since.set(System.nanoTime());
          }
          return System.nanoTime() - since.get() > writing.multipliedBy(3).toNanos();
        });
  }

  private Set<String> reserved() {
    Set<String> uids = new TreeSet<>();
    store.get("l").ledger().reservations().values().forEach(r -> uids.add(r.reservedBy().uid()));
    return uids;
  }

  private ReviewRoutes routes(LedgerStore slow) {
    return new ReviewRoutes(
        new Reserver(slow, System::nanoTime),
        namespace -> store.names(),
        ClusterFixture::cluster,
        Clock.fixed(ClusterFixture.NOW, ZoneOffset.UTC),
        ReviewSettings.DEFAULT,
        new ReviewMetrics(new MetricsRegistry()),
        r -> List::of,
        TakenNames.none(),
        new Askers(System::nanoTime));
  }

  private void ask(ReviewRoutes routes, String name) {
    JsonObject review = ReviewFixture.CREATION.deepCopy();
    String uid = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
    JsonObject metadata =
        review.getAsJsonObject("request").getAsJsonObject("object").getAsJsonObject("metadata");
    metadata.addProperty("name", name);
    metadata.addProperty("uid", uid);
    Reply reply =
        routes
            .all()
            .get(0)
            .handler()
            .apply(
                new Call(
                    new ByteArrayInputStream(review.toString().getBytes(StandardCharsets.UTF_8)),
                    Map.of("timeout", "1s"),
                    ""));
    JsonObject answer = JsonParser.parseString(ReviewFixture.text(reply)).getAsJsonObject();
    if (ReviewFixture.isAllowed(answer)) {
      admitted.add(uid);
    } else {
      codes.add(ReviewFixture.response(answer).getAsJsonObject("status").get("code").getAsInt());
    }
  }
}

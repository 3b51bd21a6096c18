package dev.plimsoll.model.ledger;

import static dev.plimsoll.model.fixtures.ResourceLists.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.fixtures.ClusterFixture;
import dev.plimsoll.model.fixtures.PodBuilder;
import dev.plimsoll.model.object.AdmissionRequest;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceQuotaSpec;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.quota.ResourceQuotaController;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What a ledger holds whatever becomes of the requests, and however late it is told. */
class LedgerPropertyTest {
  private static final int HARD = 8;
  private static final ResourceName KEY = ResourceName.of("requests.nvidia.com/gpu");
  private static final ResourceQuotaSpec SPEC =
      ResourceQuotaSpec.of(list("requests.nvidia.com/gpu=" + HARD));
  private static final Duration LIFETIME = Duration.ofSeconds(60);

  /**
   * An API server with its storage, one ledger, and a controller that sees the storage as it was.
   */
  private static final class Storage {
    private final List<Pod> requested = new ArrayList<>();
    private final List<Pod> stored = new ArrayList<>();
    private List<Pod> observed = List.of();
    private Instant now = ClusterFixture.NOW;
    private Ledger ledger = Ledger.of("gpu", SPEC).resynced(usage(List.of()), r -> true);
    private int created;

    void request(int gpus) {
      String name = "p" + created++;
      Pod pod = PodBuilder.pod("team-a", name).requests("nvidia.com/gpu=" + gpus).uid(name).build();
      LedgerDecision decision =
          LedgerAdmission.decide(
              ClusterFixture.cluster(),
              AdmissionRequest.create(pod),
              List.of(ledger),
              now.plus(LIFETIME));
      if (decision instanceof LedgerDecision.Admitted admitted) {
        for (Reservation reservation : admitted.reservations().values()) {
          ledger = ledger.withReservation(reservation);
        }
        requested.add(version(pod));
      }
    }

    void store(int index) {
      take(requested, index).ifPresent(stored::add);
    }

    void fail(int index) {
      take(requested, index);
    }

    void delete(int index) {
      take(stored, index);
    }

    void observe() {
      observed = List.copyOf(stored);
    }

    /** No request is under way any longer once what it reserved expires. */
    void expire() {
      now = now.plus(LIFETIME);
      requested.clear();
    }

    void resync() {
      ledger =
          ledger.resynced(
              usage(observed),
              r ->
                  observed.stream().anyMatch(r::isObservedIn)
                      || (r.isExpired(now) && stored.stream().noneMatch(r::isObservedIn)));
    }

    long used() {
      return ResourceQuotaController.used(cluster(stored), "team-a", SPEC).getOrZero(KEY).value();
    }

    private static Map<String, Resources> usage(List<Pod> pods) {
      return Map.of("team-a", ResourceQuotaController.used(cluster(pods), "team-a", SPEC));
    }

    private static Cluster cluster(List<Pod> pods) {
      return ClusterFixture.cluster(pods.toArray(Pod[]::new));
    }

    private static Pod version(Pod pod) {
      return new Pod(pod.metadata().withResourceVersion("1"), pod.spec(), pod.status());
    }

    private static Optional<Pod> take(List<Pod> pods, int index) {
      return pods.isEmpty() ? Optional.empty() : Optional.of(pods.remove(index % pods.size()));
    }
  }

  @Property
  void never_is_more_stored_than_the_limit(
      @ForAll @Size(max = 60) List<@IntRange(max = 63) Integer> steps) {
    Storage storage = new Storage();
    for (int step : steps) {
      run(storage, step % 7, step / 7);

      assertThat(storage.used()).isLessThanOrEqualTo(HARD);
    }
  }

  @Property
  void once_all_is_observed_and_expired_nothing_stays_reserved(
      @ForAll @Size(max = 60) List<@IntRange(max = 63) Integer> steps) {
    Storage storage = new Storage();
    steps.forEach(step -> run(storage, step % 7, step / 7));

    storage.observe();
    storage.expire();
    storage.resync();

    assertThat(storage.ledger.reservations()).isEmpty();
    assertThat(storage.ledger.total().getOrZero(KEY))
        .isEqualTo(Quantity.parse("" + storage.used()));
  }

  private static void run(Storage storage, int operation, int argument) {
    switch (operation) {
      case 0, 1 -> storage.request(1 + argument % 4);
      case 2 -> storage.store(argument);
      case 3 -> {
        if (argument % 3 == 0) {
          storage.fail(argument);
        } else {
          storage.delete(argument);
        }
      }
      case 4 -> storage.observe();
      case 5 -> storage.resync();
      default -> storage.expire();
    }
  }
}

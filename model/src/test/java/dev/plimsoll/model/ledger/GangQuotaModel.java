package dev.plimsoll.model.ledger;

import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.ResourceQuotaController;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A storage of pods and the ledgers of two quotas over it, asked about pods of gangs and of none.
 * The quotas are counted late.
 */
final class GangQuotaModel {
  static final ResourceName KEY = ResourceName.of("requests.cpu");
  static final Duration HOLD = Duration.ofMinutes(5);
  private static final Duration LIFETIME = Duration.ofSeconds(60);

  private final Map<String, Pod> stored = new LinkedHashMap<>();
  private final List<UnderWay> underWay = new ArrayList<>();
  private final TreeMap<String, Ledger> ledgers = new TreeMap<>();
  private Instant now = ClusterFixture.NOW;
  private long version = 1;
  private int created;

  /** An admitted pod that the API server may still store, until its reservation expires. */
  private record UnderWay(Pod pod, Instant since) {}

  GangQuotaModel(int... hard) {
    for (int i = 0; i < hard.length; i++) {
      String name = "q" + i;
      ledgers.put(name, Ledger.of(name, ResourceQuotaSpec.of(list("requests.cpu=" + hard[i]))));
    }
    resync();
  }

  Ledger ledger(String name) {
    return Optional.ofNullable(ledgers.get(name)).orElseThrow();
  }

  List<Ledger> ledgers() {
    return List.copyOf(ledgers.values());
  }

  /** Returns the denial of a new pod of a gang; empty if it was admitted and is under way. */
  String create(String gang, int size, int cpus) {
    String name = gang + "-" + created++;
    PodBuilder pod = PodBuilder.pod("team-a", name).requests("cpu=" + cpus).uid(name);
    return request(
        gang.isEmpty()
            ? pod.build()
            : pod.label(Gang.NAME, gang).label(Gang.SIZE, "" + size).build());
  }

  private String request(Pod pod) {
    LedgerDecision decision =
        LedgerAdmission.decide(
            cluster(),
            AdmissionRequest.create(pod),
            ledgers,
            now.plus(LIFETIME),
            GangRequest.of(cluster(), pod, now.plus(HOLD)));
    if (decision instanceof LedgerDecision.Admitted admitted) {
      ledgers.replaceAll(admitted::reservedIn);
      underWay.add(new UnderWay(pod, now));
      return "";
    }
    return ((LedgerDecision.Denied) decision).text();
  }

  /** Stores the oldest pod under way. */
  void store() {
    if (!underWay.isEmpty()) {
      Pod pod = underWay.remove(0).pod();
      stored.put(
          pod.metadata().uid(),
          pod.withMetadata(pod.metadata().withResourceVersion("" + ++version)));
    }
  }

  /** Another webhook denies the newest pod under way, and another call takes note. */
  void fail() {
    if (!underWay.isEmpty()) {
      Pod pod = underWay.remove(underWay.size() - 1).pod();
      Reservation.Key key = new Reservation.Key(pod.metadata().uid(), "");
      ledgers.replaceAll((n, l) -> l.withoutReservation(key));
    }
  }

  void delete(int index) {
    if (!stored.isEmpty()) {
      version++;
      stored.remove(List.copyOf(stored.keySet()).get(index % stored.size()));
    }
  }

  void deleteAll() {
    version++;
    stored.clear();
    underWay.clear();
  }

  void pass(Duration time) {
    now = now.plus(time);
    underWay.removeIf(u -> !u.since().plus(LIFETIME).isAfter(now));
  }

  void resync() {
    Cluster cluster = cluster();
    ledgers.replaceAll(
        (name, ledger) ->
            ledger
                .resynced(
                    new ObservedUsage(
                        new TreeMap<>(
                            Map.of(
                                "team-a",
                                ResourceQuotaController.used(cluster, "team-a", ledger.spec()))),
                        new TreeMap<>(Map.of(new GroupResource("", "pods"), "" + version)),
                        ObservedGangs.of(cluster, List.of("team-a"))),
                    r -> stored.containsKey(r.reservedBy().uid()),
                    r -> r.isExpired(now))
                .withoutExpiredGangs(now));
  }

  long stored(String gang) {
    return stored.values().stream()
        .filter(p -> gang.equals(p.metadata().labels().getOrDefault(Gang.NAME, "")))
        .count();
  }

  long used() {
    return ResourceQuotaController.used(
            cluster(), "team-a", ResourceQuotaSpec.of(list("requests.cpu=1")))
        .getOrZero(KEY)
        .value();
  }

  Resources reserved(String name) {
    return ledger(name).reserved();
  }

  private Cluster cluster() {
    return ClusterFixture.cluster(stored.values().toArray(Pod[]::new));
  }
}

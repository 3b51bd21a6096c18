package dev.plimsoll.model.ledger;

import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
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
 * An API server with its storage, one ledger, and two controllers that each see the storage as it
 * was some time ago. Requests are decided at once, and stored later, once or never.
 */
final class LedgerModel {
  static final int HARD = 8;
  static final ResourceName KEY = ResourceName.of("requests.cpu");
  private static final ResourceQuotaSpec SPEC = ResourceQuotaSpec.of(list("requests.cpu=" + HARD));
  private static final Duration LIFETIME = Duration.ofSeconds(60);

  /** What was stored at a version, by UID. */
  private record Stored(long version, Map<String, Pod> pods) {}

  private final List<AdmissionRequest> underWay = new ArrayList<>();
  private final List<Stored> history = new ArrayList<>(List.of(new Stored(1, Map.of())));
  private final int[] observed = new int[2];
  private Instant now = ClusterFixture.NOW;
  private Ledger ledger = Ledger.of("cpu", SPEC);
  private int created;

  LedgerModel() {
    resync(0);
  }

  Ledger ledger() {
    return ledger;
  }

  /** What the objects use that are stored. */
  long used() {
    return usage(stored().pods()).getOrZero(KEY).value();
  }

  void create(int cpus) {
    request(AdmissionRequest.create(pod("p" + created++, cpus)));
  }

  void resize(int index, int cpus) {
    if (!stored().pods().isEmpty()) {
      Pod old = List.copyOf(stored().pods().values()).get(index % stored().pods().size());
      Pod resized = pod(old.name(), cpus);
      request(
          AdmissionRequest.resize(old, new Pod(old.metadata(), resized.spec(), resized.status())));
    }
  }

  private void request(AdmissionRequest request) {
    LedgerDecision decision =
        LedgerAdmission.decide(
            ClusterFixture.cluster(),
            request,
            new TreeMap<>(Map.of("cpu", ledger)),
            now.plus(LIFETIME));
    if (decision instanceof LedgerDecision.Admitted admitted) {
      admitted.reservations().values().forEach(r -> ledger = ledger.withReservation(r));
      underWay.add(request);
    }
  }

  /** Stores what a request wants; an update only if nobody else was faster. */
  void store(int index) {
    if (underWay.isEmpty()) {
      return;
    }
    AdmissionRequest request = underWay.remove(index % underWay.size());
    Pod pod = (Pod) request.object();
    Map<String, Pod> pods = new LinkedHashMap<>(stored().pods());
    if (request.isCreate()
        || request.old().equals(Optional.ofNullable(pods.get(pod.metadata().uid())))) {
      pods.put(pod.metadata().uid(), version(pod, stored().version() + 1));
      change(pods);
    }
  }

  void fail(int index) {
    if (!underWay.isEmpty()) {
      underWay.remove(index % underWay.size());
    }
  }

  void delete(int index) {
    Map<String, Pod> pods = new LinkedHashMap<>(stored().pods());
    if (!pods.isEmpty()) {
      pods.remove(List.copyOf(pods.keySet()).get(index % pods.size()));
      change(pods);
    }
  }

  /** A controller sees one or more changes. */
  void observe(int controller, int more) {
    observed[controller] = Math.min(observed[controller] + 1 + more, history.size() - 1);
  }

  void observeAll(int controller) {
    observed[controller] = history.size() - 1;
  }

  /** No request is under way any longer once what it reserved expires. */
  void expire() {
    now = now.plus(LIFETIME);
    underWay.clear();
  }

  /** A controller counts anew; what has expired it looks up in the storage itself. */
  void resync(int controller) {
    Stored seen = history.get(observed[controller]);
    ledger =
        ledger.resynced(
            new ObservedUsage(
                new TreeMap<>(Map.of("team-a", usage(seen.pods()))),
                new TreeMap<>(Map.of(new GroupResource("", "pods"), "" + seen.version()))),
            r ->
                seen.pods().values().stream().anyMatch(r::isObservedIn)
                    || (r.isExpired(now)
                        && stored().pods().values().stream().noneMatch(r::isObservedIn)));
  }

  private Stored stored() {
    return history.get(history.size() - 1);
  }

  private void change(Map<String, Pod> pods) {
    history.add(new Stored(stored().version() + 1, pods));
  }

  private static Resources usage(Map<String, Pod> pods) {
    Cluster cluster = ClusterFixture.cluster(pods.values().toArray(Pod[]::new));
    return ResourceQuotaController.used(cluster, "team-a", SPEC);
  }

  private static Pod pod(String name, int cpus) {
    return PodBuilder.pod("team-a", name).requests("cpu=" + cpus).uid(name).build();
  }

  private static Pod version(Pod pod, long version) {
    return new Pod(pod.metadata().withResourceVersion("" + version), pod.spec(), pod.status());
  }
}

package dev.plimsoll.admission;

import dev.plimsoll.admission.ledger.LedgerStore;
import dev.plimsoll.admission.ledger.QuotaLedger;
import dev.plimsoll.admission.ledger.Reserver;
import dev.plimsoll.admission.review.Askers;
import dev.plimsoll.admission.review.RequestWarnings;
import dev.plimsoll.admission.review.ReviewMetrics;
import dev.plimsoll.admission.review.ReviewRoutes;
import dev.plimsoll.admission.review.ReviewSettings;
import dev.plimsoll.admission.review.TakenNames;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.ObservedUsage;
import dev.plimsoll.server.http.Rehearsal;
import dev.plimsoll.server.metrics.MetricsRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Loads and compiles the code before the first review. It answers reviews of invented pods by a
 * ledger in memory, so nothing is stored or counted. Few of the pods have no controller, as
 * warnings search the cluster itself.
 */
final class ReviewRehearsal {
  private static final int ROUNDS = 300;
  private static final int ROUNDS_OF_A_WARNING = 10;
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final String LEDGER = "warm-up";
  private static final String RESERVED = "warm-up-reserved";
  private static final String REVIEW =
      """
      {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "%1$d",
        "kind": {"group": "", "version": "v1", "kind": "Pod"},
        "resource": {"group": "", "version": "v1", "resource": "pods"}, "operation": "CREATE",
        "userInfo": {"username": "warm-up"}, "namespace": "%2$s", "name": "p-%1$d",
        "object": {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "%2$s",
            "name": "p-%1$d", "uid": "%1$d", "labels": {"a": "b"}%3$s},
          "spec": {"containers": [{"name": "c", "resources": {
            "limits": {"cpu": "1", "memory": "1Gi", "nvidia.com/gpu": "1"},
            "requests": {"cpu": "1", "memory": "1Gi", "nvidia.com/gpu": "1"}}}]}}}}""";

  private static final String CONTROLLED =
      """
      , "ownerReferences": [{"apiVersion": "batch/v1", "kind": "Job", "name": "j", "uid": "j",
        "controller": true}]""";

  private ReviewRehearsal() {}

  /**
   * Answers rehearsal reviews.
   *
   * @param warnings the role's own
   * @return how many rounds of reviews there was time for
   */
  static int run(
      Supplier<Cluster> cluster, ReviewSettings settings, RequestWarnings warnings, Ticker ticker) {
    Reserver reserver = new Reserver(new OneLedger(), Ticker.SYSTEM);
    long start = ticker.read();
    try (ReviewRoutes routes =
            new ReviewRoutes(
                reserver,
                ReviewRehearsal::ledgers,
                cluster,
                Clock.systemUTC(),
                settings,
                new ReviewMetrics(new MetricsRegistry()),
                warnings,
                TakenNames.none(),
                new Askers(Ticker.SYSTEM));
        Rehearsal rehearsal = Rehearsal.start(routes.all())) {
      int round = 0;
      while (round < ROUNDS && ticker.read() - start < LONGEST.toNanos()) {
        rehearsal.post("/admission/validate", review(round, LEDGER));
        rehearsal.post("/admission/validate", review(round, RESERVED));
        round++;
      }
      return round;
    }
  }

  private static byte[] review(int uid, String namespace) {
    String owner = uid % ROUNDS_OF_A_WARNING == 0 ? "" : CONTROLLED;
    return REVIEW.formatted(uid, namespace, owner).getBytes(StandardCharsets.UTF_8);
  }

  private static SortedSet<String> ledgers(String namespace) {
    return namespace.equals(RESERVED)
        ? new TreeSet<>(Set.of(LEDGER))
        : Collections.emptySortedSet();
  }

  /** A ledger that nobody else writes. */
  private static final class OneLedger implements LedgerStore {
    private QuotaLedger stored = new QuotaLedger(LEDGER, LEDGER, "1", ledger());

    private static Ledger ledger() {
      return Ledger.of(
              LEDGER, ResourceQuotaSpec.of(Resources.of(ResourceName.PODS, Quantity.of(ROUNDS))))
          .resynced(
              new ObservedUsage(
                  new TreeMap<>(Map.of(RESERVED, Resources.of(ResourceName.PODS, Quantity.ZERO))),
                  new TreeMap<>(Map.of(new GroupResource("", "pods"), "1"))),
              reservation -> true);
    }

    @Override
    public synchronized Optional<QuotaLedger> read(String name) {
      return Optional.of(stored);
    }

    @Override
    public synchronized Optional<QuotaLedger> replace(QuotaLedger ledger) {
      int version = Integer.parseInt(stored.resourceVersion()) + 1;
      stored = new QuotaLedger(LEDGER, LEDGER, "" + version, ledger.ledger());
      return Optional.of(stored);
    }
  }
}

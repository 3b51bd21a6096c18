package dev.plimsoll.admission.ledger;

import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.ObservedUsage;
import dev.plimsoll.model.ledger.Reservation;
import dev.plimsoll.model.ledger.ReservedBy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** Ledgers and requests for tests, all of GPUs in the namespace team-a. */
final class Ledgers {
  static final Instant EXPIRY = ClusterFixture.NOW.plus(Duration.ofMinutes(1));

  private Ledgers() {}

  static Ledger ledger(int hard, int used) {
    return Ledger.of("gpu", ResourceQuotaSpec.of(list("requests.nvidia.com/gpu=" + hard)))
        .resynced(
            new ObservedUsage(
                new TreeMap<>(Map.of("team-a", list("requests.nvidia.com/gpu=" + used))),
                new TreeMap<>(Map.of(new GroupResource("", "pods"), "100"))),
            r -> true);
  }

  static QuotaLedger stored(String name, Ledger ledger) {
    return new QuotaLedger(name, "uid-" + name, "7", ledger);
  }

  static AdmissionRequest pod(String name, int gpus) {
    return AdmissionRequest.create(
        PodBuilder.pod("team-a", name).requests("nvidia.com/gpu=" + gpus).uid(uid(name)).build());
  }

  static Reservation reservation(String name, int gpus) {
    return reservation("team-a", name, gpus, "", EXPIRY);
  }

  static Reservation reservation(
      String namespace, String name, int gpus, String since, Instant expirationTime) {
    return new Reservation(
        new ReservedBy("v1", "Pod", namespace, name, uid(namespace + "/" + name)),
        since,
        list("requests.nvidia.com/gpu=" + gpus),
        expirationTime);
  }

  static String uid(String name) {
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
  }
}

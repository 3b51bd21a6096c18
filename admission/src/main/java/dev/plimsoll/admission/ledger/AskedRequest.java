package dev.plimsoll.admission.ledger;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.model.ledger.GangRequest;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerAdmission;
import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.model.ledger.LedgerDecision.Denied;
import dev.plimsoll.model.ledger.Reservation;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A request to decide on.
 *
 * @param cluster what the evaluators of quota look up
 * @param request the request
 * @param expirationTime until when what it adds is reserved
 * @param gang the gang of the new pod, if it belongs to one
 * @param deadline when the answer is due, by the ticker
 * @param resync counts a ledger that denies the request
 */
record AskedRequest(
    Cluster cluster,
    AdmissionRequest request,
    Instant expirationTime,
    Optional<GangRequest> gang,
    long deadline,
    ReplicaResync resync) {

  /** Returns the request as it is reserved a second time: see {@link Reservation#again}. */
  AskedRequest again() {
    return new AskedRequest(
        cluster, request, expirationTime.plusSeconds(1), gang, deadline, resync);
  }

  /** Returns a ledger, counted again if it denies the request: the denial may be outdated. */
  Ledger counted(String name, Ledger ledger) {
    return decide(name, ledger) instanceof Denied ? resync.resynced(name, ledger) : ledger;
  }

  LedgerDecision decide(SortedMap<String, Ledger> ledgers) {
    return LedgerAdmission.decide(cluster, request, ledgers, expirationTime, gang);
  }

  LedgerDecision decide(String name, Ledger ledger) {
    return decide(new TreeMap<>(Map.of(name, ledger)));
  }
}

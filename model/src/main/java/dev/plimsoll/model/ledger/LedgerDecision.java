package dev.plimsoll.model.ledger;

import static java.util.stream.Collectors.joining;

import dev.plimsoll.kubernetes.quota.DenialText;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The ledgers' decision on a request. */
public sealed interface LedgerDecision {

  /**
   * The request is admitted.
   *
   * @param reservations what to reserve, by what the ledgers were told apart by; none where nothing
   *     is charged
   * @param gangs what the pod's gang holds in these ledgers from then on; none where the pod counts
   *     alone
   */
  record Admitted(Map<String, Reservation> reservations, Map<String, GangQuota> gangs)
      implements LedgerDecision {

    public Admitted {
      reservations = Map.copyOf(reservations);
      gangs = Map.copyOf(gangs);
    }

    /** Creates the decision for an object that belongs to no gang. */
    public Admitted(Map<String, Reservation> reservations) {
      this(reservations, Map.of());
    }

    /** Returns a ledger with what is reserved in it. */
    public Ledger reservedIn(String name, Ledger ledger) {
      Ledger after =
          Optional.ofNullable(reservations.get(name)).map(ledger::withReservation).orElse(ledger);
      return Optional.ofNullable(gangs.get(name)).map(after::withGang).orElse(after);
    }
  }

  /**
   * The request is denied, and nothing is reserved.
   *
   * @param denials why, one of each ledger that denies it, in their order; at least one
   * @param gang what the pod's gang lacks as a whole, as a sentence; empty if the pod counts alone
   */
  record Denied(List<QuotaDenial> denials, Optional<String> gang) implements LedgerDecision {

    public Denied {
      denials = List.copyOf(denials);
    }

    /** Creates the denial of an object that counts alone. */
    public Denied(List<QuotaDenial> denials) {
      this(denials, Optional.empty());
    }

    /** Returns the text of the answer, which begins with Kubernetes' words. */
    public String text() {
      return gang.map(
              g -> denials.stream().map(QuotaDenial::message).collect(joining("; ")) + ". " + g)
          .orElseGet(() -> DenialText.of(denials));
    }
  }
}

package dev.plimsoll.model.ledger;

import dev.plimsoll.kubernetes.quota.QuotaDenial;
import java.util.List;
import java.util.Map;

/** The ledgers' decision on a request. */
public sealed interface LedgerDecision {

  /**
   * The request is admitted.
   *
   * @param reservations what to reserve, by what the ledgers were told apart by; none where nothing
   *     is charged
   */
  record Admitted(Map<String, Reservation> reservations) implements LedgerDecision {

    public Admitted {
      reservations = Map.copyOf(reservations);
    }
  }

  /**
   * The request is denied, and nothing is reserved.
   *
   * @param denials why, one of each ledger that denies it, in their order; at least one
   */
  record Denied(List<QuotaDenial> denials) implements LedgerDecision {

    public Denied {
      denials = List.copyOf(denials);
    }
  }
}

package dev.plimsoll.admission.ledger;

import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.model.ledger.Reservation;

/** The outcomes of the requests for which reservations were made. */
@FunctionalInterface
public interface RequestOutcomes {

  /**
   * Returns whether the API server has not carried out a request so far.
   *
   * @throws StatusException if the server doesn't say
   * @throws dev.plimsoll.kube.live.UnreachableException if there is no answer
   */
  boolean isLost(Reservation reservation) throws StatusException;
}

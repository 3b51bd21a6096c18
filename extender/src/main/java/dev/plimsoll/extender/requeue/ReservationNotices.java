package dev.plimsoll.extender.requeue;

import dev.plimsoll.extender.scheduler.NodeReservation;
import dev.plimsoll.extender.scheduler.ReservationDecisions;
import java.util.List;
import java.util.function.Supplier;

/** Notices that tell which nodes are reserved for large pods. */
record ReservationNotices(ReservationDecisions decisions) implements Supplier<List<Notice>> {
  @Override
  public List<Notice> get() {
    return decisions.all().stream().map(ReservationNotices::notice).toList();
  }

  private static String text(NodeReservation reservation) {
    String node = "node " + reservation.node() + " is reserved for ";
    return reservation
        .gang()
        .map(g -> node + "gang " + g.name() + " until all its pods fit")
        .orElse(node + "this pod until it fits there");
  }

  private static Notice notice(NodeReservation reservation) {
    return new Notice(reservation.pod(), "NodeReserved", false, text(reservation), 1);
  }
}

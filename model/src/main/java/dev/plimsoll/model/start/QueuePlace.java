package dev.plimsoll.model.start;

/**
 * The place of a pod in the queue.
 *
 * @param podsBefore how many waiting pods go before it that could use the same nodes
 * @param devicesBefore how many devices they request
 * @param order the order that this follows
 */
public record QueuePlace(int podsBefore, long devicesBefore, Order order) {
  /** The order of a queue. */
  public enum Order {
    /**
     * Tenants take turns by used share, as the gate releases pods. Approximate: turns change with
     * each end.
     */
    Turns("about, by the turns of tenants as the gate would release pods if none ended"),
    /** Priority, then age, as the queue of kube-scheduler; a smaller pod may pass. */
    PriorityAndAge("by priority and age, as kube-scheduler's queue; a pod that fits may pass"),
    /** A gated pod, one of an incomplete gang and one of another scheduler have no place. */
    NotQueued("unknown, because the pod isn't in kube-scheduler's queue"),
    /** A pod that doesn't exist has no place. */
    NotCreated("unknown until the pod is created");

    private final String text;

    Order(String text) {
      this.text = text;
    }

    /** Returns the order in words. */
    public String text() {
      return text;
    }
  }

  /** Returns whether the pod has a place. */
  public boolean isKnown() {
    return order != Order.NotQueued && order != Order.NotCreated;
  }
}

package dev.plimsoll.model.queue;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.QueueApi;
import dev.plimsoll.kubernetes.object.SchedulerQueue;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The amounts of a queue of Volcano or KAI, and of the queues above, beside the need of a group.
 */
final class SchedulerQueueAmounts {
  private final Cluster cluster;
  private final QueueApi api;
  private final Resources need;
  private final List<String> sentences = new ArrayList<>();

  /** Creates the amounts for the least that a PodGroup needs; empty if nothing is compared. */
  SchedulerQueueAmounts(Cluster cluster, QueueApi api, Resources need) {
    this.cluster = cluster;
    this.api = api;
    this.need = need;
  }

  /** Returns the sentences about a queue and then about each queue above. */
  List<String> from(String first) {
    Set<String> seen = new HashSet<>();
    for (String name = first; !name.isEmpty(); ) {
      String who = (seen.isEmpty() ? "Queue " : "parent Queue ") + name;
      if (!seen.add(name)) {
        sentences.add("the parents of Queue " + first + " form a cycle");
        return sentences;
      }
      Optional<SchedulerQueue> queue =
          cluster.find(SchedulerQueue.class, "", SchedulerQueue.identity(api, name));
      if (queue.isEmpty()) {
        if (cluster.covers(api.resource())) {
          sentences.add(who + " does not exist");
        }
        return sentences;
      }
      queue(who, queue.get());
      name = queue.get().parent();
    }
    return sentences;
  }

  private void queue(String who, SchedulerQueue queue) {
    String fields = String.join(", ", queue.fields());
    if (api == QueueApi.VOLCANO) {
      String state =
          queue.state().isEmpty() ? " has no state yet; " : ": state is " + queue.state() + "; ";
      sentences.add(who + state + fields);
    } else {
      sentences.add(who + ": " + fields);
    }
    queue.conditions().stream()
        .filter(c -> c.status().equals("True"))
        .forEach(c -> sentences.add(QueueAnswer.text(who, c)));
    for (ResourceName resource : need.names()) {
      Quantity amount = need.getOrZero(resource);
      if (amount.signum() > 0 && isCounted(queue, resource)) {
        sentences.add(who + ": " + amounts(queue, resource, amount));
      }
    }
  }

  private static boolean isCounted(SchedulerQueue queue, ResourceName resource) {
    return Stream.of(queue.limit(), queue.deserved(), queue.guarantee())
        .anyMatch(r -> r.contains(resource));
  }

  private String amounts(SchedulerQueue queue, ResourceName resource, Quantity amount) {
    Quantity allocated = queue.allocated().getOrZero(resource);
    Optional<Quantity> limit = queue.limit().get(resource);
    List<String> parts = new ArrayList<>();
    parts.add(limit.map(l -> api.limit() + " " + l).orElse("no " + api.limit()));
    queue.deserved().get(resource).ifPresent(q -> parts.add(api.deserved() + " " + q));
    queue.guarantee().get(resource).ifPresent(q -> parts.add("guarantee " + q));
    parts.add("allocated " + allocated);
    String comparison =
        limit
            .map(
                l ->
                    amount.compareTo(l) > 0
                        ? ", more than the queue can ever have"
                        : allocated.add(amount).compareTo(l) > 0
                            ? ", more than is left"
                            : ", which is left")
            .orElse("");
    return resource
        + " "
        + String.join(", ", parts)
        + "; the group needs at least "
        + amount
        + comparison;
  }
}

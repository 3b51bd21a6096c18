package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;

/**
 * A queue of Volcano or KAI.
 *
 * @param metadata name, labels and the like
 * @param api whose queue it is
 * @param parent the name of the queue above, empty without one
 * @param state Volcano's state to the letter, such as {@code Open}; empty if none is set
 * @param limit the most that it may hold; a resource without a limit is absent
 * @param deserved the amounts that it should have; a resource without an amount is absent
 * @param guarantee the amounts that no other queue gets; KAI has none
 * @param allocated the amounts that its pods hold, as its scheduler counts
 * @param conditions its conditions
 * @param fields other fields as a list of texts, such as {@code weight 1}
 */
public record SchedulerQueue(
    ObjectMeta metadata,
    QueueApi api,
    String parent,
    String state,
    Resources limit,
    Resources deserved,
    Resources guarantee,
    Resources allocated,
    List<Condition> conditions,
    List<String> fields)
    implements ApiObject {

  public SchedulerQueue {
    conditions = List.copyOf(conditions);
    fields = List.copyOf(fields);
  }

  /** Returns whether Volcano's state keeps its PodGroups waiting. Only an open queue takes some. */
  public boolean isClosed() {
    return !state.isEmpty() && !state.equals("Open");
  }

  @Override
  public GroupVersionKind type() {
    return api.type();
  }

  @Override
  public GroupResource resource() {
    return api.resource();
  }

  @Override
  public String identity() {
    return identity(api, name());
  }

  /** Returns the identity of a queue by its name. */
  public static String identity(QueueApi api, String name) {
    return api.resource() + "/" + name;
  }
}

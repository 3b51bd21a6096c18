package dev.plimsoll.model.patch;

import static dev.plimsoll.model.patch.PatchOperation.add;
import static dev.plimsoll.model.patch.PatchOperation.path;
import static dev.plimsoll.model.patch.PatchOperation.test;

import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.FlavorQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Patches of the quotas of Kueue's ClusterQueues. */
public final class QueuePatch {
  private QueuePatch() {}

  /**
   * Returns the patch that sets amounts. It tests the names of flavors and resources first: if
   * someone has moved an entry, the API server rejects the patch.
   *
   * @param field {@code nominalQuota} or {@code borrowingLimit}
   * @param amounts the new amounts; each quota is one of the ClusterQueue
   */
  public static ObjectPatch amounts(
      ClusterQueue queue, String field, Map<FlavorQuota, Quantity> amounts) {
    List<PatchOperation> operations = new ArrayList<>();
    amounts.forEach(
        (quota, amount) -> {
          List<String> at = List.of(quota.path().substring(1).split("/", -1));
          operations.add(
              test(
                  path(at.subList(0, at.size() - 2), "name"),
                  JsonText.string(quota.key().flavor())));
          operations.add(test(path(at, "name"), JsonText.string(quota.key().resource().name())));
          operations.add(add(path(at, field), JsonText.string(amount.toString())));
        });
    return ObjectPatch.of(queue, PatchType.JSON, PatchOperation.patch(operations));
  }
}

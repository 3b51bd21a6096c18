package dev.plimsoll.advisor.queue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.FlavorQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Nominal quotas for ClusterQueues.
 *
 * @param quotas what is decided, in the order of flavors and names
 * @param notes what to know about it, and what is left alone and why, a sentence each
 */
public record QueueAdvice(List<NominalQuota> quotas, List<String> notes) {

  public QueueAdvice {
    quotas = List.copyOf(quotas);
    notes = List.copyOf(notes);
  }

  /**
   * The nominal quota of one resource of one flavor in a ClusterQueue.
   *
   * @param tenant whose queue it is
   * @param queue the ClusterQueue
   * @param now the quota there is
   * @param reserved what Workloads reserve of it, as Kueue counts
   * @param waiting what Workloads that wait in the queue request
   * @param proposed what the nominal quota should be
   */
  public record NominalQuota(
      String tenant,
      ClusterQueue queue,
      FlavorQuota now,
      Quantity reserved,
      Quantity waiting,
      Quantity proposed) {

    /** Returns whether the nominal quota changes. */
    public boolean changes() {
      return proposed.compareTo(now.nominal()) != 0;
    }
  }

  /**
   * Returns a JSON Patch for each ClusterQueue that is to change. Tests of the names come first: if
   * someone has moved the entry, the API server rejects the whole patch.
   */
  public Map<String, JsonArray> patches() {
    Map<String, JsonArray> patches = new LinkedHashMap<>();
    for (NominalQuota each : quotas) {
      if (each.changes()) {
        String path = each.now().path();
        String flavor = path.substring(0, path.indexOf("/resources/"));
        JsonArray patch = patches.computeIfAbsent(each.queue().name(), q -> new JsonArray());
        patch.add(operation("test", flavor + "/name", each.now().key().flavor()));
        patch.add(operation("test", path + "/name", each.now().key().resource().name()));
        patch.add(operation("replace", path + "/nominalQuota", each.proposed().toString()));
      }
    }
    return patches;
  }

  private static JsonObject operation(String op, String path, String value) {
    JsonObject operation = new JsonObject();
    operation.addProperty("op", op);
    operation.addProperty("path", path);
    operation.addProperty("value", value);
    return operation;
  }

  /** Returns the decided quotas that change. */
  public List<NominalQuota> changes() {
    return new ArrayList<>(quotas.stream().filter(NominalQuota::changes).toList());
  }
}

package dev.plimsoll.extender.protocol;

import dev.plimsoll.kubernetes.object.Pod;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The arguments of preempt: on which nodes the pod could be placed if these pods were evicted.
 *
 * @param pod the pod
 * @param victims by node, in the scheduler's order
 */
public record ExtenderPreemptionArgs(Pod pod, Map<String, MetaVictims> victims) {

  /** More than a large cluster has pods. */
  private static final int MOST_VICTIMS = 500_000;

  /**
   * The pods to be evicted from one node.
   *
   * @param uids their UIDs
   * @param violations how many disruption budgets that violates
   */
  public record MetaVictims(List<String> uids, long violations) {

    public MetaVictims {
      uids = List.copyOf(uids);
    }
  }

  /**
   * Reads a body.
   *
   * @throws MalformedCallException if it isn't such a call
   */
  public static ExtenderPreemptionArgs read(InputStream body) {
    Reading reading = new Reading(new JsonScanner(body));
    return new ExtenderPreemptionArgs(
        reading.pod.orElseThrow(() -> new MalformedCallException("Pod is missing or too large")),
        reading.victims);
  }

  private static final class Reading {
    private final JsonScanner json;
    private final Map<String, MetaVictims> victims = new LinkedHashMap<>();
    private Optional<Pod> pod = Optional.empty();
    private int count;

    Reading(JsonScanner json) {
      this.json = json;
      json.object(this::field);
      json.end();
    }

    private void field(String name) {
      if (json.isNull()) {
        return;
      }
      switch (name) {
        case "Pod" -> pod = ExtenderArgs.pod(json);
        case "NodeNameToVictims", "NodeNameToMetaVictims" -> json.object(this::node);
        default -> json.skip();
      }
    }

    private void node(String node) {
      List<String> uids = new ArrayList<>();
      long[] violations = {0};
      if (json.isNull()) {
        return;
      }
      json.object(
          field -> {
            if (json.isNull()) {
              return;
            }
            switch (field) {
              case "Pods" -> json.array(() -> victim(uids));
              case "NumPDBViolations" -> violations[0] = json.number();
              default -> json.skip();
            }
          });
      victims.put(node, new MetaVictims(uids, violations[0]));
    }

    private void add(List<String> uids) {
      if (++count > MOST_VICTIMS) {
        throw new MalformedCallException("more than " + MOST_VICTIMS + " victims");
      }
      uids.add(json.string());
    }

    /** Reads a pod, or only its UID; the one has it in its metadata, the other at the top. */
    private void victim(List<String> uids) {
      json.object(
          field -> {
            switch (field) {
              case "UID" -> add(uids);
              case "metadata" ->
                  json.object(
                      inside -> {
                        if (inside.equals("uid")) {
                          add(uids);
                        } else {
                          json.skip();
                        }
                      });
              default -> json.skip();
            }
          });
    }
  }
}

package dev.plimsoll.extender.requeue;

import com.google.gson.JsonObject;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.extender.scheduler.HeldPod;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.periodic.TokenBucket;
import dev.plimsoll.kubernetes.object.Pod;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Requeues pods that are free now. On its own, kube-scheduler looks at a pod again when a pod or a
 * node changes, but not when a quota or a share changes. So the pod itself is changed: an
 * annotation is set; or, where the scheduler's own plug-ins rejected it, a nomination (see {@link
 * dev.plimsoll.extender.scheduler.RequeueNomination}). That is done only if the scheduler hasn't
 * come back by itself from one look to the next, to a limited number a second, to each tenant in
 * turn.
 */
final class Requeuer {
  static final String ANNOTATION = "plimsoll.dev/requeued-at";

  /** The pods of this number of seconds are looked for, so that enough pods are found twice. */
  private static final int SECONDS_AHEAD = 4;

  private final Decisions decisions;
  private final ObjectWriter objectWriter;
  private final Clock clock;
  private final TokenBucket tokenBucket;
  private final int mostReleased;
  private String lastTenant = "";

  Requeuer(
      Decisions decisions, ObjectWriter objectWriter, Clock clock, Ticker ticker, long perSecond) {
    this.decisions = decisions;
    this.objectWriter = objectWriter;
    this.clock = clock;
    this.mostReleased = Math.toIntExact(Math.min(Integer.MAX_VALUE, SECONDS_AHEAD * perSecond));
    this.tokenBucket = new TokenBucket(perSecond, ticker);
  }

  /** Looks once and requeues the pods that are due. */
  void sync() throws StatusException {
    Map<String, Deque<HeldPod>> due = new TreeMap<>();
    decisions
        .released(mostReleased)
        .forEach((tenant, heldPods) -> due.put(tenant, new ArrayDeque<>(heldPods)));
    inTurn(due);
  }

  private void inTurn(Map<String, Deque<HeldPod>> due) throws StatusException {
    List<String> turn = new ArrayList<>(due.keySet());
    Collections.rotate(turn, -after(turn));
    boolean any = true;
    while (any) {
      any = false;
      for (String tenant : turn) {
        Deque<HeldPod> waiting = due.getOrDefault(tenant, new ArrayDeque<>());
        if (!waiting.isEmpty()) {
          if (!tokenBucket.take()) {
            return;
          }
          lastTenant = tenant;
          requeue(waiting.remove());
          any = true;
        }
      }
    }
  }

  /** Returns the index of the tenant that has the next turn. */
  private int after(List<String> tenants) {
    return (int) tenants.stream().filter(n -> n.compareTo(lastTenant) <= 0).count();
  }

  private void requeue(HeldPod heldPod) throws StatusException {
    Pod pod = heldPod.pod();
    decisions.requeue(heldPod);
    try {
      if (decisions.needsEvictions(pod)) {
        objectWriter.write("PATCH", Nominations.path(pod), Nominations.requeue(pod));
      } else {
        objectWriter.write(
            "PATCH",
            "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name(),
            annotation(pod));
      }
    } catch (StatusException e) {
      if (!e.isObjectGone()) {
        throw e;
      }
      decisions.removeHeld(pod);
    }
  }

  private JsonObject annotation(Pod pod) {
    JsonObject annotations = new JsonObject();
    annotations.addProperty(ANNOTATION, clock.instant().toString());
    JsonObject metadata = new JsonObject();
    metadata.addProperty("uid", pod.metadata().uid());
    metadata.add("annotations", annotations);
    JsonObject patch = new JsonObject();
    patch.add("metadata", metadata);
    return patch;
  }
}

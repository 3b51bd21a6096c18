package dev.plimsoll.extender.requeue;

import com.google.gson.JsonObject;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.extender.scheduler.HeldPod;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.periodic.TokenBucket;
import dev.plimsoll.model.object.Pod;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Requeues pods that nothing holds any more. kube-scheduler looks at a pod again when a pod or a
 * node changes, but not when a quota or a share does, so the pod itself is changed: an annotation
 * is set. That is done only if the scheduler hasn't come back by itself from one look to the next,
 * to a limited number a second, to each namespace in turn.
 */
final class Requeuer {
  static final String ANNOTATION = "plimsoll.dev/requeued-at";
  private static final Duration REQUEUE_INTERVAL = Duration.ofSeconds(30);

  private final Decisions decisions;
  private final ObjectWriter objectWriter;
  private final Clock clock;
  private final Ticker ticker;
  private final TokenBucket tokenBucket;
  private final Map<String, Long> requeued = new HashMap<>();
  private Set<HeldPod> seen = Set.of();
  private String lastNamespace = "";

  Requeuer(
      Decisions decisions, ObjectWriter objectWriter, Clock clock, Ticker ticker, long perSecond) {
    this.decisions = decisions;
    this.objectWriter = objectWriter;
    this.clock = clock;
    this.ticker = ticker;
    this.tokenBucket = new TokenBucket(perSecond, ticker);
  }

  /** Looks once and requeues the pods that are due. */
  void sync() throws StatusException {
    Map<String, Deque<HeldPod>> due = new TreeMap<>();
    Set<HeldPod> released = new HashSet<>();
    Set<String> uids = new HashSet<>();
    for (HeldPod heldPod : decisions.held()) {
      uids.add(heldPod.uid());
      due.computeIfAbsent(heldPod.pod().namespace(), n -> new ArrayDeque<>());
    }
    requeued.keySet().retainAll(uids);
    for (Map.Entry<String, Deque<HeldPod>> namespace : due.entrySet()) {
      for (HeldPod heldPod : decisions.released(namespace.getKey())) {
        released.add(heldPod);
        if (seen.contains(heldPod) && mayRequeue(heldPod)) {
          namespace.getValue().add(heldPod);
        }
      }
    }
    seen = released;
    inTurn(due);
  }

  private boolean mayRequeue(HeldPod heldPod) {
    Long last = requeued.get(heldPod.uid());
    return last == null || ticker.read() - last >= REQUEUE_INTERVAL.toNanos();
  }

  private void inTurn(Map<String, Deque<HeldPod>> due) throws StatusException {
    List<String> turn = new ArrayList<>(due.keySet());
    Collections.rotate(turn, -after(turn));
    boolean any = true;
    while (any) {
      any = false;
      for (String namespace : turn) {
        Deque<HeldPod> waiting = due.getOrDefault(namespace, new ArrayDeque<>());
        if (!waiting.isEmpty()) {
          if (!tokenBucket.take()) {
            return;
          }
          lastNamespace = namespace;
          requeue(waiting.remove());
          any = true;
        }
      }
    }
  }

  /** Returns whose turn it is: the first after the one that came last. */
  private int after(List<String> namespaces) {
    return (int) namespaces.stream().filter(n -> n.compareTo(lastNamespace) <= 0).count();
  }

  private void requeue(HeldPod heldPod) throws StatusException {
    Pod pod = heldPod.pod();
    JsonObject annotations = new JsonObject();
    annotations.addProperty(ANNOTATION, clock.instant().toString());
    JsonObject metadata = new JsonObject();
    metadata.addProperty("uid", pod.metadata().uid());
    metadata.add("annotations", annotations);
    JsonObject patch = new JsonObject();
    patch.add("metadata", metadata);
    requeued.put(heldPod.uid(), ticker.read());
    try {
      objectWriter.write(
          "PATCH", "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name(), patch);
    } catch (StatusException e) {
      if (!RequeueController.isGone(e)) {
        throw e;
      }
      decisions.removeHeld(pod);
    }
  }
}

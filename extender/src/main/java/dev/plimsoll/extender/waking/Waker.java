package dev.plimsoll.extender.waking;

import com.google.gson.JsonObject;
import dev.plimsoll.extender.decision.Decisions;
import dev.plimsoll.extender.decision.Held;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.model.object.Pod;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
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
 * Wakes pods that nothing holds back any more. kube-scheduler looks at a pod again when a pod or a
 * node changes, but not when a quota or a share does, so the pod itself is changed: an annotation
 * is set. That is done only if the scheduler hasn't come back by itself from one look to the next,
 * to a limited number a second, to each namespace in turn.
 */
final class Waker {
  static final String ANNOTATION = "plimsoll.dev/woken-at";
  private static final Duration AGAIN = Duration.ofSeconds(30);

  private final Decisions decisions;
  private final Api api;
  private final Clock clock;
  private final Tokens tokens;
  private final Map<String, Instant> woken = new HashMap<>();
  private Set<Held> seen = Set.of();
  private String lastNamespace = "";

  Waker(Decisions decisions, Api api, Clock clock, long perSecond) {
    this.decisions = decisions;
    this.api = api;
    this.clock = clock;
    this.tokens = new Tokens(perSecond, clock.instant());
  }

  /** Looks once and wakes whom it is time to wake. */
  void look() throws StatusException {
    Map<String, Deque<Held>> due = new TreeMap<>();
    Set<Held> released = new HashSet<>();
    Set<String> uids = new HashSet<>();
    for (Held held : decisions.held()) {
      uids.add(held.uid());
      due.computeIfAbsent(held.pod().namespace(), n -> new ArrayDeque<>());
    }
    woken.keySet().retainAll(uids);
    for (Map.Entry<String, Deque<Held>> namespace : due.entrySet()) {
      for (Held held : decisions.released(namespace.getKey())) {
        released.add(held);
        if (seen.contains(held) && mayWake(held)) {
          namespace.getValue().add(held);
        }
      }
    }
    seen = released;
    inTurn(due);
  }

  private boolean mayWake(Held held) {
    Instant last = woken.getOrDefault(held.uid(), Instant.EPOCH);
    return !clock.instant().isBefore(last.plus(AGAIN));
  }

  private void inTurn(Map<String, Deque<Held>> due) throws StatusException {
    List<String> turn = new ArrayList<>(due.keySet());
    Collections.rotate(turn, -after(turn));
    boolean any = true;
    while (any) {
      any = false;
      for (String namespace : turn) {
        Deque<Held> waiting = due.getOrDefault(namespace, new ArrayDeque<>());
        if (!waiting.isEmpty()) {
          if (!tokens.take(clock.instant())) {
            return;
          }
          wake(waiting.remove());
          lastNamespace = namespace;
          any = true;
        }
      }
    }
  }

  /** Returns whose turn it is: the first after the one that came last. */
  private int after(List<String> namespaces) {
    return (int) namespaces.stream().filter(n -> n.compareTo(lastNamespace) <= 0).count();
  }

  private void wake(Held held) throws StatusException {
    Pod pod = held.pod();
    JsonObject annotations = new JsonObject();
    annotations.addProperty(ANNOTATION, clock.instant().toString());
    JsonObject metadata = new JsonObject();
    metadata.addProperty("uid", pod.metadata().uid());
    metadata.add("annotations", annotations);
    JsonObject patch = new JsonObject();
    patch.add("metadata", metadata);
    woken.put(held.uid(), clock.instant());
    try {
      api.write("PATCH", "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name(), patch);
    } catch (StatusException e) {
      if (!Waking.isGone(e)) {
        throw e;
      }
      decisions.forget(pod);
    }
  }
}

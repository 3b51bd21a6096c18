package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.whatif.DecisionStep;
import dev.plimsoll.model.whatif.UndecidedException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An object or rule without an answer, because the rule failed: a defect of Plimsoll. Answers about
 * other objects remain valid.
 *
 * @param object the object; absent where the rule looks at the cluster as a whole
 * @param kinds the kinds of gaps that there may be besides; empty where it may be any of the
 *     object's
 * @param step what could not be decided about the object's pods, where that is known
 * @param failure the defect
 */
public record Unexamined(
    Optional<ObjectReference> object,
    Set<GapKind> kinds,
    Optional<DecisionStep> step,
    RuntimeException failure) {
  static final Comparator<Unexamined> BY_NAME =
      Comparator.comparing((Unexamined u) -> u.object().map(ObjectReference::namespace).orElse(""))
          .thenComparing(Unexamined::message);

  public Unexamined {
    kinds = Set.copyOf(kinds);
  }

  /** Returns an object on which a rule failed. */
  public static Unexamined of(ObjectReference object, RuntimeException failure) {
    return of(Optional.of(object), Set.of(), failure);
  }

  /** Returns an object on which a rule failed, and what it should have decided. */
  public static Unexamined of(ObjectReference object, DecisionStep step, RuntimeException failure) {
    return failure instanceof UndecidedException
        ? of(object, failure)
        : new Unexamined(Optional.of(object), Set.of(), Optional.of(step), failure);
  }

  static Unexamined of(
      Optional<ObjectReference> object, Set<GapKind> kinds, RuntimeException failure) {
    return failure instanceof UndecidedException undecided
        ? new Unexamined(object, kinds, Optional.of(undecided.step()), undecided.failure())
        : new Unexamined(object, kinds, Optional.empty(), failure);
  }

  /** Returns each defect of an object once, by the names of the objects. */
  public static List<Unexamined> distinct(Stream<Unexamined> all) {
    Map<String, Unexamined> byMessage = new HashMap<>();
    all.forEach(u -> byMessage.putIfAbsent(u.message(), u));
    return byMessage.values().stream().sorted(BY_NAME).toList();
  }

  /** Returns the object or the kinds of gaps, such as {@code deployment/b in namespace a}. */
  public String subject() {
    return object
        .map(
            o ->
                Workloads.label(o)
                    + (o.namespace().isEmpty() ? "" : " in namespace " + o.namespace()))
        .orElseGet(
            () -> new TreeSet<>(kinds).stream().map(Enum::name).collect(Collectors.joining(", ")));
  }

  /** Returns the object with the undecided step, such as {@code deployment/b in namespace a: …}. */
  public String question() {
    return subject() + step.map(s -> ": " + s.question()).orElse("");
  }

  /**
   * Returns the object, the undecided step and the failure, such as {@code deployment/b in
   * namespace a: …}.
   */
  public String message() {
    return question() + ": " + failure;
  }
}

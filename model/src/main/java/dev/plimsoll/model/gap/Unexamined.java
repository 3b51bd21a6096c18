package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.ObjectReference;
import dev.plimsoll.model.workload.Workloads;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What could not be looked at, since a rule failed on it: a defect of Plimsoll's, which leaves what
 * is said of everything else as it is.
 *
 * @param object the object; absent where the rule looks at the cluster as a whole
 * @param kinds the kinds of gaps that there may be besides; empty where it may be any of the
 *     object's
 * @param failure the defect
 */
public record Unexamined(
    Optional<ObjectReference> object, Set<GapKind> kinds, RuntimeException failure) {
  static final Comparator<Unexamined> BY_NAME =
      Comparator.comparing((Unexamined u) -> u.object().map(ObjectReference::namespace).orElse(""))
          .thenComparing(Unexamined::subject);

  /** Makes the set unmodifiable. */
  public Unexamined {
    kinds = Set.copyOf(kinds);
  }

  /** Returns what it is, such as {@code deployment/b in namespace a}. */
  public String subject() {
    return object
        .map(
            o ->
                Workloads.label(o)
                    + (o.namespace().isEmpty() ? "" : " in namespace " + o.namespace()))
        .orElseGet(
            () -> new TreeSet<>(kinds).stream().map(Enum::name).collect(Collectors.joining(", ")));
  }

  /** Returns what it is and what failed, such as {@code deployment/b in namespace a: …}. */
  public String message() {
    return subject() + ": " + failure;
  }
}

package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.cluster.Unread;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Kinds of gaps that may exist, or exist in addition, because objects were not read.
 *
 * @param kinds the kinds, worst first; at least one
 * @param unread what was not read and could show them; never empty
 */
public record UnknownGaps(Set<GapKind> kinds, Unread unread) {

  /** Makes the set unmodifiable and keeps it in order. */
  public UnknownGaps {
    kinds = Collections.unmodifiableSet(new TreeSet<>(kinds));
  }

  /** Returns the same of some kinds only; empty if it has none of them. */
  public Optional<UnknownGaps> only(Predicate<GapKind> selected) {
    Set<GapKind> some = kinds.stream().filter(selected).collect(Collectors.toSet());
    return some.isEmpty() ? Optional.empty() : Optional.of(new UnknownGaps(some, unread));
  }
}

package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.object.ObjectReference;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Applies rules to objects one by one. Where a rule fails on one of them, that is a defect, which
 * is noted and keeps nobody from the answers on all others. Safe for use by several threads.
 */
public final class Examination {
  private record Subject(Optional<ObjectReference> object, Set<GapKind> kinds) {}

  private final Map<Subject, RuntimeException> failures = new ConcurrentHashMap<>();

  /** Creates an examination without failures. */
  public Examination() {}

  /**
   * Returns the results of a rule for each subject, in the order of the subjects.
   *
   * @param object what a thing is called where the rule fails on it
   */
  public <T, R> List<R> each(
      Collection<T> things,
      Function<? super T, ObjectReference> object,
      Function<? super T, ? extends Collection<R>> rule) {
    return things.parallelStream()
        .flatMap(t -> of(object.apply(t), () -> rule.apply(t)).stream())
        .toList();
  }

  /** Returns the results of a rule for an object; none if the rule fails. */
  public <R> Collection<R> of(ObjectReference object, Supplier<? extends Collection<R>> rule) {
    return of(new Subject(Optional.of(object), Set.of()), rule);
  }

  /** Returns the results of a rule that looks for gaps of these kinds; none if the rule fails. */
  public <R> Collection<R> of(Set<GapKind> kinds, Supplier<? extends Collection<R>> rule) {
    return of(new Subject(Optional.empty(), kinds), rule);
  }

  private <R> Collection<R> of(Subject subject, Supplier<? extends Collection<R>> rule) {
    try {
      return rule.get();
    } catch (RuntimeException e) {
      failures.putIfAbsent(subject, e);
      return List.of();
    }
  }

  /** Returns the failures so far, each once, sorted by name. */
  public List<Unexamined> failures() {
    return failures.entrySet().stream()
        .map(e -> Unexamined.of(e.getKey().object(), e.getKey().kinds(), e.getValue()))
        .sorted(Unexamined.BY_NAME)
        .toList();
  }
}

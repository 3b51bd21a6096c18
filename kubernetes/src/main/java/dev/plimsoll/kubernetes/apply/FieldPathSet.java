package dev.plimsoll.kubernetes.apply;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Paths of fields, as a tree.
 *
 * <p>Source: {@code Set} in {@code vendor/sigs.k8s.io/structured-merge-diff/v6/fieldpath/set.go}.
 *
 * @param members the last steps of paths that end here
 * @param children what is below each step
 */
public record FieldPathSet(Set<PathElement> members, Map<PathElement, FieldPathSet> children) {
  /** No path. */
  public static final FieldPathSet EMPTY = new FieldPathSet(Set.of(), Map.of());

  /** Returns whether there is no path. */
  public boolean isEmpty() {
    return members.isEmpty() && children.isEmpty();
  }

  boolean has(List<PathElement> path) {
    return path.size() == 1
        ? members.contains(path.get(0))
        : below(path.get(0)).has(path.subList(1, path.size()));
  }

  FieldPathSet below(PathElement step) {
    return children.getOrDefault(step, EMPTY);
  }

  /** Returns the paths of both sets. */
  public FieldPathSet or(FieldPathSet other) {
    Set<PathElement> all = new TreeSet<>(members);
    all.addAll(other.members);
    return with(all, other, FieldPathSet::or);
  }

  FieldPathSet and(FieldPathSet other) {
    Set<PathElement> both = new TreeSet<>(members);
    both.retainAll(other.members);
    return with(both, other, FieldPathSet::and);
  }

  /** Returns the paths that are not in another set. Paths below the other's paths stay. */
  FieldPathSet without(FieldPathSet other) {
    Set<PathElement> rest = new TreeSet<>(members);
    rest.removeAll(other.members);
    return with(rest, other, FieldPathSet::without);
  }

  private FieldPathSet with(
      Set<PathElement> ending,
      FieldPathSet other,
      BiFunction<FieldPathSet, FieldPathSet, FieldPathSet> operation) {
    Set<PathElement> steps = new TreeSet<>(children.keySet());
    steps.addAll(other.children.keySet());
    Map<PathElement, FieldPathSet> deeper = new TreeMap<>();
    for (PathElement step : steps) {
      FieldPathSet found = operation.apply(below(step), other.below(step));
      if (!found.isEmpty()) {
        deeper.put(step, found);
      }
    }
    return new FieldPathSet(ending, deeper);
  }

  /** Returns all paths. Paths that end at a step come before longer paths through the step. */
  List<List<PathElement>> paths() {
    List<List<PathElement>> all = new ArrayList<>();
    new TreeSet<>(members).forEach(m -> all.add(List.of(m)));
    new TreeMap<>(children)
        .forEach(
            (step, set) ->
                set.paths()
                    .forEach(
                        rest -> {
                          List<PathElement> path = new ArrayList<>();
                          path.add(step);
                          path.addAll(rest);
                          all.add(List.copyOf(path));
                        }));
    return all;
  }

  /** Collects paths. */
  static final class Builder {
    private final Set<PathElement> members = new TreeSet<>();
    private final Map<PathElement, FieldPathSet> children = new TreeMap<>();

    void add(PathElement last) {
      members.add(last);
    }

    void add(PathElement step, @Nullable FieldPathSet deeper) {
      if (deeper != null && !deeper.isEmpty()) {
        children.put(step, deeper);
      }
    }

    FieldPathSet build() {
      return new FieldPathSet(members, children);
    }
  }
}

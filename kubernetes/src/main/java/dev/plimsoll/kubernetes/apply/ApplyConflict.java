package dev.plimsoll.kubernetes.apply;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Fields that a manifest changes, and that other managers own.
 *
 * <p>Source: {@code getConflictMessage} in {@code
 * staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/conflict.go}.
 *
 * @param fields the fields by their managers
 */
public record ApplyConflict(Map<FieldManager, FieldPathSet> fields) {

  /** Returns the message of the API server. */
  public String message() {
    Map<String, List<String>> byManager = new LinkedHashMap<>();
    fields.keySet().stream()
        .sorted(Comparator.comparing(FieldManager::name).thenComparing(FieldManager::label))
        .forEach(
            m ->
                byManager
                    .computeIfAbsent(m.label(), l -> new ArrayList<>())
                    .addAll(texts(fields.getOrDefault(m, FieldPathSet.EMPTY))));
    long count = byManager.values().stream().mapToLong(List::size).sum();
    List<String> lines = new ArrayList<>();
    byManager.forEach(
        (manager, paths) -> {
          lines.add("conflicts with " + manager + ":");
          paths.forEach(p -> lines.add("- " + p));
        });
    String all =
        count == 1
            ? lines.get(0).replaceFirst("^conflicts", "conflict") + lines.get(1).substring(1)
            : String.join("\n", lines);
    return "Apply failed with " + count + (count == 1 ? " conflict: " : " conflicts: ") + all;
  }

  /** Returns the conflict about all other fields; empty if there are no others. */
  public Optional<ApplyConflict> without(FieldPathSet allowed) {
    Map<FieldManager, FieldPathSet> rest = new LinkedHashMap<>();
    fields.forEach(
        (manager, set) -> {
          FieldPathSet others = set.without(allowed);
          if (!others.isEmpty()) {
            rest.put(manager, others);
          }
        });
    return rest.isEmpty() ? Optional.empty() : Optional.of(new ApplyConflict(rest));
  }

  /** Returns the names of the managers. */
  public List<String> managers() {
    return fields.keySet().stream().map(FieldManager::name).distinct().sorted().toList();
  }

  /** Returns the path of the first field. */
  public List<PathElement> first() {
    return fields.values().iterator().next().paths().get(0);
  }

  private static List<String> texts(FieldPathSet set) {
    return set.paths().stream()
        .map(p -> p.stream().map(Object::toString).collect(Collectors.joining()))
        .toList();
  }
}

package dev.plimsoll.kubernetes.apply;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares two versions of an object part by part. Values are compared as they are written: {@code
 * 1} differs from {@code 1000m}.
 *
 * <p>Source: {@code vendor/sigs.k8s.io/structured-merge-diff/v6/typed/compare.go}.
 */
final class FieldChanges {
  private FieldChanges() {}

  /**
   * Returns the fields that the second object has, and that the first one lacks or has otherwise.
   */
  static FieldPathSet of(Map<?, ?> before, Map<?, ?> after) {
    FieldPathSet.Builder all = new FieldPathSet.Builder();
    after.forEach(
        (key, value) -> {
          String name = (String) key;
          add(all, new PathElement.Field(name), name, before.get(name), value);
        });
    return all.build();
  }

  private static void add(
      FieldPathSet.Builder all,
      PathElement step,
      String name,
      @Nullable Object before,
      @Nullable Object after) {
    if (after instanceof Map<?, ?> now && !OwnedFields.isAtomic(name)) {
      if (!(before instanceof Map<?, ?>)) {
        all.add(step);
      }
      all.add(step, of(before instanceof Map<?, ?> old ? old : Map.of(), now));
    } else if (after instanceof List<?> now && OwnedFields.isAssociative(name)) {
      if (!(before instanceof List<?>)) {
        all.add(step);
      }
      all.add(step, ofItems(name, before instanceof List<?> old ? old : List.of(), now));
    } else if (!equal(before, after)) {
      all.add(step);
    }
  }

  private static FieldPathSet ofItems(String name, List<?> before, List<?> after) {
    Map<PathElement, Object> old = new HashMap<>();
    before.forEach(i -> OwnedFields.key(name, i).ifPresent(k -> old.put(k, i)));
    FieldPathSet.Builder all = new FieldPathSet.Builder();
    for (Object item : after) {
      Optional<PathElement> key = OwnedFields.key(name, item);
      key.filter(k -> !old.containsKey(k)).ifPresent(all::add);
      key.filter(k -> old.containsKey(k) || item instanceof Map<?, ?>)
          .ifPresent(k -> addItem(all, k, name, old.get(k), item));
    }
    return all.build();
  }

  private static void addItem(
      FieldPathSet.Builder all,
      PathElement key,
      String name,
      @Nullable Object before,
      Object after) {
    if (OwnedFields.hasAtomicItems(name) || !(after instanceof Map<?, ?>)) {
      if (before != null && !equal(before, after)) {
        all.add(key);
      }
    } else {
      add(all, key, "", before, after);
    }
  }

  private static boolean equal(@Nullable Object one, @Nullable Object other) {
    if (one instanceof Number number && other instanceof Number second) {
      return number.doubleValue() == second.doubleValue();
    }
    return Objects.equals(one, other);
  }
}

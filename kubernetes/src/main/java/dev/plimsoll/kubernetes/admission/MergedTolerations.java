package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.object.Toleration;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges two lists of tolerations and drops each toleration that another one includes.
 *
 * <p>Source: {@code pkg/util/tolerations/tolerations.go}.
 */
final class MergedTolerations {

  private MergedTolerations() {}

  static List<Toleration> of(List<Toleration> first, List<Toleration> second) {
    List<Toleration> all = new ArrayList<>(first);
    all.addAll(second);
    List<Toleration> merged = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Toleration toleration = all.get(i);
      List<Toleration> later = all.subList(i + 1, all.size());
      if (merged.stream().noneMatch(m -> includes(m, toleration))
          && later.stream().noneMatch(l -> !l.equals(toleration) && includes(l, toleration))) {
        merged.add(toleration);
      }
    }
    return merged;
  }

  private static boolean includes(Toleration wide, Toleration narrow) {
    if (wide.equals(narrow)) {
      return true;
    }
    boolean everyKey = wide.key().isEmpty() && wide.operator().equals("Exists");
    if ((!wide.key().equals(narrow.key()) && !everyKey)
        || (!wide.effect().isEmpty() && !wide.effect().equals(narrow.effect()))) {
      return false;
    }
    return switch (wide.operator()) {
      case "", "Equal" -> narrow.operator().equals("Equal") && narrow.value().equals(wide.value());
      case "Exists" -> true;
      default -> false;
    };
  }
}

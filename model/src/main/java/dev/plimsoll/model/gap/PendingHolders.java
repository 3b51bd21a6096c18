package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quota.QuotaRefusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds pods that can't be placed and are charged to a quota key that refuses other pods. */
final class PendingHolders implements Detector {

  private record Starved(String quota, ResourceName key) {}

  @Override
  public List<Finding> detect(Scene scene) {
    List<Finding> found = new ArrayList<>();
    for (Waiting waiting : scene.waiting()) {
      if (!waiting.exists()) {
        continue;
      }
      Map<Starved, List<Refusals.Refused>> starved = new LinkedHashMap<>();
      for (Refusals.Refused refused : scene.refusals()) {
        if (isElsewhereIn(waiting, refused)) {
          exceeded(refused).stream()
              .flatMap(e -> e.limited().names().stream().map(key -> new Starved(e.quota(), key)))
              .forEach(s -> starved.computeIfAbsent(s, k -> new ArrayList<>()).add(refused));
        }
      }
      starved.forEach(
          (by, refused) -> {
            Quantity held = held(scene, waiting, by.quota(), by.key());
            if (held.signum() > 0) {
              found.add(finding(scene, waiting, by, held, refused));
            }
          });
    }
    return found;
  }

  private static boolean isElsewhereIn(Waiting waiting, Refusals.Refused refused) {
    return refused.group().root().namespace().equals(waiting.group().root().namespace())
        && !refused.group().root().equals(waiting.group().root());
  }

  private static List<QuotaRefusal.Exceeded> exceeded(Refusals.Refused refused) {
    return refused.attempt().admission().flatMap(a -> a.quotaRefusal()).stream()
        .filter(QuotaRefusal.Exceeded.class::isInstance)
        .map(QuotaRefusal.Exceeded.class::cast)
        .toList();
  }

  /** Returns how much of a quota's key the waiting pods are charged. */
  static Quantity held(Scene scene, Waiting waiting, String quota, ResourceName key) {
    Quantity held = Quantity.ZERO;
    for (Pod pod : waiting.pods()) {
      held = held.add(scene.charge(pod, quota).getOrZero(key));
    }
    return held;
  }

  private static Finding finding(
      Scene scene, Waiting waiting, Starved by, Quantity held, List<Refusals.Refused> refused) {
    List<String> names = refused.stream().map(r -> r.group().label()).distinct().toList();
    int starving = refused.stream().mapToInt(Refusals.Refused::refused).sum();
    int pods = waiting.pods().size();
    return GapBuilder.of(GapKind.PendingHoldsQuota, waiting.group().root())
        .resource(by.key())
        .message(
            pods
                + (pods == 1
                    ? " pod that can't be placed holds "
                    : " pods that can't be placed hold ")
                + held
                + " of "
                + by.key()
                + " in quota "
                + by.quota()
                + ", which refuses "
                + starving
                + (starving == 1 ? " pod of " : " pods of ")
                + String.join(", ", names))
        .evidence("quota", by.quota())
        .evidence("held", held)
        .evidence("refusedPods", starving)
        .evidence("refused", String.join(", ", names))
        .pods(starving)
        .remedies(
            () -> List.of(Borrowing.release(scene, waiting, refused.get(0), by.quota(), by.key())));
  }
}

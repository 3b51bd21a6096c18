package dev.plimsoll.model.topology;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Names the annotations of a pod about gangs and domains that have no effect, with the reason. */
public final class IgnoredGangFields {
  private IgnoredGangFields() {}

  /** Returns a sentence for each annotation or label that has no effect. */
  public static List<String> of(Pod pod) {
    Optional<Gang> gang = Gang.of(pod);
    List<String> ignored = new ArrayList<>();
    value(pod, Gang.SIZE)
        .filter(size -> gang.flatMap(g -> g.size().stream().boxed().findFirst()).isEmpty())
        .map(
            size ->
                Gang.isSize(size)
                    ? "the pod has no controller, and no %s names its gang".formatted(Gang.NAME)
                    : "\"%s\" is not a whole number from 2 to 999999".formatted(shortened(size)))
        .ifPresent(why -> ignored.add(Gang.SIZE + " has no effect: " + why));
    if (gang.isEmpty()) {
      for (String key : DomainRequest.KEYS) {
        value(pod, key).ifPresent(v -> ignored.add(key + " has no effect: the pod is in no gang"));
      }
    }
    return ignored;
  }

  private static String shortened(String value) {
    return value.length() > 20 ? value.substring(0, 20) + "…" : value;
  }

  private static Optional<String> value(Pod pod, String key) {
    return Optional.ofNullable(pod.metadata().annotations().get(key))
        .or(() -> Optional.ofNullable(pod.metadata().labels().get(key)));
  }
}

package dev.plimsoll.kubernetes.pod;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodGroupReference;
import java.util.Comparator;
import java.util.Optional;

/**
 * The key of a gang, which stays the same while its pods come and go. A gang that is created again
 * under its name has the same key, also with another size.
 *
 * @param namespace the namespace of the pods
 * @param name the name of the gang, after the plural of its group if only the group has a size
 */
public record GangKey(String namespace, String name) implements Comparable<GangKey> {
  private static final Comparator<GangKey> ORDER =
      Comparator.comparing(GangKey::namespace).thenComparing(GangKey::name);

  /** Returns the key of a gang. */
  public static GangKey of(Gang gang) {
    String group = gang.podGroup().map(GangKey::name).orElse("");
    return new GangKey(gang.namespace(), group + gang.name());
  }

  /** Returns the key of the gang that a pod belongs to, if it belongs to one. */
  public static Optional<GangKey> of(Pod pod) {
    return Gang.of(pod).map(GangKey::of);
  }

  private static String name(PodGroupReference group) {
    return group.api().resource() + "/";
  }

  /** Returns whether the object that manages a pod gives the gang its name. */
  public boolean isNamedByController(Pod pod) {
    return pod.metadata().controller().filter(c -> name.equals(Gang.name(c))).isPresent();
  }

  @Override
  public int compareTo(GangKey other) {
    return ORDER.compare(this, other);
  }
}

package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The resources that a quota counts and that the containers of a pod must therefore set, and don't.
 *
 * @param containers the names of the containers, by quota key
 */
public record MissingResources(SortedMap<ResourceName, SortedSet<String>> containers) {

  /** Nothing is missing. */
  public static final MissingResources NOTHING = new MissingResources(Collections.emptySortedMap());

  public MissingResources {
    SortedMap<ResourceName, SortedSet<String>> copy = new TreeMap<>();
    containers.forEach((k, v) -> copy.put(k, Collections.unmodifiableSortedSet(new TreeSet<>(v))));
    containers = Collections.unmodifiableSortedMap(copy);
  }

  /** Returns whether nothing is missing. */
  public boolean isEmpty() {
    return containers.isEmpty();
  }

  /** Returns the quota keys that they must set. */
  public List<ResourceName> names() {
    return List.copyOf(containers.keySet());
  }

  /** Returns {@code must specify <key> for: <container>,<container>; <key> for: …}. */
  @Override
  public String toString() {
    return containers.entrySet().stream()
        .map(e -> e.getKey() + " for: " + String.join(",", e.getValue()))
        .collect(Collectors.joining("; ", "must specify ", ""));
  }
}

package dev.plimsoll.kube.watch;

import dev.plimsoll.kubernetes.object.GroupResource;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How current the snapshot is.
 *
 * @param informers by the kind
 * @param drifts how many objects the self-check found wrong, and repaired, so far
 */
public record WatchHealth(Map<GroupResource, InformerHealth> informers, long drifts) {

  public WatchHealth {
    informers = Map.copyOf(informers);
  }

  /** Returns how current some kinds are. */
  public WatchHealth of(Collection<WatchedKind> kinds) {
    Map<GroupResource, InformerHealth> some = new HashMap<>(informers);
    some.keySet().retainAll(kinds.stream().map(k -> k.resource().resource()).toList());
    return new WatchHealth(some, drifts);
  }

  /** Returns whether all kinds have been listed that may be, so that the snapshot is whole. */
  public boolean synced() {
    return informers.values().stream().noneMatch(h -> h.state() == InformerHealth.State.UNREAD);
  }

  /** Returns the present failures, a sentence for each kind, by the kinds' names. */
  public List<String> problems() {
    return informers.entrySet().stream()
        .filter(e -> !e.getValue().problem().isEmpty())
        .sorted(Map.Entry.comparingByKey())
        .map(e -> e.getKey() + ": " + e.getValue().problem())
        .toList();
  }

  /** Returns whether something that the server says of a kind is doubtful and doesn't count yet. */
  public boolean isDoubtful() {
    return informers.values().stream().anyMatch(h -> h.state() == InformerHealth.State.DOUBTED);
  }

  /**
   * Returns how long ago the server last sent anything, of the kind for which that is longest.
   * Absent as long as some kind never received anything. A healthy server sends bookmarks about
   * once a minute.
   */
  public Optional<Duration> timeSinceLastReceived() {
    Duration longest = Duration.ZERO;
    for (InformerHealth informer : informers.values()) {
      if (informer.silence().isEmpty()) {
        return Optional.empty();
      }
      Duration silence = informer.silence().get();
      longest = silence.compareTo(longest) > 0 ? silence : longest;
    }
    return Optional.of(longest);
  }
}

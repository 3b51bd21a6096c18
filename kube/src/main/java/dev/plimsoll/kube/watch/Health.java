package dev.plimsoll.kube.watch;

import dev.plimsoll.model.object.GroupResource;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * How current the picture is.
 *
 * @param feeds by the kind
 * @param drifts how many objects the self-check found wrong, and repaired, so far
 */
public record Health(Map<GroupResource, FeedHealth> feeds, long drifts) {

  /** Makes the map unmodifiable. */
  public Health {
    feeds = Map.copyOf(feeds);
  }

  /** Returns whether all kinds have been listed, so that the picture is whole. */
  public boolean synced() {
    return feeds.values().stream().allMatch(FeedHealth::synced);
  }

  /**
   * Returns how long ago the server last sent anything, of the kind for which that is longest.
   * Absent as long as some kind never heard anything. A healthy server sends bookmarks about once a
   * minute.
   */
  public Optional<Duration> silence(Instant now) {
    Instant oldest = now;
    for (FeedHealth feed : feeds.values()) {
      if (feed.lastHeard().isEmpty()) {
        return Optional.empty();
      }
      oldest = feed.lastHeard().get().isBefore(oldest) ? feed.lastHeard().get() : oldest;
    }
    return Optional.of(Duration.between(oldest, now));
  }
}

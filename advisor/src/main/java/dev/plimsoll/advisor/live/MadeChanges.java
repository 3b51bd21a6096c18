package dev.plimsoll.advisor.live;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.gson.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The last changes that this process made to quotas. A controller that replaces a whole quota also
 * removes the annotation that records the change.
 */
public final class MadeChanges {
  private static final int MOST = 10_000;

  @GuardedBy("this")
  private final Map<String, ReplacedAnnotation> byUid = new LinkedHashMap<>();

  /** Makes a memory without changes. */
  public MadeChanges() {}

  /** Remembers a change of a quota; of many quotas, the oldest changes are forgotten. */
  synchronized void made(JsonObject stored, ReplacedAnnotation change) {
    byUid.remove(uid(stored));
    byUid.put(uid(stored), change);
    if (byUid.size() > MOST) {
      byUid.remove(byUid.keySet().iterator().next());
    }
  }

  /** Returns the last change as the quota records it, or else as it is remembered. */
  synchronized Optional<ReplacedAnnotation> last(JsonObject live) {
    return ReplacedAnnotation.read(live)
        .filter(replaced -> replaced.isOurs(live))
        .or(() -> Optional.ofNullable(byUid.get(uid(live))));
  }

  /** Forgets a change that somebody undid and that the quota still records. */
  synchronized void leaveTo(JsonObject live) {
    if (ReplacedAnnotation.read(live).isPresent()) {
      byUid.remove(uid(live));
    }
  }

  private static String uid(JsonObject quota) {
    return JsonFields.text(quota, "metadata", "uid");
  }
}

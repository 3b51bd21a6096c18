package dev.plimsoll.extender.waking;

import com.google.gson.JsonObject;
import dev.plimsoll.extender.decision.Decisions;
import dev.plimsoll.extender.decision.Held;
import dev.plimsoll.extender.placement.Hold;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.model.object.Pod;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;

/**
 * Says by events on pods that they are held back: one a pod and reason, whose name follows from
 * both, so that a restarted service finds it again. While it goes on, the event's series is
 * updated, seldom.
 */
final class HeldEvents {
  private static final Duration UPDATED = Duration.ofMinutes(5);
  private static final int LONGEST = 240;
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final Decisions decisions;
  private final Api api;
  private final Clock clock;
  private final String instance;
  private final Tokens tokens;
  private Map<String, Told> told = new HashMap<>();

  /** What was last told of a pod. */
  private record Told(String name, long times, Instant when) {}

  HeldEvents(Decisions decisions, Api api, Clock clock, String instance, long perSecond) {
    this.decisions = decisions;
    this.api = api;
    this.clock = clock;
    this.instance = instance;
    this.tokens = new Tokens(perSecond, clock.instant());
  }

  /** Looks once and tells what has not been told. */
  void look() throws StatusException {
    Map<String, Told> still = new HashMap<>();
    try {
      for (Held held : decisions.held()) {
        String name = name(held);
        Told last = told.getOrDefault(name, new Told(name, 0, Instant.EPOCH));
        Instant now = clock.instant();
        boolean isDue = held.times() > last.times() && !now.isBefore(last.when().plus(UPDATED));
        if (isDue && tokens.take(now)) {
          tell(held, name, last.times() == 0);
          last = new Told(name, held.times(), now);
        }
        if (last.times() > 0) {
          still.put(name, last);
        }
      }
    } finally {
      told.putAll(still);
    }
    told = still;
  }

  private void tell(Held held, String name, boolean isNew) throws StatusException {
    String events = "/apis/events.k8s.io/v1/namespaces/" + held.pod().namespace() + "/events";
    try {
      if (isNew) {
        create(events, held, name);
      } else {
        api.write("PATCH", events + "/" + name, series(held));
      }
    } catch (StatusException e) {
      if (e.code() == StatusException.NOT_FOUND && !isNew) {
        create(events, held, name);
      } else if (!Waking.isGone(e)) {
        throw e;
      }
    }
  }

  /** Creates the event; one that is there already is from before a restart. */
  private void create(String events, Held held, String name) throws StatusException {
    try {
      api.write("POST", events, event(held, name));
    } catch (StatusException e) {
      if (e.code() != Waking.CONFLICT) {
        throw e;
      }
      api.write("PATCH", events + "/" + name, series(held));
    }
  }

  private static String name(Held held) {
    String pod = held.pod().name();
    long id = 31L * held.uid().hashCode() + held.hold().cause().name().hashCode();
    return pod.substring(0, Math.min(pod.length(), LONGEST))
        + String.format(".%08x", id & 0xffffffffL);
  }

  private JsonObject series(Held held) {
    JsonObject series = new JsonObject();
    series.addProperty("count", Math.max(2, held.times()));
    series.addProperty("lastObservedTime", MICROS.format(clock.instant()));
    JsonObject patch = new JsonObject();
    patch.add("series", series);
    return patch;
  }

  private JsonObject event(Held held, String name) {
    Pod pod = held.pod();
    JsonObject metadata = new JsonObject();
    metadata.addProperty("namespace", pod.namespace());
    metadata.addProperty("name", name);
    JsonObject regarding = new JsonObject();
    regarding.addProperty("apiVersion", "v1");
    regarding.addProperty("kind", "Pod");
    regarding.addProperty("namespace", pod.namespace());
    regarding.addProperty("name", pod.name());
    regarding.addProperty("uid", pod.metadata().uid());
    JsonObject event = new JsonObject();
    event.addProperty("apiVersion", "events.k8s.io/v1");
    event.addProperty("kind", "Event");
    event.add("metadata", metadata);
    event.addProperty("eventTime", MICROS.format(clock.instant()));
    event.addProperty("reportingController", "plimsoll.dev/extender");
    event.addProperty("reportingInstance", instance);
    event.addProperty("action", "Scheduling");
    event.addProperty("reason", reason(held.hold().cause()));
    event.add("regarding", regarding);
    event.addProperty("note", held.hold().text());
    event.addProperty("type", "Warning");
    return event;
  }

  private static String reason(Hold.Cause cause) {
    return switch (cause) {
      case QUOTA -> "HeldAtQuota";
      case SHARE -> "HeldAtShare";
    };
  }
}

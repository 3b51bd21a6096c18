package dev.plimsoll.extender.requeue;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * A note as an event of the API {@code events.k8s.io/v1}. Its name follows from the object and the
 * reason, so that a restarted service finds it again.
 */
final class NoticeEvent {
  private static final String EVENTS = "/apis/events.k8s.io/v1/namespaces/%s/events";
  private static final int LONGEST_NAME = 240;
  private static final int LONGEST_NOTE = 1024;
  private static final String MORE = "...";
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final Notice notice;
  private final Instant now;

  NoticeEvent(Notice notice, Instant now) {
    this.notice = notice;
    this.now = now;
  }

  /** Returns where events of the object's namespace are created. */
  String path() {
    return EVENTS.formatted(notice.metadata().namespace());
  }

  String name() {
    String object = notice.metadata().name();
    long id = 31L * notice.metadata().uid().hashCode() + notice.reason().hashCode();
    return object.substring(0, Math.min(object.length(), LONGEST_NAME))
        + String.format(".%08x", id & 0xffffffffL);
  }

  /** Returns the event as it is created. */
  JsonObject created(String instance) {
    ObjectMeta object = notice.metadata();
    JsonObject metadata = new JsonObject();
    metadata.addProperty("namespace", object.namespace());
    metadata.addProperty("name", name());
    JsonObject regarding = new JsonObject();
    regarding.addProperty("apiVersion", notice.type().apiVersion());
    regarding.addProperty("kind", notice.type().kind());
    regarding.addProperty("namespace", object.namespace());
    regarding.addProperty("name", object.name());
    regarding.addProperty("uid", object.uid());
    JsonObject event = new JsonObject();
    event.addProperty("apiVersion", "events.k8s.io/v1");
    event.addProperty("kind", "Event");
    event.add("metadata", metadata);
    event.addProperty("eventTime", MICROS.format(now));
    event.addProperty("reportingController", "plimsoll.dev/extender");
    event.addProperty("reportingInstance", instance);
    event.addProperty("action", "Scheduling");
    event.addProperty("reason", notice.reason());
    event.add("regarding", regarding);
    event.addProperty("note", shortened(notice.text()));
    event.addProperty("type", notice.isWarning() ? "Warning" : "Normal");
    return event;
  }

  /** Returns the patch that says that it is still so. */
  JsonObject repeated() {
    JsonObject series = new JsonObject();
    series.addProperty("count", Math.max(2, notice.times()));
    series.addProperty("lastObservedTime", MICROS.format(now));
    JsonObject patch = new JsonObject();
    patch.add("series", series);
    return patch;
  }

  /** Shortens what the API server would deny as too long; it counts bytes. */
  private static String shortened(String text) {
    if (text.getBytes(StandardCharsets.UTF_8).length <= LONGEST_NOTE) {
      return text;
    }
    int bytes = 0;
    int end = 0;
    while (end < text.length()) {
      int next = text.offsetByCodePoints(end, 1);
      bytes += text.substring(end, next).getBytes(StandardCharsets.UTF_8).length;
      if (bytes > LONGEST_NOTE - MORE.length()) {
        break;
      }
      end = next;
    }
    return text.substring(0, end) + MORE;
  }
}

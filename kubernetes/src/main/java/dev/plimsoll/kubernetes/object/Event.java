package dev.plimsoll.kubernetes.object;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A component's report about an object.
 *
 * @param metadata name, namespace and the like
 * @param regarding the object it is about
 * @param reporter the component that reports, such as {@code default-scheduler}; empty if not said
 * @param eventType {@code Normal} or {@code Warning}
 * @param reason the reason in one word, such as {@code FailedCreate}
 * @param note the text
 * @param firstSeen when it was reported first
 * @param lastSeen when it was reported last
 * @param count how often it was reported
 */
public record Event(
    ObjectMeta metadata,
    ObjectReference regarding,
    String reporter,
    String eventType,
    String reason,
    String note,
    Optional<Instant> firstSeen,
    Optional<Instant> lastSeen,
    long count)
    implements ApiObject {

  private static final Pattern DENIED_POD = Pattern.compile("pods \"[^\"]+\" is forbidden");

  public static final GroupVersionKind TYPE = GroupVersionKind.of("v1", "Event");

  public static final GroupResource RESOURCE = new GroupResource("", "events");

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }

  /**
   * Returns whether the event is about the object. An earlier object of the same name has another
   * UID. If one of the UIDs isn't known, the names decide.
   */
  public boolean isAbout(ApiObject object) {
    String uid = object.metadata().uid();
    return regarding.kind().equals(object.type().kind())
        && regarding.name().equals(object.name())
        && (regarding.uid().isEmpty() || uid.isEmpty() || regarding.uid().equals(uid));
  }

  /**
   * Returns whether the event tells that a pod could not be created. Controllers of custom
   * resources have reasons of their own, such as {@code FailedToCreateWorkerPod}.
   */
  public boolean tellsOfFailedCreation() {
    return reason.equals("FailedCreate") || DENIED_POD.matcher(note).find();
  }
}

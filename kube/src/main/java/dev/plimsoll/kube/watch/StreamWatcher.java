package dev.plimsoll.kube.watch;

import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.JsonTreeReader;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.model.object.ResourceVersion;
import java.io.IOException;
import java.util.Optional;

/**
 * The events of one watch, for one thread. They come in the order of their versions, so one that
 * isn't newer than the last is a repetition, and no more than a bookmark.
 */
final class StreamWatcher implements AutoCloseable {
  private final Connection.ResponseStream responseStream;
  private final JsonTreeReader json;
  private final ObjectDecoder objectDecoder;
  private String version;

  StreamWatcher(
      Connection.ResponseStream responseStream, String version, ObjectDecoder objectDecoder)
      throws IOException {
    this.responseStream = responseStream;
    this.version = version;
    this.objectDecoder = objectDecoder;
    this.json = new JsonTreeReader(responseStream.bytes(), JsonPruning.FOR_RULES);
  }

  /**
   * Returns the next event; none when the server has ended the watch.
   *
   * @throws StatusException if the server sends an error in place of an event
   * @throws IOException if the stream breaks off
   */
  Optional<WatchEvent> next() throws IOException, StatusException {
    return json.nextDocument() ? Optional.of(event(json.object())) : Optional.empty();
  }

  private WatchEvent event(JsonTree event) throws IOException, StatusException {
    JsonTree object = event.object("object");
    return switch (event.text("type")) {
      case "ADDED" -> change(WatchEvent.Type.ADDED, object);
      case "MODIFIED" -> change(WatchEvent.Type.MODIFIED, object);
      case "DELETED" -> change(WatchEvent.Type.DELETED, object);
      case "BOOKMARK" -> {
        advanceTo(object);
        yield WatchEvent.BOOKMARK;
      }
      default -> throw problem(object);
    };
  }

  private WatchEvent change(WatchEvent.Type type, JsonTree object) {
    return advanceTo(object)
        ? new WatchEvent(type, objectDecoder.decode(object))
        : WatchEvent.BOOKMARK;
  }

  /** Returns whether the object is newer than all before. */
  private boolean advanceTo(JsonTree object) {
    String its = object.object("metadata").text("resourceVersion");
    boolean isNewer = ResourceVersion.isNewer(its, version);
    if (isNewer && !its.isEmpty()) {
      version = its;
    }
    return isNewer;
  }

  private static StatusException problem(JsonTree status) {
    int code = status.get("code") instanceof Number number ? number.intValue() : 0;
    String message = status.text("message");
    return new StatusException(code, message.isEmpty() ? "no reason" : message);
  }

  /** Returns the version to watch from when this watch has ended. */
  String version() {
    return version;
  }

  /** Gives the connection back. Only the thread that reads may; others break the stream off. */
  @Override
  public void close() {
    try {
      json.close();
      responseStream.bytes().close();
    } catch (IOException e) {
      responseStream.close();
    }
  }
}

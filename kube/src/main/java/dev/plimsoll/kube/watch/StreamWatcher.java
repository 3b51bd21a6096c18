package dev.plimsoll.kube.watch;

import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.JsonTreeReader;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kubernetes.object.ResourceVersion;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

/**
 * The events of one watch, for one thread. They come in the order of their versions, so one that
 * isn't newer than the last is a repetition, and no more than a bookmark.
 *
 * @param <T> what is read of an object
 */
public final class StreamWatcher<T> implements AutoCloseable {
  private final Connection.ResponseStream responseStream;
  private final JsonTreeReader json;
  private final Function<JsonTree, Optional<T>> decoder;
  private String version;

  /**
   * Reads the events of a watch.
   *
   * @param version the one that is watched from
   * @param pruning what of the objects is wanted
   * @param decoder reads an object; nothing where it can't be read
   */
  public StreamWatcher(
      Connection.ResponseStream responseStream,
      String version,
      JsonPruning pruning,
      Function<JsonTree, Optional<T>> decoder)
      throws IOException {
    this.responseStream = responseStream;
    this.version = version;
    this.decoder = decoder;
    this.json = new JsonTreeReader(responseStream.bytes(), pruning);
  }

  /**
   * Returns the next event; none when the server has ended the watch.
   *
   * @throws StatusException if the server sends an error in place of an event
   * @throws IOException if the stream breaks off
   */
  public Optional<WatchEvent<T>> next() throws IOException, StatusException {
    return json.nextDocument() ? Optional.of(event(json.object())) : Optional.empty();
  }

  private WatchEvent<T> event(JsonTree event) throws IOException, StatusException {
    JsonTree object = event.object("object");
    return switch (event.text("type")) {
      case "ADDED" -> change(WatchEvent.Type.ADDED, object);
      case "MODIFIED" -> change(WatchEvent.Type.MODIFIED, object);
      case "DELETED" -> change(WatchEvent.Type.DELETED, object);
      case "BOOKMARK" -> {
        advanceTo(object);
        yield bookmark();
      }
      default -> throw problem(object);
    };
  }

  private WatchEvent<T> change(WatchEvent.Type type, JsonTree object) {
    return advanceTo(object) ? new WatchEvent<>(type, decoder.apply(object)) : bookmark();
  }

  private WatchEvent<T> bookmark() {
    return new WatchEvent<>(WatchEvent.Type.BOOKMARK, Optional.empty());
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
  public String version() {
    return version;
  }

  /**
   * Returns the connection to the pool. Only the reading thread may call this; other threads break
   * the stream off.
   */
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

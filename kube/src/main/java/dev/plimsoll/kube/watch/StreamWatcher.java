package dev.plimsoll.kube.watch;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import io.kubernetes.client.util.Watch;
import io.kubernetes.client.util.Watchable;
import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * The events of one watch. They come in the order of their versions, so one that isn't newer than
 * the last is a repetition and left out. When the stream breaks it just ends, since the next watch
 * goes on from the same version; only a version the server has forgotten is an error.
 */
final class StreamWatcher implements Watchable<WatchedObject> {
  private final Connection.ResponseStream responseStream;
  private final JsonReader json;
  private final ObjectDecoder objectDecoder;
  private final Listener listener;
  private String version;
  private Optional<Watch.Response<WatchedObject>> next = Optional.empty();
  private boolean isFinished;

  /** Told of what isn't an event. */
  interface Listener {
    /** The server sent something. */
    void received();

    /** The stream ended, with a reason if it wasn't the server's wish. */
    void ended(Optional<String> reason);
  }

  StreamWatcher(
      Connection.ResponseStream responseStream,
      String version,
      ObjectDecoder objectDecoder,
      Listener listener) {
    this.responseStream = responseStream;
    this.version = version;
    this.objectDecoder = objectDecoder;
    this.listener = listener;
    this.json = new JsonReader(responseStream.text());
    // One document after the other.
    this.json.setStrictness(Strictness.LENIENT);
  }

  @Override
  public boolean hasNext() {
    if (isFinished) {
      return false;
    }
    try {
      while (next.isEmpty() && json.peek() != JsonToken.END_DOCUMENT) {
        next = event();
        listener.received();
      }
      if (next.isEmpty()) {
        finish();
        listener.ended(Optional.empty());
      }
    } catch (GoneException e) {
      finish();
      throw e;
    } catch (IOException | IllegalStateException e) {
      finish();
      listener.ended(Optional.of(sentence(e)));
    }
    return next.isPresent();
  }

  /** Gives the connection back. Only the thread that reads may; others break the stream off. */
  private void finish() {
    isFinished = true;
    try {
      json.close();
    } catch (IOException e) {
      responseStream.close();
    }
  }

  private static String sentence(Exception broken) {
    return "The watch broke off"
        + Optional.ofNullable(broken.getMessage()).map(m -> ": " + m).orElse("")
        + ".";
  }

  /** Reads an event; one that is a repetition gives nothing. */
  private Optional<Watch.Response<WatchedObject>> event() throws IOException {
    String type = "";
    JsonObject object = new JsonObject();
    json.beginObject();
    while (json.hasNext()) {
      switch (json.nextName()) {
        case "type" -> type = json.nextString();
        case "object" -> object = JsonPruning.FOR_RULES.readItem(json);
        default -> json.skipValue();
      }
    }
    json.endObject();
    return switch (type) {
      case "ADDED", "MODIFIED", "DELETED" -> change(type, object);
      case "BOOKMARK" -> Optional.of(new Watch.Response<>(type, objectDecoder.bookmark(object)));
      default -> throw problem(object);
    };
  }

  private Optional<Watch.Response<WatchedObject>> change(String type, JsonObject object) {
    String its = ObjectDecoder.field(object, "resourceVersion");
    if (!ResourceVersion.isNewer(its, version)) {
      return Optional.empty();
    }
    version = its;
    return Optional.of(new Watch.Response<>(type, objectDecoder.decode(object)));
  }

  private static IOException problem(JsonObject status) {
    int code = status.get("code") instanceof JsonPrimitive value ? value.getAsInt() : 0;
    String message =
        status.get("message") instanceof JsonPrimitive value ? value.getAsString() : "no reason";
    if (code == StatusException.GONE) {
      throw new GoneException(message);
    }
    return new IOException(code + " " + message);
  }

  @Override
  public Watch.Response<WatchedObject> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    Watch.Response<WatchedObject> event = next.orElseThrow();
    next = Optional.empty();
    return event;
  }

  @Override
  public Iterator<Watch.Response<WatchedObject>> iterator() {
    return this;
  }

  @Override
  public void close() {
    responseStream.close();
  }

  /** The server has forgotten the version: all must be listed again. */
  static final class GoneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    GoneException(String message) {
      super(message);
    }
  }
}

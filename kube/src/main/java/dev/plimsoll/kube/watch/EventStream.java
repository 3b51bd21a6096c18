package dev.plimsoll.kube.watch;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import dev.plimsoll.kube.json.PrunedJson;
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
final class EventStream implements Watchable<Item> {
  private final Connection.Stream stream;
  private final JsonReader json;
  private final Reader reader;
  private final Listener listener;
  private String version;
  private Optional<Watch.Response<Item>> next = Optional.empty();
  private boolean isFinished;

  /** Told of what isn't an event. */
  interface Listener {
    /** The server sent something. */
    void heard();

    /** The stream ended, with a reason if it wasn't the server's wish. */
    void ended(Optional<String> reason);
  }

  EventStream(Connection.Stream stream, String version, Reader reader, Listener listener) {
    this.stream = stream;
    this.version = version;
    this.reader = reader;
    this.listener = listener;
    this.json = new JsonReader(stream.text());
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
        listener.heard();
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
      stream.close();
    }
  }

  private static String sentence(Exception broken) {
    return "The watch broke off"
        + Optional.ofNullable(broken.getMessage()).map(m -> ": " + m).orElse("")
        + ".";
  }

  /** Reads an event; one that is a repetition gives nothing. */
  private Optional<Watch.Response<Item>> event() throws IOException {
    String type = "";
    JsonObject object = new JsonObject();
    json.beginObject();
    while (json.hasNext()) {
      switch (json.nextName()) {
        case "type" -> type = json.nextString();
        case "object" -> object = PrunedJson.FOR_RULES.readItem(json);
        default -> json.skipValue();
      }
    }
    json.endObject();
    return switch (type) {
      case "ADDED", "MODIFIED", "DELETED" -> change(type, object);
      case "BOOKMARK" -> Optional.of(new Watch.Response<>(type, reader.bookmark(object)));
      default -> throw problem(object);
    };
  }

  private Optional<Watch.Response<Item>> change(String type, JsonObject object) {
    String its = Reader.field(object, "resourceVersion");
    if (!Version.isNewer(its, version)) {
      return Optional.empty();
    }
    version = its;
    return Optional.of(new Watch.Response<>(type, reader.item(object)));
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
  public Watch.Response<Item> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    Watch.Response<Item> event = next.orElseThrow();
    next = Optional.empty();
    return event;
  }

  @Override
  public Iterator<Watch.Response<Item>> iterator() {
    return this;
  }

  @Override
  public void close() {
    stream.close();
  }

  /** The server has forgotten the version: all must be listed again. */
  static final class GoneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    GoneException(String message) {
      super(message);
    }
  }
}

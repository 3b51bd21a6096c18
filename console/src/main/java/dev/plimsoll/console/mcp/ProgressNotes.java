package dev.plimsoll.console.mcp;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Tells a client how many objects have been read for its request, if the client wants to know. */
final class ProgressNotes implements LongConsumer {
  private final Optional<JsonElement> token;
  private final Consumer<String> write;
  private long last = -1;

  /**
   * Creates notes.
   *
   * @param token names the request to the client; empty if the client wants no notes
   */
  ProgressNotes(Optional<JsonElement> token, Consumer<String> write) {
    this.token = token;
    this.write = write;
  }

  @Override
  public synchronized void accept(long objects) {
    if (objects > last) {
      last = objects;
      token.ifPresent(t -> write.accept(PlainJson.text(note(t, objects))));
    }
  }

  private static JsonObject note(JsonElement token, long objects) {
    JsonObject params = new JsonObject();
    params.add("progressToken", token);
    params.addProperty("progress", objects);
    params.addProperty(
        "message", objects == 0 ? "started" : "reading: " + objects + " objects so far");
    JsonObject note = new JsonObject();
    note.addProperty("jsonrpc", "2.0");
    note.addProperty("method", "notifications/progress");
    note.add("params", params);
    return note;
  }
}

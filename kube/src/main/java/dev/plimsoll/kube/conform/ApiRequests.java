package dev.plimsoll.kube.conform;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.stream.StreamSupport;

/** Sends requests to an API server, and returns errors like other answers. */
public interface ApiRequests {
  /** The media type of JSON. */
  String JSON = "application/json";

  /**
   * An answer of the API server.
   *
   * @param code the HTTP status
   * @param body the object, list or status; empty if the body isn't a JSON object
   */
  record Answer(int code, JsonObject body) {}

  /**
   * Sends a request.
   *
   * @param path the path, with its query if it has one
   * @param type the media type of the body
   * @param body the body; empty for none
   * @throws IOException if the API server doesn't answer
   */
  Answer exchange(String method, String path, String type, String body) throws IOException;

  /**
   * Returns the items of a list.
   *
   * @throws IOException if the API server answers with an error
   */
  default List<JsonObject> list(String path) throws IOException {
    Answer answer = exchange("GET", path, JSON, "");
    if (answer.code() != 200 || !answer.body().has("items")) {
      throw new IOException("GET " + path + ": " + answer.code() + " " + answer.body());
    }
    return StreamSupport.stream(answer.body().getAsJsonArray("items").spliterator(), false)
        .map(JsonElement::getAsJsonObject)
        .toList();
  }
}

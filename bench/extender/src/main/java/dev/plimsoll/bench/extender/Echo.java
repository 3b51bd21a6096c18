package dev.plimsoll.bench.extender;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import dev.plimsoll.extender.protocol.ExtenderArgs;
import dev.plimsoll.extender.protocol.ExtenderFilterResult;
import dev.plimsoll.extender.protocol.ExtenderResults;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What the extender is compared with: endpoints that only parse the names and echo them. */
final class Echo {
  private Echo() {}

  static List<Route> routes() {
    return List.of(
        Route.post("/echo", Echo::ownReader),
        Route.post("/gson", Echo::gson),
        Route.post("/gson/scores", Echo::scores));
  }

  /** By the extender's own reader and writer: what is above that is the decision. */
  private static Reply ownReader(Call call) {
    return new Reply(
        200,
        Reply.JSON,
        ExtenderResults.filter(
            ExtenderArgs.read(call.body()).candidates(), ExtenderFilterResult.ALL));
  }

  /** By Gson's streaming reader and writer. */
  private static Reply gson(Call call) {
    return answer(
        call,
        (names, json) -> {
          json.beginObject().name("NodeNames").beginArray();
          for (String name : names) {
            json.value(name);
          }
          json.endArray().endObject();
        });
  }

  /** Gives each node the same score, by Gson's streaming reader and writer. */
  private static Reply scores(Call call) {
    return answer(
        call,
        (names, json) -> {
          json.beginArray();
          for (String name : names) {
            json.beginObject().name("Host").value(name).name("Score").value(0).endObject();
          }
          json.endArray();
        });
  }

  private interface Answer {
    void write(List<String> names, JsonWriter json) throws IOException;
  }

  private static Reply answer(Call call, Answer answer) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonReader in =
            new JsonReader(new InputStreamReader(call.body(), StandardCharsets.UTF_8));
        JsonWriter json = new JsonWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8))) {
      answer.write(names(in), json);
      json.flush();
      return Reply.json(out.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> names(JsonReader in) throws IOException {
    List<String> names = new ArrayList<>();
    in.beginObject();
    while (in.hasNext()) {
      if (in.nextName().equals("NodeNames") && in.peek() == JsonToken.BEGIN_ARRAY) {
        in.beginArray();
        while (in.hasNext()) {
          names.add(in.nextString());
        }
        in.endArray();
      } else {
        in.skipValue();
      }
    }
    in.endObject();
    return names;
  }
}

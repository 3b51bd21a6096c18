package dev.plimsoll.testkit;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** Plain HTTP calls to a server under test. */
record HttpCalls(String url, HttpClient http) {
  static HttpCalls of(KubeApiServer server) {
    return new HttpCalls(
        server.url(), HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
  }

  HttpResponse<String> send(
      String method, String path, String contentType, String body, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .header("User-Agent", "");
    if (!contentType.isEmpty()) {
      request.header("Content-Type", contentType);
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    return send(method, path, body.isEmpty() ? "" : "application/json", body);
  }

  JsonObject get(String path) throws IOException, InterruptedException {
    return JsonPaths.parse(send("GET", path, "").body());
  }

  JsonObject post(String path, String body) throws IOException, InterruptedException {
    return JsonPaths.parse(send("POST", path, body).body());
  }

  /** Opens a watch; lines come as they are sent. */
  Watching watch(String path) throws IOException, InterruptedException {
    HttpResponse<Stream<String>> response =
        http.send(HttpRequest.newBuilder(URI.create(url + path)).build(), BodyHandlers.ofLines());
    return new Watching(response.statusCode(), response.body().iterator());
  }

  /** An open watch. */
  record Watching(int code, Iterator<String> lines) {
    JsonObject next() {
      return JsonPaths.parse(lines.next());
    }

    /** The events until the watch ends. */
    List<String> rest() {
      List<String> rest = new ArrayList<>();
      lines.forEachRemaining(rest::add);
      return rest;
    }

    /** The next event as {@code "ADDED name"}. */
    String event() {
      JsonObject event = next();
      return JsonPaths.text(event, "type")
          + " "
          + JsonPaths.text(event, "object", "metadata", "name");
    }
  }
}

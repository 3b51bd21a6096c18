package dev.plimsoll.stage.ask;

import com.google.gson.JsonObject;
import dev.plimsoll.stage.node.Trusting;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Whether the console answers a token of the cluster, and denies without one. */
final class Shows implements Question {
  private static final HttpClient CLIENT = Trusting.client(Duration.ofSeconds(5));

  private final String service;

  Shows(String service) {
    this.service = service;
  }

  @Override
  public String name() {
    return "shows";
  }

  @Override
  public Answer ask(Scene scene) throws Exception {
    return Patience.ask(Duration.ofSeconds(30), () -> look(scene));
  }

  private Answer look(Scene scene) throws IOException, InterruptedException {
    String url = url(scene);
    int without = status(url, "");
    int with = status(url, "admin");
    int other = status(url, "nobody-knows-it");
    return new Answer(
        with == 200 && without == 401 && other == 401,
        "with a token " + with + ", without " + without + ", with a wrong one " + other);
  }

  String url(Scene scene) throws IOException {
    JsonObject found = scene.cluster().api().get("/api/v1/namespaces/plimsoll/services/" + service);
    int port =
        JsonPaths.objects(found, "spec", "ports").stream()
            .filter(it -> JsonPaths.text(it, "name").equals("console"))
            .map(it -> it.get("port").getAsInt())
            .findFirst()
            .orElseThrow();
    return "https://"
        + JsonPaths.text(found, "spec", "clusterIP")
        + ":"
        + port
        + "/api/v1/overview";
  }

  static int status(String url, String token) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(10));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    try {
      return CLIENT.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      return 0;
    }
  }
}

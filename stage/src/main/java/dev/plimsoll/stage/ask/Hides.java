package dev.plimsoll.stage.ask;

import com.google.gson.JsonObject;
import dev.plimsoll.stage.node.RunningPod;
import dev.plimsoll.stage.node.Trusting;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Checks whether any port tells amounts to a stranger in the network. */
final class Hides implements Question {
  private static final HttpClient CLIENT = Trusting.client(Duration.ofSeconds(2));

  @Override
  public String name() {
    return "hides";
  }

  @Override
  public Answer ask(Scene scene) throws Exception {
    Set<String> told = new TreeSet<>();
    int asked = 0;
    for (RunningPod pod : scene.cluster().kubelet().running()) {
      for (int port : ports(pod.pod())) {
        for (String scheme : List.of("http", "https")) {
          for (String path : List.of("/metrics", "/api/v1/overview", "/api/v1/tenants")) {
            asked++;
            if (isTold(scheme + "://" + pod.sandbox().address() + ":" + port + path)) {
              told.add("port " + port + " answers anybody " + path);
            }
          }
        }
      }
    }
    return new Answer(
        told.isEmpty() && asked > 0,
        told.isEmpty()
            ? asked + " requests without a token told nothing"
            : String.join(", ", told));
  }

  private static List<Integer> ports(JsonObject pod) {
    return Stream.of("initContainers", "containers")
        .flatMap(it -> JsonPaths.objects(pod, "spec", it).stream())
        .flatMap(it -> JsonPaths.objects(it, "ports").stream())
        .map(it -> it.get("containerPort").getAsInt())
        .toList();
  }

  private static boolean isTold(String url) throws InterruptedException {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(5)).build();
      HttpResponse<String> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() == 200
          && (url.contains("/api/") || answer.body().contains("namespace=\""));
    } catch (IOException e) {
      return false;
    }
  }
}

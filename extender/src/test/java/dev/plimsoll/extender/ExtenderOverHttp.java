package dev.plimsoll.extender;

import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.server.Server;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.http.HttpSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** A running service, and somebody who calls it. */
final class ExtenderOverHttp implements AutoCloseable {
  static final HttpSettings HTTP =
      new HttpSettings("127.0.0.1", 0, 8, 64, 1 << 20, Duration.ofSeconds(2));

  final Extender extender;
  private final Server service;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  ExtenderOverHttp(Cluster cluster, ExtenderSettings extenderSettings) {
    this(cluster, extenderSettings, ServerDependencies.ofSnapshot("test"));
  }

  ExtenderOverHttp(
      Cluster cluster, ExtenderSettings extenderSettings, ServerDependencies dependencies) {
    extender = new Extender(cluster, extenderSettings, b -> "", Ticker.SYSTEM);
    service = new ExtenderServer(extender, dependencies, AccessGuard.open()).startTogether(HTTP);
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + service.port() + path);
  }

  HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
  }

  int port() {
    return service.port();
  }

  @Override
  public void close() {
    service.close();
  }
}

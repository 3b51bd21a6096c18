package dev.plimsoll.console;

import dev.plimsoll.console.config.ConsoleServiceConfiguration;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A console by itself beside an API server, asked over HTTP; alice may list pods in team. */
final class LiveConsoleOverHttp implements AutoCloseable {
  private final HttpClient client = HttpClient.newHttpClient();
  private final KubeApiServer server;
  private final LiveConsole started;

  /**
   * Starts it.
   *
   * @param configuration further lines of the section console
   */
  LiveConsoleOverHttp(Path folder, KubeApiServer server, String configuration)
      throws IOException, InterruptedException {
    this.server = server;
    server.access().token("secret", User.ADMIN);
    server.access().token("alice", new User("alice", "1", List.of()));
    server.access().allow("alice", "list", "pods", "team");
    server.objects().put("{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'team'}}");
    Path file =
        Files.writeString(
            folder.resolve("serve.yaml"),
            """
            apiVersion: config.plimsoll.dev/v1alpha1
            kind: ServiceConfiguration
            scheduler: {enabled: false}
            console:
              listen: {port: 0}
              %s
            cluster: {kubeconfig: "%s"}
            """
                .formatted(configuration, server.kubeconfig(folder, "secret", "default")));
    ConsoleServiceConfiguration read = ConsoleServiceConfiguration.read(file).orElseThrow();
    started =
        LiveConsole.start(
            read,
            "test",
            ConsoleRoutes.with(
                new ConsoleSources(
                    (cluster, policies) -> List.of(),
                    (options, cluster) -> List.of(),
                    read.prometheus(),
                    Optional.empty())));
  }

  KubeApiServer server() {
    return server;
  }

  /** Gets something with a token; without one if that is empty. */
  HttpResponse<String> get(String path, String token) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + started.port() + path));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() {
    started.close();
    server.close();
  }
}

package dev.plimsoll.extender.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.extender.LiveExtender;
import dev.plimsoll.extender.config.ServiceConfiguration;
import dev.plimsoll.testkit.KubeApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The extender's role allows what the extender asks of the API server, and nothing else. */
class RightsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir Path folder = Path.of("");

  @Test
  void the_role_allows_exactly_what_the_service_asks_for()
      throws IOException, InterruptedException {
    assertThat(allowed()).isEqualTo(asked());
  }

  private static Set<String> allowed() {
    JsonObject role = Kustomization.read(Kustomization.MANIFESTS.resolve("base/role.yaml")).get(0);
    Set<String> allowed = new TreeSet<>();
    for (JsonElement rule : role.getAsJsonArray("rules")) {
      for (String group : texts(rule.getAsJsonObject(), "apiGroups")) {
        for (String resource : texts(rule.getAsJsonObject(), "resources")) {
          for (String verb : texts(rule.getAsJsonObject(), "verbs")) {
            allowed.add(verb + " " + (group.isEmpty() ? resource : group + "/" + resource));
          }
        }
      }
    }
    return allowed;
  }

  private static List<String> texts(JsonObject rule, String field) {
    return rule.getAsJsonArray(field).asList().stream().map(JsonElement::getAsString).toList();
  }

  private Set<String> asked() throws IOException, InterruptedException {
    try (KubeApiServer server = KubeApiServer.start()) {
      Path kubeconfig =
          Files.writeString(
              folder.resolve("kubeconfig"),
              """
              current-context: c
              contexts: [{name: c, context: {cluster: c}}]
              clusters: [{name: c, cluster: {server: "%s"}}]
              """
                  .formatted(server.url()));
      Path file =
          Files.writeString(
              folder.resolve("serve.yaml"),
              "listen:\n  port: 0\ncluster:\n  kubeconfig: " + kubeconfig + "\n");
      try (LiveExtender service = LiveExtender.start(ServiceConfiguration.read(file), "test")) {
        assertThat(service.port()).isPositive();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!asked(server).containsAll(allowed()) && System.nanoTime() < deadline) {
          Thread.onSpinWait();
        }
        return asked(server);
      }
    }
  }

  private static Set<String> asked(KubeApiServer server) {
    return server.calls().stream()
        .map(RightsTest::asked)
        .flatMap(Optional::stream)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns a call as the verb and the resource; discovery is allowed to everybody. */
  private static Optional<String> asked(String call) {
    String[] parts = call.split("[ ?]", 3);
    String[] path = parts[1].substring(1).split("/");
    int first = path[0].equals("api") ? 2 : 3;
    if (path.length <= first) {
      return Optional.empty();
    }
    boolean watch = parts.length == 3 && parts[2].contains("watch=true");
    String group = first == 2 ? "" : path[1] + "/";
    return Optional.of((watch ? "watch " : "list ") + group + path[first]);
  }
}

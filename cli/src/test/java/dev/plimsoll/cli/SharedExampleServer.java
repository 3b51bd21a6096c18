package dev.plimsoll.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An API server with the example's objects, for its administrator and one of its tenants. */
final class SharedExampleServer implements AutoCloseable {
  static final String TENANT = "vision";

  private final KubeApiServer server = KubeApiServer.start();
  private final Path folder;

  SharedExampleServer(Path folder) throws IOException {
    this.folder = folder;
    objects().stream()
        .filter(o -> !o.get("kind").getAsString().equals("SnapshotCoverage"))
        .forEach(server.objects()::put);
    server.access().token("admin", User.ADMIN);
    server.access().token("tenant", new User("vera", "2", List.of("system:authenticated")));
    server.access().allow("vera", "list", "*", TENANT);
    server.access().allow("vera", "get", "namespaces", TENANT);
  }

  static List<JsonObject> objects() throws IOException {
    List<JsonObject> objects = new ArrayList<>();
    for (JsonElement item :
        JsonParser.parseString(Files.readString(CliRun.EXAMPLE))
            .getAsJsonObject()
            .getAsJsonArray("items")) {
      objects.add(item.getAsJsonObject());
    }
    return objects;
  }

  CliRun asAdmin(String... arguments) {
    return run("admin", arguments);
  }

  CliRun asTenant(String... arguments) {
    return run("tenant", arguments);
  }

  /** Runs a command as the tenant, whose context is in a namespace. */
  CliRun asTenantIn(String namespace, String... arguments) {
    return runIn(namespace, "tenant", arguments);
  }

  private CliRun run(String user, String... arguments) {
    return runIn(TENANT, user, arguments);
  }

  private CliRun runIn(String namespace, String user, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--kubeconfig", server.kubeconfig(folder, user, namespace).toString()));
    return CliRun.of(all.toArray(String[]::new));
  }

  Path kubeconfig(String user) {
    return server.kubeconfig(folder, user, TENANT);
  }

  KubeApiServer server() {
    return server;
  }

  @Override
  public void close() {
    server.close();
  }
}

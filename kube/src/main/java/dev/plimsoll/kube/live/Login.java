package dev.plimsoll.kube.live;

import dev.plimsoll.kube.InputException;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Resolves the cluster and creates a client that logs in there. */
final class Login {
  private static final int CONNECT_MILLIS = 10_000;
  private static final int READ_MILLIS = 60_000;
  private static final String DEFAULT_NAMESPACE = "default";

  private final ClusterAccess access;
  private final Environment environment;

  Login(ClusterAccess access, Environment environment) {
    this.access = access;
    this.environment = environment;
  }

  /**
   * Makes the connection; nothing is asked yet.
   *
   * @throws InputException if there is no kubeconfig, or it can't be used
   */
  Connection connect() {
    Optional<Kubeconfig> file = Kubeconfig.find(access, environment);
    if (file.isPresent()) {
      String context = file.get().context(access.context());
      KubeConfig config = file.get().credentials(context);
      return connection(client(file.get(), config), "context \"" + context + "\"");
    }
    if (environment.isPod() && access.context().isEmpty()) {
      return connection(inCluster(), "service account of this pod");
    }
    throw nothingFound();
  }

  /** Returns the namespace that is meant where none is given. */
  String namespace() {
    Optional<Kubeconfig> file = Kubeconfig.find(access, environment);
    if (file.isPresent()) {
      return file.get().namespace(file.get().context(access.context())).orElse(DEFAULT_NAMESPACE);
    }
    Path said = environment.serviceAccount().resolve("namespace");
    try {
      return environment.isPod() && Files.isRegularFile(said)
          ? Files.readString(said).strip()
          : DEFAULT_NAMESPACE;
    } catch (IOException e) {
      return DEFAULT_NAMESPACE;
    }
  }

  private static ApiClient client(Kubeconfig file, KubeConfig config) {
    try {
      return ClientBuilder.kubeconfig(config).build();
    } catch (IOException | RuntimeException e) {
      throw new InputException(
          file
              + " can't be used with the context \""
              + config.getCurrentContext()
              + "\": "
              + e.getMessage()
              + ".");
    }
  }

  private static ApiClient inCluster() {
    try {
      return ClientBuilder.cluster().build();
    } catch (IOException | RuntimeException e) {
      throw new InputException(
          "The service account of this pod can't be used: " + e.getMessage() + ".");
    }
  }

  private static Connection connection(ApiClient client, String login) {
    client.setConnectTimeout(CONNECT_MILLIS).setReadTimeout(READ_MILLIS);
    ConnectionErrors errors = new ConnectionErrors(client.getBasePath(), login);
    client.setHttpClient(
        client
            .getHttpClient()
            .newBuilder()
            .addInterceptor(new OutageInterceptor(ApiOutage.of(client.getBasePath()), errors))
            .build());
    return new Connection(client, errors, Login::sleep);
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException("Reading the cluster was interrupted.");
    }
  }

  private InputException nothingFound() {
    String variable = environment.variable("KUBECONFIG");
    String looked =
        variable.isEmpty()
            ? environment.home().resolve(".kube").resolve("config") + " does not exist"
            : "none of the files in KUBECONFIG (" + variable + ") exists";
    return new NoKubeconfigException("There is no kubeconfig: " + looked + ".");
  }
}

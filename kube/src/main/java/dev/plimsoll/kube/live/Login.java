package dev.plimsoll.kube.live;

import dev.plimsoll.kube.InputException;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;

/** Resolves the cluster and creates a client that logs in there. */
final class Login {
  private static final int CONNECT_MILLIS = 10_000;
  private static final int READ_MILLIS = 60_000;
  private static final String TLS_SERVER_NAME = "tls-server-name";
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
      return connection(
          client(file.get(), context),
          file.get().clusterField(context, "proxy-url"),
          "context \"" + context + "\"" + serverName(file.get(), context));
    }
    if (environment.isPod() && access.context().isEmpty()) {
      return connection(inCluster(), "", "service account of this pod");
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

  private static String serverName(Kubeconfig file, String context) {
    String name = file.clusterField(context, TLS_SERVER_NAME);
    return name.isEmpty() ? "" : ", " + TLS_SERVER_NAME + " " + name;
  }

  /** Returns a client that also does what client-java ignores of a kubeconfig. */
  private static ApiClient client(Kubeconfig file, String context) {
    KubeConfig config = file.credentials(context);
    try {
      ApiClient client = ClientBuilder.kubeconfig(config).build();
      HttpUrl unused = HttpUrl.get(URI.create(client.getBasePath()).toString());
      OkHttpClient.Builder http = client.getHttpClient().newBuilder();
      Impersonation.of(file.user(context)).ifPresent(http::addInterceptor);
      file.tokens(context)
          .map(tokens -> new RenewedToken(client, tokens, System::nanoTime))
          .ifPresent(http::authenticator);
      String serverName = file.clusterField(context, TLS_SERVER_NAME);
      if (!serverName.isEmpty()) {
        NamedServerSockets.applyTo(http, client.getHttpClient(), serverName);
      }
      return client.setHttpClient(http.build());
    } catch (IOException | RuntimeException e) {
      throw new InputException(
          file + " can't be used with the context \"" + context + "\": " + e.getMessage() + ".");
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

  private Connection connection(ApiClient client, String proxyUrl, String login) {
    client.setConnectTimeout(CONNECT_MILLIS).setReadTimeout(READ_MILLIS);
    Optional<ProxyServer> proxy = ProxyServer.of(proxyUrl, environment, client.getBasePath());
    ConnectionErrors errors =
        new ConnectionErrors(
            client.getBasePath(), login + proxy.map(p -> ", proxy " + p).orElse(""));
    ServerClock clock = new ServerClock(InstantSource.system());
    OkHttpClient.Builder http = client.getHttpClient().newBuilder();
    proxy.ifPresent(p -> p.applyTo(http));
    client.setHttpClient(
        http.addInterceptor(new OutageInterceptor(ApiOutage.of(client.getBasePath()), errors))
            .addInterceptor(clock)
            .build());
    return new Connection(client, errors, clock, Login::sleep);
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

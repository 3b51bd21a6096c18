package dev.plimsoll.kube.live;

import dev.plimsoll.kube.InputException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import okhttp3.Credentials;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;

/**
 * The proxy between this process and the API server, chosen as kubectl chooses one: the cluster's
 * {@code proxy-url}, else the environment. client-java uses neither.
 *
 * <p>Sources: {@code parseProxyURL} in {@code
 * staging/src/k8s.io/client-go/tools/clientcmd/client_config.go}, {@code
 * golang.org/x/net/http/httpproxy/proxy.go}.
 *
 * @param uri with the scheme {@code http} or {@code socks5}
 */
record ProxyServer(URI uri) {
  private static final int LAST_PORT = 65_535;

  private static final Map<String, Integer> PORTS =
      Map.of("http", 80, "socks5", 1080, "socks5h", 1080);

  /** Returns the proxy to use, if there is one. */
  static Optional<ProxyServer> of(String proxyUrl, Environment environment, String server) {
    if (!proxyUrl.isEmpty()) {
      return Optional.of(of(proxyUrl, "proxy-url of the kubeconfig"));
    }
    String variable = server.startsWith("https:") ? "HTTPS_PROXY" : "HTTP_PROXY";
    Optional<String> name =
        Stream.of(variable, variable.toLowerCase(Locale.ROOT))
            .filter(v -> !environment.variable(v).isEmpty())
            .findFirst();
    return name.filter(v -> !NoProxy.of(environment).includes(HttpUrl.get(server)))
        .map(
            v -> {
              String value = environment.variable(v);
              return of(value.contains("://") ? value : "http://" + value, "variable " + v);
            });
  }

  private static ProxyServer of(String text, String source) {
    try {
      URI uri = new URI(text.strip());
      String scheme = Optional.ofNullable(uri.getScheme()).orElse("").toLowerCase(Locale.ROOT);
      if (!PORTS.containsKey(scheme) || uri.getHost() == null || uri.getPort() > LAST_PORT) {
        throw new InputException(
            "The %s is not an address that Plimsoll can use: write http://HOST:PORT or socks5://HOST:PORT."
                .formatted(source));
      }
      ProxyServer proxy = new ProxyServer(uri);
      if (proxy.isSocks() && uri.getRawUserInfo() != null) {
        throw new InputException(
            "The %s has a user, which Plimsoll can only use with http://.".formatted(source));
      }
      return proxy;
    } catch (URISyntaxException e) {
      throw new InputException("The %s is not a URL.".formatted(source));
    }
  }

  private boolean isSocks() {
    return !uri.getScheme().equalsIgnoreCase("http");
  }

  private int port() {
    return uri.getPort() >= 0
        ? uri.getPort()
        : PORTS.getOrDefault(uri.getScheme().toLowerCase(Locale.ROOT), -1);
  }

  /** Sets the proxy of a client, with the user of the proxy. */
  void applyTo(OkHttpClient.Builder client) {
    InetSocketAddress address = new InetSocketAddress(uri.getHost(), port());
    client.proxy(new Proxy(isSocks() ? Proxy.Type.SOCKS : Proxy.Type.HTTP, address));
    String[] user = Optional.ofNullable(uri.getUserInfo()).orElse("").split(":", 2);
    if (uri.getUserInfo() != null) {
      String credential = Credentials.basic(user[0], user.length > 1 ? user[1] : "");
      client.proxyAuthenticator(
          (route, response) ->
              response.request().header("Proxy-Authorization") == null
                  ? response
                      .request()
                      .newBuilder()
                      .header("Proxy-Authorization", credential)
                      .build()
                  : null);
    }
  }

  /** Returns its address without a user. */
  @Override
  public String toString() {
    return uri.getScheme() + "://" + uri.getHost() + ":" + port();
  }
}

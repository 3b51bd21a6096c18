package dev.plimsoll.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * Asks whether a service is well, by kubelet's rules for {@code httpGet} ({@code
 * pkg/probe/http/http.go}): any status from 200 to 399 is good. Redirects aren't followed. Of
 * loopback addresses the certificate isn't verified, as kubelet doesn't; of all others it is.
 *
 * @param timeout until the first line of the answer is there
 */
public record Probe(URI url, Duration timeout, Optional<ClientCertificate> client) {
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[(::1|0:0:0:0:0:0:0:1)]");

  private static final TrustManager[] ANY = {new TrustOfLoopback()};

  /** The prober's certificate and its key, both PEM. */
  public record ClientCertificate(Path certificate, Path key) {}

  /**
   * Returns the status that the service answers with.
   *
   * @throws IOException if there is no answer in time
   * @throws dev.plimsoll.kube.InputException if the certificate can't be used
   */
  public int status() throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(url).timeout(timeout).build();
    HttpResponse<InputStream> answer =
        httpClient().send(request, HttpResponse.BodyHandlers.ofInputStream());
    answer.body().close();
    return answer.statusCode();
  }

  /** Returns whether a status means that the service is well. */
  public static boolean isGood(int status) {
    return status >= 200 && status < 400;
  }

  private HttpClient httpClient() throws IOException {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(timeout);
    try {
      return "https".equals(url.getScheme())
          ? builder.sslContext(sslContext()).build()
          : builder.build();
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS can't be used: " + e.getMessage(), e);
    }
  }

  private SSLContext sslContext() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keyManagers(), isLoopback() ? ANY : authorities(), null);
    return context;
  }

  private static TrustManager[] authorities() throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init((KeyStore) null);
    return factory.getTrustManagers();
  }

  boolean isLoopback() {
    return LOOPBACK.matcher(url.getHost()).matches();
  }

  private KeyManager[] keyManagers() throws GeneralSecurityException {
    if (client.isEmpty()) {
      return new KeyManager[0];
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    ClientCertificate files = client.get();
    keys.init(
        PemFiles.keyStore(PemFiles.keyed(List.of(files.certificate()), List.of(files.key()))),
        PemFiles.PASSWORD.toCharArray());
    return keys.getKeyManagers();
  }
}

package dev.plimsoll.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real handshakes. */
class DynamicCertificatesTest {
  private static final List<Route> ROUTES =
      List.of(Route.get("/hello", c -> Reply.text(200, "hello")));
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(20);

  @TempDir Path folder;
  private Certificates authority;

  @BeforeEach
  void sign() {
    authority = new Certificates(folder, "authority");
    authority.issue("server");
    authority.issue("client");
  }

  private HttpService serve(List<Path> clientAuthorities) {
    TlsSettings tls =
        new TlsSettings(
            authority.file("server.crt"),
            authority.file("server.key"),
            clientAuthorities,
            Duration.ofMillis(50));
    return HttpService.start(
        new HttpSettings("127.0.0.1", 0, 8, 64, 1 << 20, Duration.ofSeconds(5)).withTls(tls),
        ROUTES);
  }

  private SSLContext context(boolean withCertificate) throws GeneralSecurityException, IOException {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(PemFiles.trustStore(authority.file("authority.crt")));
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    KeyStore store = PemFiles.keyStore(authority.file("client.crt"), authority.file("client.key"));
    keys.init(store, PemFiles.PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(withCertificate ? keys.getKeyManagers() : null, trust.getTrustManagers(), null);
    return context;
  }

  private HttpResponse<String> get(HttpService service, boolean withCertificate)
      throws GeneralSecurityException, IOException, InterruptedException {
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(context(withCertificate))
            .build();
    return client.send(
        HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + service.port() + "/hello"))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static X509Certificate certificate(HttpResponse<String> answer) throws IOException {
    return (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
  }

  @Test
  void callers_are_answered_over_tls() throws Exception {
    try (HttpService service = serve(List.of())) {
      HttpResponse<String> answer = get(service, false);

      assertThat(answer.body()).isEqualTo("hello\n");
      assertThat(certificate(answer).getSubjectX500Principal().getName()).isEqualTo("CN=server");
    }
  }

  @Test
  void where_client_certificates_are_required_nobody_is_answered_without_one() throws Exception {
    try (HttpService service = serve(authority.file("authority.crt"))) {
      assertThat(get(service, true).body()).isEqualTo("hello\n");
      assertThatThrownBy(() -> get(service, false)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void a_certificate_that_another_authority_signed_is_refused() throws Exception {
    new Certificates(folder, "other").issue("client");
    try (HttpService service = serve(authority.file("authority.crt"))) {
      assertThatThrownBy(() -> get(service, true)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void a_renewed_certificate_is_taken_up_and_a_broken_one_is_not() throws Exception {
    try (HttpService service = serve(List.of())) {
      X509Certificate first = certificate(get(service, false));
      authority.issue("server");
      X509Certificate second = first;
      long until = System.nanoTime() + PATIENCE;
      while (second.equals(first) && System.nanoTime() < until) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        second = certificate(get(service, false));
      }
      assertThat(second).isNotEqualTo(first);

      Files.writeString(folder.resolve("server.crt"), "broken");
      assertThat(certificate(get(service, false))).isEqualTo(second);
    }
  }

  @Test
  void files_that_cannot_be_used_are_named_at_start() throws Exception {
    Files.writeString(folder.resolve("server.key"), "broken");

    assertThatThrownBy(() -> serve(List.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("server.crt and its key for TLS");
  }
}

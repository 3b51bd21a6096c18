package dev.plimsoll.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.periodic.TaskStatus;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real handshakes. */
class DynamicCertificatesTest {
  private static final List<Route> ROUTES =
      List.of(
          Route.get("/hello", c -> Reply.text(200, c.hasCertificate() ? "hello you" : "hello")));
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
    return serve(clientAuthorities, Map.of());
  }

  private HttpService serve(List<Path> clientAuthorities, Map<String, Set<String>> clients) {
    return serve(clientAuthorities, clients, false);
  }

  private HttpService serve(
      List<Path> clientAuthorities, Map<String, Set<String>> clients, boolean isOptional) {
    TlsSettings tls =
        new TlsSettings(
            authority.file("server.crt"),
            authority.file("server.key"),
            clientAuthorities,
            isOptional,
            clients,
            Duration.ofMillis(50));
    return HttpService.start(
        "test",
        new HttpSettings("127.0.0.1", 0, 8, 64, 1 << 20, Duration.ofSeconds(5)).withTls(tls),
        ROUTES);
  }

  private SSLContext context(boolean withCertificate) throws GeneralSecurityException, IOException {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(PemFiles.trustStore(authority.file("authority.crt")));
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    KeyStore store =
        PemFiles.keyStore(
            PemFiles.keyed(authority.file("client.crt"), authority.file("client.key")));
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
      assertThat(get(service, true).body()).isEqualTo("hello you\n");
      assertThatThrownBy(() -> get(service, false)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void a_certificate_that_has_expired_or_another_authority_signed_is_refused() throws Exception {
    try (HttpService service = serve(authority.file("authority.crt"))) {
      authority.issueExpired("client");
      assertThatThrownBy(() -> get(service, true)).isInstanceOf(IOException.class);
      new Certificates(folder, "other").issue("client");
      assertThatThrownBy(() -> get(service, true)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void a_caller_that_trusts_another_authority_is_not_answered_and_others_are() throws Exception {
    Path trusted = folder.resolve("authority.crt");
    byte[] before = Files.readAllBytes(trusted);
    try (HttpService service = serve(List.of())) {
      new Certificates(folder, "authority");
      assertThatThrownBy(() -> get(service, false)).isInstanceOf(SSLHandshakeException.class);

      Files.write(trusted, before);
      assertThat(get(service, false).body()).isEqualTo("hello\n");
    }
  }

  @Test
  void looks_fail_while_the_certificate_in_use_has_expired_until_it_is_renewed() throws Exception {
    authority.issueExpired("server");
    try (HttpService service = serve(List.of())) {
      Supplier<TaskStatus> looks = service.certificateReload().orElseThrow();
      await(() -> looks.get().failures() > 2);
      assertThatThrownBy(() -> get(service, false)).isInstanceOf(SSLHandshakeException.class);

      authority.issue("server");
      await(() -> looks.get().lastSuccess().isPresent());

      assertThat(get(service, false).body()).isEqualTo("hello\n");
    }
  }

  @Test
  void a_renewed_certificate_is_taken_up_and_a_broken_one_is_not() throws Exception {
    try (HttpService service = serve(List.of())) {
      X509Certificate first = certificate(get(service, false));
      authority.issue("server");
      await(() -> !certificate(get(service, false)).equals(first));
      X509Certificate second = certificate(get(service, false));

      Files.writeString(folder.resolve("server.crt"), "broken");
      assertThat(certificate(get(service, false))).isEqualTo(second);
    }
  }

  @Test
  void a_path_is_only_for_the_names_that_it_is_given_to() throws Exception {
    List<Path> trusted = authority.file("authority.crt");
    try (HttpService service = serve(trusted, Map.of("hello", Set.of("scraper", "client")))) {
      assertThat(get(service, true).statusCode()).isEqualTo(200);
    }
    try (HttpService service = serve(trusted, Map.of("hello", Set.of("scraper")))) {
      HttpResponse<String> answer = get(service, true);

      assertThat(answer.statusCode()).isEqualTo(403);
      assertThat(answer.body()).contains("the certificate of \\\"client\\\" is not for /hello");
    }
    try (HttpService service = serve(trusted, Map.of("other", Set.of("scraper")))) {
      assertThat(get(service, true).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void where_a_token_tells_as_well_a_certificate_may_be_missing_but_not_be_anothers()
      throws Exception {
    List<Path> trusted = authority.file("authority.crt");
    try (HttpService service = serve(trusted, Map.of("hello", Set.of("client")), true)) {
      assertThat(get(service, true).body()).isEqualTo("hello you\n");
      assertThat(get(service, false).body()).isEqualTo("hello\n");
    }
    try (HttpService service = serve(trusted, Map.of("hello", Set.of("scraper")), true)) {
      assertThat(get(service, true).statusCode()).isEqualTo(403);
    }
    new Certificates(folder, "other").issue("client");
    try (HttpService service = serve(trusted, Map.of(), true)) {
      assertThat(get(service, true).body()).isEqualTo("hello\n");
    }
  }

  @Test
  void a_name_with_two_common_names_is_nobody() {
    assertThat(ClientNames.commonName("CN=client,O=me")).isEqualTo("client");
    assertThat(ClientNames.commonName("CN=client\\,CN=scheduler")).isEqualTo("client,CN=scheduler");
    assertThat(ClientNames.commonName("CN=scheduler,CN=client")).isEmpty();
    assertThat(ClientNames.commonName("O=me")).isEmpty();
  }

  @Test
  void a_key_that_is_not_the_certificates_is_an_error_at_start() {
    authority.issue("other");

    assertThatThrownBy(
            () ->
                HttpService.check(
                    new HttpSettings("127.0.0.1", 0, 8, 64, 1 << 20, Duration.ofSeconds(5))
                        .withTls(
                            new TlsSettings(
                                authority.file("server.crt"),
                                authority.file("other.key"),
                                List.of(),
                                false,
                                Map.of(),
                                Duration.ofSeconds(1)))))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("the key is not the certificate's");
  }

  @Test
  void while_a_renewed_certificate_and_its_key_do_not_match_the_old_ones_stay() throws Exception {
    try (HttpService service = serve(List.of())) {
      X509Certificate first = certificate(get(service, false));
      authority.issue("other");
      Files.copy(
          folder.resolve("other.crt"),
          folder.resolve("server.crt"),
          StandardCopyOption.REPLACE_EXISTING);
      await(() -> service.certificateReload().orElseThrow().get().failures() > 0);

      assertThat(certificate(get(service, false))).isEqualTo(first);
      Files.copy(
          folder.resolve("other.key"),
          folder.resolve("server.key"),
          StandardCopyOption.REPLACE_EXISTING);
      await(() -> !certificate(get(service, false)).equals(first));
    }
  }

  @Test
  void a_connection_that_is_open_is_closed_when_the_authority_changes() throws Exception {
    try (HttpService service = serve(authority.file("authority.crt"));
        Socket open = context(true).getSocketFactory().createSocket("127.0.0.1", service.port())) {
      open.setSoTimeout((int) TimeUnit.NANOSECONDS.toMillis(PATIENCE));
      open.getOutputStream()
          .write("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(open.getInputStream().read()).isEqualTo('H');

      new Certificates(folder, "new");
      Files.copy(
          folder.resolve("new.crt"),
          folder.resolve("authority.crt"),
          StandardCopyOption.REPLACE_EXISTING);

      assertThat(open.getInputStream().readAllBytes()).asString().endsWith("hello you\n");
      assertThatThrownBy(() -> get(service, true)).isInstanceOf(IOException.class);
    }
  }

  /** Something that is waited for. */
  private interface Expected {
    boolean isThere() throws Exception;
  }

  private static void await(Expected expected) throws Exception {
    long until = System.nanoTime() + PATIENCE;
    while (!expected.isThere()) {
      assertThat(System.nanoTime()).isLessThan(until);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
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

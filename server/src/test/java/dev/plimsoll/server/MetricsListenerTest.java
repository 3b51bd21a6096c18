package dev.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.access.Reviewer;
import dev.plimsoll.server.access.SubjectAccessReviewAuthorizer;
import dev.plimsoll.server.access.TokenReviewAuthenticator;
import dev.plimsoll.server.http.HttpSettings;
import dev.plimsoll.server.http.TlsSettings;
import io.prometheus.metrics.core.metrics.Counter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is answered metrics at a listener that others can reach. */
class MetricsListenerTest {
  private static final String AMOUNT = "plimsoll_test_total 1.0";
  private static final String READER = "Authorization: Bearer reader\r\n";

  private final Reviewer reviewer = mock();
  private final ServerDependencies dependencies = ServerDependencies.ofSnapshot("test");
  private Server server;

  @BeforeEach
  void start() throws Exception {
    dependencies.registry().register(Counter.builder().name("plimsoll_test_total").build()).inc();
    when(reviewer.review(any())).thenAnswer(call -> review(call.getArgument(0)));
    AccessGuard guard =
        AccessGuard.ofTokens(
            true,
            new TokenReviewAuthenticator(reviewer, Ticker.SYSTEM),
            new SubjectAccessReviewAuthorizer(reviewer, Ticker.SYSTEM));
    server =
        Server.startMetrics(
            new HttpSettings(
                "127.0.0.1", 0, 4, 16, 1 << 20, Duration.ofSeconds(30), TlsSettings.NONE, false),
            dependencies,
            guard);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** Knows the tokens {@code reader} and {@code other}; the former's user may get /metrics. */
  private static JsonObject review(JsonObject review) {
    JsonObject spec = review.getAsJsonObject("spec");
    String status =
        spec.has("token")
            ? "{\"authenticated\": %b, \"user\": {\"username\": %s}}"
                .formatted(
                    List.of("reader", "other").contains(spec.get("token").getAsString()),
                    spec.get("token"))
            : "{\"allowed\": %b}"
                .formatted(
                    spec.get("user").getAsString().equals("reader")
                        && spec.get("nonResourceAttributes")
                            .toString()
                            .equals("{\"verb\":\"get\",\"path\":\"/metrics\"}"));
    return JsonParser.parseString("{\"status\": " + status + "}").getAsJsonObject();
  }

  private String get(String headers) throws IOException, GeneralSecurityException {
    return get("/metrics", headers);
  }

  /** Sends what a stranger may send, which an HTTP client would not. */
  private String get(String path, String headers) throws IOException, GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new Anybody()}, null);
    try (Socket socket = context.getSocketFactory().createSocket("127.0.0.1", server.port());
        OutputStream out = socket.getOutputStream();
        InputStream in = socket.getInputStream()) {
      String host = headers.contains("Host:") ? "" : "Host: 127.0.0.1\r\n";
      String request = "GET " + path + " HTTP/1.1\r\n" + host + headers;
      out.write((request + "Connection: close\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void whoever_may_get_metrics_is_answered() throws Exception {
    assertThat(get(READER)).startsWith("HTTP/1.1 200").contains(AMOUNT);
  }

  @Test
  void whoever_shows_no_token_or_an_unknown_one_is_not_known() throws Exception {
    assertThat(get("")).startsWith("HTTP/1.1 401").doesNotContain("plimsoll_");
    assertThat(get("Authorization: Bearer made-up\r\n"))
        .startsWith("HTTP/1.1 401")
        .doesNotContain("plimsoll_");
  }

  @Test
  void whoever_may_not_get_metrics_is_denied() throws Exception {
    assertThat(get("Authorization: Bearer other\r\n"))
        .startsWith("HTTP/1.1 403")
        .contains("get /metrics")
        .doesNotContain("plimsoll_");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: localhost\r\n",
        "Host: plimsoll.example\r\n",
        "X-Forwarded-For: 127.0.0.1\r\n",
        "Forwarded: for=127.0.0.1;proto=https\r\n",
        "X-Remote-User: system:admin\r\nX-Remote-Group: system:masters\r\n",
        "X-Forwarded-Client-Cert: Subject=\"CN=prometheus\"\r\n",
        "X-SSL-Client-Cert: x\r\n",
        "Impersonate-User: reader\r\n",
        "Authorization: Basic cmVhZGVyOnJlYWRlcg==\r\n",
        "Authorization: Bearer\r\n",
        "Authorization: Bearer \r\n",
        "Cookie: token=reader\r\n",
        "Authorization: Bearer made-up\r\nAuthorization: Bearer reader\r\n",
      })
  void no_header_stands_for_a_token(String headers) throws Exception {
    assertThat(get(headers)).matches("(?s)HTTP/1.1 (400|401|403) .*").doesNotContain("plimsoll_");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/metrics/",
        "//metrics",
        "/metrics;x=y",
        "/%6detrics",
        "/./metrics",
        "/a/../metrics",
        "/METRICS",
        "/metrics?token=reader",
        "/metrics%00",
        "/"
      })
  void no_spelling_of_the_path_avoids_the_question(String path) throws Exception {
    assertThat(get(path, "")).doesNotContain("plimsoll_").doesNotStartWith("HTTP/1.1 200");
  }

  @Test
  void the_api_server_is_asked_once_about_a_scraper() throws Exception {
    for (int i = 0; i < 5; i++) {
      assertThat(get(READER)).contains(AMOUNT);
    }

    verify(reviewer, times(2)).review(any());
  }

  @Test
  void who_makes_up_tokens_keeps_no_scraper_from_metrics() throws Exception {
    assertThat(get(READER)).contains(AMOUNT);
    for (int i = 0; i < 60; i++) {
      assertThat(get("Authorization: Bearer made-up-" + i + "\r\n"))
          .matches("(?s)HTTP/1.1 (401|429) .*");
    }

    assertThat(get(READER)).contains(AMOUNT);
  }

  @Test
  void health_is_told_without_a_token_and_has_no_amounts() throws Exception {
    assertThat(get("/healthz", "")).startsWith("HTTP/1.1 200").endsWith("ok\n");
    assertThat(get("/readyz", "")).startsWith("HTTP/1.1 200").endsWith("ok\n");
  }

  /** Trusts any server, as a scraper does that is told to skip verification. */
  private static final class Anybody extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(
        X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}

    @Override
    public void checkServerTrusted(
        X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}

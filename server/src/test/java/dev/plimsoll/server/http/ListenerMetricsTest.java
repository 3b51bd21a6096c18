package dev.plimsoll.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.server.Server;
import dev.plimsoll.server.ServerDependencies;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each listener with TLS has a duty and a certificate of its own in the metrics. */
class ListenerMetricsTest {
  @TempDir private Path folder;

  @Test
  void two_listeners_with_tls_have_metrics_of_their_own() {
    Certificates authority = new Certificates(folder, "authority");
    authority.issue("server");
    TlsSettings tls =
        new TlsSettings(
            authority.file("server.crt"),
            authority.file("server.key"),
            List.of(),
            false,
            Map.<String, Set<String>>of(),
            Duration.ofSeconds(10));
    HttpSettings http = HttpSettings.DEFAULT.onLoopback().withTls(tls);
    ServerDependencies dependencies = ServerDependencies.ofSnapshot("test");

    try (Server one = Server.start("scheduler", http, dependencies, List.of());
        Server other = Server.start("console", http, dependencies, List.of())) {
      assertThat(one.port()).isNotEqualTo(other.port());
      assertThat(scrape(dependencies))
          .contains("plimsoll_duty_failures_total{duty=\"scheduler-certificates\"} 0.0")
          .contains("plimsoll_duty_failures_total{duty=\"console-certificates\"} 0.0")
          .contains("certificate=\"scheduler\"")
          .contains("certificate=\"console\"");
    }
  }

  private static String scrape(ServerDependencies dependencies) {
    Call call = new Call(InputStream.nullInputStream(), Map.of(), "");
    Reply reply = dependencies.metrics().route().handler().apply(call);
    return new String(reply.body().get(0), StandardCharsets.UTF_8);
  }
}

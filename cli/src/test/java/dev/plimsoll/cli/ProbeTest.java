package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProbeTest {

  private static CliRun probeOf(int status) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/healthz",
        call -> {
          call.sendResponseHeaders(status, -1);
          call.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/healthz";
      return CliRun.of("probe", "--timeout", "20", url);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void a_service_that_is_well_is_no_matter() throws IOException {
    assertThat(probeOf(200)).isEqualTo(new CliRun(0, "", ""));
  }

  @Test
  void what_a_service_that_is_not_well_answers_is_told() throws IOException {
    CliRun probe = probeOf(503);

    assertThat(probe.exitCode()).isEqualTo(1);
    assertThat(probe.err())
        .startsWith("error: http://127.0.0.1:")
        .endsWith("/healthz: answered with status 503\n");
  }

  @Test
  void where_nobody_listens_it_fails() {
    CliRun probe = CliRun.of("probe", "http://127.0.0.1:1/healthz");

    assertThat(probe.exitCode()).isEqualTo(1);
    assertThat(probe.err()).isEqualTo("error: http://127.0.0.1:1/healthz: no connection\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "probe localhost:8888 | invalid URL \"localhost:8888\": expected a URL such as",
        "probe file:///etc/passwd | invalid URL \"file:///etc/passwd\": expected a URL such as",
        "probe http://127.0.0.1:65536/ | invalid URL \"http://127.0.0.1:65536/\": expected a URL such as",
        "probe http://[ | invalid URL \"http://[\": expected a URL such as",
        "probe http://127.0.0.1/ --timeout 0 | invalid --timeout 0: must be from 1 to 60 seconds",
        "probe http://127.0.0.1/ --client-key a | --client-certificate",
        "probe https://127.0.0.1:1/ --client-certificate a --client-key b | cannot use a and its key"
      })
  void a_wrong_argument_gets_a_sentence(String words, String sentence) {
    CliRun probe = CliRun.of(words.split(" "));

    assertThat(probe.exitCode()).isEqualTo(2);
    assertThat(probe.err()).startsWith("error: ").contains(sentence).doesNotContain("\tat ");
  }
}

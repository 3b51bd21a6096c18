package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.config.ExtenderSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BadCallsTest {
  private static final String POD =
      ExtenderFixtures.podJson(ExtenderFixtures.pod("team", "p", 1, ""));

  private final ExtenderOverHttp extenderOverHttp =
      new ExtenderOverHttp(
          ExtenderFixtures.cluster().add(ExtenderFixtures.node("a", 8)).build(),
          ExtenderSettings.DEFAULT);

  @AfterEach
  void the_next_call_is_unaffected_and_nothing_is_leaked()
      throws IOException, InterruptedException {
    HttpResponse<String> next =
        extenderOverHttp.post(
            "/scheduler/filter",
            ExtenderFixtures.args(ExtenderFixtures.pod("team", "next", 1, ""), "a"));
    assertThat(next.statusCode()).isEqualTo(200);
    assertThat(next.body()).contains("\"NodeNames\":[\"a\"]", "\"Error\":\"\"");
    assertThat(extenderOverHttp.extender.decisions().assumedPods()).hasSize(1);
    extenderOverHttp.close();
  }

  static Stream<Arguments> calls() {
    return Stream.of(
        Arguments.of("", "expected { at byte 0, got the end of the body"),
        Arguments.of("{\"Pod\":", "expected a value at byte 7, got the end of the body"),
        Arguments.of("[]", "expected { at byte 0, got ["),
        Arguments.of("{}", "Pod is missing"),
        Arguments.of("{\"Pod\":null,\"NodeNames\":[]}", "Pod is missing"),
        Arguments.of("{\"Pod\":" + POD + "}", "neither Nodes nor NodeNames is set"),
        Arguments.of(
            "{\"Pod\":" + POD + ",\"Nodes\":{\"items\":[]},\"NodeNames\":[]}",
            "both Nodes and NodeNames are set"),
        Arguments.of(
            "{\"Pod\":" + POD + ",\"NodeNames\":[1]}",
            "expected \\\" at byte "
                + ("{\"Pod\":" + POD + ",\"NodeNames\":[").length()
                + ", got 1"),
        Arguments.of(
            "{\"Pod\":" + POD.replace("\"1\"", "\"1x\"") + ",\"NodeNames\":[\"a\"]}",
            "Pod: spec.containers[0].resources."),
        Arguments.of("{\"Pod\":1,\"" + "x".repeat(1_000_000) + "\":1}", "Pod must be an object"),
        Arguments.of("{\"Pod\":{\"metadata\":{}},\"NodeNames\":[\"a\"]}", "Pod has no name"));
  }

  @ParameterizedTest
  @MethodSource("calls")
  void what_cannot_be_read_is_an_error_that_the_scheduler_shows(String body, String sentence)
      throws IOException, InterruptedException {
    HttpResponse<String> response = extenderOverHttp.post("/scheduler/filter", body);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).startsWith("{\"Error\":\"" + sentence);
  }

  @Test
  void unknown_nodes_pass_since_the_scheduler_knows_them_first()
      throws IOException, InterruptedException {
    assertThat(
            extenderOverHttp
                .post(
                    "/scheduler/filter",
                    ExtenderFixtures.args(ExtenderFixtures.pod("team", "next", 1, ""), "new"))
                .body())
        .contains("\"NodeNames\":[\"new\"]");
  }

  @Test
  void a_body_beyond_the_limit_is_rejected() throws IOException, InterruptedException {
    String giant = "{\"Pod\":\"" + "x".repeat(2 << 20) + "\"}";

    assertThat(extenderOverHttp.post("/scheduler/filter", giant).statusCode()).isEqualTo(413);
  }

  @Test
  void a_body_beyond_the_limit_is_rejected_before_it_is_sent() throws IOException {
    String head =
        "POST /scheduler/filter HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
            .formatted(ExtenderOverHttp.HTTP.largestBody() + 1);

    assertThat(raw(head))
        .startsWith("HTTP/1.1 413")
        .contains("body of 1048577 bytes exceeds the limit of 1048576");
  }

  @Test
  void a_chunked_body_is_rejected() throws IOException {
    String head =
        "POST /scheduler/filter HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";

    assertThat(raw(head)).startsWith("HTTP/1.1 411");
  }

  @Test
  void a_client_that_never_finishes_its_body_is_cut_off() throws IOException {
    String head = "POST /scheduler/filter HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{";

    assertThat(raw(head)).doesNotStartWith("HTTP/1.1 200");
  }

  private String raw(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), extenderOverHttp.port())) {
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void unknown_paths_say_so() throws IOException, InterruptedException {
    assertThat(extenderOverHttp.get("/nothing").statusCode()).isEqualTo(404);
  }
}

package dev.plimsoll.console.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.console.tool.ClusterSource;
import dev.plimsoll.console.tool.ClusterView;
import dev.plimsoll.console.tool.Tools;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StdioConnectionTest {
  private static final String PING = "{\"jsonrpc\": \"2.0\", \"id\": \"p\", \"method\": \"ping\"}";
  private static final String GAPS =
      "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"gaps\"}}";

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch interrupted = new CountDownLatch(1);
  private final CountDownLatch readable = new CountDownLatch(1);
  private final PipedOutputStream toServer = new PipedOutputStream();
  private final AnswerLines answers = new AnswerLines();
  private Thread server;

  @BeforeEach
  void start() throws IOException {
    PipedInputStream in = new PipedInputStream(toServer, 1 << 16);
    StdioConnection connection =
        new StdioConnection(new McpEndpoint(new Tools(new NoSources())), slow(), answers);
    server =
        new Thread(
            () -> {
              try {
                connection.serve(in);
                answers.close();
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    server.setDaemon(true);
    server.start();
  }

  @AfterEach
  void stop() throws IOException, InterruptedException {
    readable.countDown();
    toServer.close();
    server.join();
  }

  /** Returns a cluster that is read once the latch is open. */
  private ClusterSource slow() {
    return (namespace, progress) -> {
      asked.countDown();
      progress.accept(5);
      try {
        readable.await();
      } catch (InterruptedException e) {
        interrupted.countDown();
      }
      progress.accept(9);
      ClusterView view = EmptyCluster.view();
      return view;
    };
  }

  private void send(String... lines) throws IOException {
    for (String line : lines) {
      toServer.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
    toServer.flush();
  }

  @Test
  void after_a_line_that_is_no_message_the_next_is_read() throws Exception {
    send("garbage", "", "x".repeat(StdioConnection.LONGEST_LINE + 1), PING);

    assertThat(answers.next()).contains("-32700");
    assertThat(answers.next()).contains("-32600", "at most");
    assertThat(answers.next()).contains("\"id\":\"p\"", "\"result\":{}");
  }

  @Test
  void a_long_request_holds_up_no_other() throws Exception {
    send(GAPS);
    asked.await();
    send(PING);

    assertThat(answers.next()).contains("\"id\":\"p\"");
    readable.countDown();
    assertThat(answers.next()).contains("\"id\":1");
  }

  @Test
  void a_cancelled_request_is_interrupted_and_gets_no_answer() throws Exception {
    send(GAPS);
    asked.await();
    send(
        "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": {\"requestId\": 1}}");
    interrupted.await();
    send(PING);
    toServer.close();

    assertThat(answers.next()).contains("\"id\":\"p\"");
    assertThat(answers.next()).isEqualTo(AnswerLines.END);
  }

  @Test
  void who_asks_for_progress_is_told_of_it_in_growing_numbers() throws Exception {
    send(GAPS.replace("\"params\": {", "\"params\": {\"_meta\": {\"progressToken\": \"t\"}, "));
    readable.countDown();

    for (String number : List.of("0", "5", "9")) {
      assertThat(answers.next())
          .contains("notifications/progress", "\"progressToken\":\"t\"", "\"progress\":" + number);
    }
    assertThat(answers.next()).contains("\"id\":1");
  }

  @Test
  void requests_are_answered_though_the_client_has_ended_its_stream() throws Exception {
    send(GAPS);
    asked.await();
    toServer.close();
    readable.countDown();

    assertThat(answers.next()).contains("\"id\":1", "No gap");
    assertThat(answers.next()).isEqualTo(AnswerLines.END);
  }
}

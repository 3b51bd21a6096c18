package dev.plimsoll.extender.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.extender.ExtenderFixtures;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExtenderArgsTest {
  private static final String POD =
      "{\"metadata\":{\"name\":\"p\",\"namespace\":\"n\",\"labels\":{\"a\":\"\\u00e9\\n\"}},"
          + "\"spec\":{\"containers\":[{\"name\":\"c\"}]}}";

  private static final List<String> NODES =
      IntStream.range(0, 5_000).mapToObj(i -> "node-é-" + i).toList();

  private static InputStream whole(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private static InputStream inPieces(String text, int most) {
    return new FilterInputStream(whole(text)) {
      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        return super.read(into, offset, Math.min(length, most));
      }
    };
  }

  private static String byName() {
    return "{\"Pod\":" + POD + ",\"NodeNames\":[\"" + String.join("\", \"", NODES) + "\"]}";
  }

  private static String items() {
    return NODES.stream()
        .map(n -> "{\"status\":{},\"metadata\":{\"uid\":\"\\\"\",\"name\":\"" + n + "\"}}")
        .collect(Collectors.joining(","));
  }

  @Test
  void names_are_read_in_their_order_however_the_body_comes_in() {
    assertThat(ExtenderArgs.read(whole(byName())).candidates().names()).isEqualTo(NODES);
    assertThat(ExtenderArgs.read(inPieces(byName(), 7)).candidates().names()).isEqualTo(NODES);
    assertThat(ExtenderArgs.read(inPieces(byName(), 1)).candidates().names()).isEqualTo(NODES);
  }

  @Test
  void each_name_goes_back_with_its_score() {
    NodeNames nodeNames = ExtenderArgs.read(whole(byName())).candidates().names();
    int[] scores = IntStream.range(0, NODES.size()).map(i -> i % 11).toArray();
    String expected =
        IntStream.range(0, NODES.size())
            .mapToObj(i -> "{\"Host\":\"" + NODES.get(i) + "\",\"Score\":" + i % 11 + "}")
            .collect(Collectors.joining(",", "[", "]"));

    assertThat(ExtenderResults.priorities(nodeNames, scores)).asString().isEqualTo(expected);
    assertThat(ExtenderResults.priorities(nodeNames, new int[0])).asString().isEqualTo("[]");
  }

  @Test
  void whole_nodes_go_back_as_they_came() {
    String body = "{\"Pod\":" + POD + ",\"Nodes\":{\"items\":[" + items() + "]}}";
    CandidateNodes candidateNodes = ExtenderArgs.read(inPieces(body, 1001)).candidates();

    assertThat(candidateNodes.names()).isEqualTo(NODES);
    assertThat(
            ExtenderFixtures.text(ExtenderResults.filter(candidateNodes, ExtenderFilterResult.ALL)))
        .isEqualTo(
            "{\"Nodes\":{\"metadata\":{},\"items\":["
                + items()
                + "]},\"NodeNames\":null,\"FailedNodes\":{},\"FailedAndUnresolvableNodes\":{},"
                + "\"Error\":\"\"}");
  }

  @Test
  void escaped_names_are_compared_as_what_they_mean_and_go_back_as_they_came() {
    String body = "{\"Pod\":" + POD + ",\"NodeNames\":[\"\\u0061\\ud83d\\ude00\",\"b\"]}";
    CandidateNodes candidateNodes = ExtenderArgs.read(inPieces(body, 3)).candidates();

    assertThat(candidateNodes.names()).containsExactly("a\uD83D\uDE00", "b");
    assertThat(
            ExtenderFixtures.text(
                ExtenderResults.filter(
                    candidateNodes, new ExtenderFilterResult(List.of("", "no")))))
        .contains("\"NodeNames\":[\"\\u0061\\ud83d\\ude00\"],")
        .contains("\"FailedAndUnresolvableNodes\":{\"b\":\"no\"}");
  }

  @Test
  void a_broken_escape_is_told_with_its_place() {
    String body = "{\"Pod\":" + POD + ",\"NodeNames\":[\"\\x\"]}";

    assertThatThrownBy(() -> ExtenderArgs.read(whole(body)))
        .isInstanceOf(MalformedCallException.class)
        .hasMessage("expected an escape at byte " + body.indexOf('x') + ", got x");
  }
}

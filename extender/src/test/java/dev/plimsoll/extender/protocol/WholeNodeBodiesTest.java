package dev.plimsoll.extender.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.extender.ExtenderFixtures;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whole nodes of a body that is generated while it is read: 320 MB in calls of 20,000 nodes. */
class WholeNodeBodiesTest {
  private static final int NODES = 20_000;
  private static final int NODE_BYTES = 16_000;

  /** A body that notes how long the arrays were that were read into. */
  private static final class Body extends InputStream {
    private final int nodes;
    private final String end;
    private byte[] piece;
    private int at;
    private int next;
    private int longestArray;

    Body(int nodes, String end) {
      this.nodes = nodes;
      this.end = end;
      piece =
          ("{\"Pod\":"
                  + ExtenderFixtures.podJson(ExtenderFixtures.pod("n", "p", 1, ""))
                  + ",\"Nodes\":{\"items\":[")
              .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      longestArray = Math.max(longestArray, into.length);
      if (at == piece.length && next <= nodes) {
        piece = (next == nodes ? end : node(next)).getBytes(StandardCharsets.UTF_8);
        at = 0;
        next++;
      }
      int count = Math.min(length, piece.length - at);
      System.arraycopy(piece, at, into, offset, count);
      at += count;
      return count == 0 ? -1 : count;
    }
  }

  private static String node(int number) {
    String name = "{\"metadata\":{\"uid\":\"\\\\\",\"name\":\"" + name(number) + "\"},\"spec\":\"";
    String comma = number == 0 ? "" : ",";
    return comma + name + "x".repeat(NODE_BYTES - name.length() - 2) + "\"}";
  }

  private static String name(int number) {
    return String.format("node-%06d", number);
  }

  private static List<String> names(int nodes) {
    return IntStream.range(0, nodes).mapToObj(WholeNodeBodiesTest::name).toList();
  }

  @Test
  void readNames_nodesOf320Megabytes_onlyNamesAreKept() {
    Body body = new Body(NODES, "]}}");

    CandidateNodes candidateNodes = ExtenderArgs.readNames(body).candidates();

    assertThat(candidateNodes.names()).isEqualTo(names(NODES));
    assertThat(candidateNodes.bytes()).isEqualTo(NODES * 13L);
    assertThat(body.longestArray).isLessThan(1 << 20);
  }

  @Test
  void read_nodesThatGoBack_keptOnceAndAnsweredWithoutACopy() {
    int nodes = 500;
    Body body = new Body(nodes, "]}}");

    CandidateNodes candidateNodes = ExtenderArgs.read(body).candidates();

    assertThat(candidateNodes.names()).isEqualTo(names(nodes));
    assertThat(candidateNodes.bytes()).isLessThan((long) nodes * (NODE_BYTES + 20));
    assertThat(body.longestArray).isLessThan(1 << 20);
    assertThat(ExtenderResults.filter(candidateNodes, ExtenderFilterResult.ALL))
        .anySatisfy(piece -> assertThat(piece).isSameAs(candidateNodes.node(nodes - 1)));
    assertThat(candidateNodes.node(1)).asString().isEqualTo(node(1).substring(1));
  }

  @Test
  void readNames_mistakeAfter320Megabytes_toldWithItsPlace() throws IOException {
    long before = new Body(NODES, "").transferTo(OutputStream.nullOutputStream());

    assertThatThrownBy(() -> ExtenderArgs.readNames(new Body(NODES, "?")))
        .hasMessage("expected a comma or ] at byte " + before + ", got ?");
    assertThatThrownBy(() -> ExtenderArgs.readNames(new Body(NODES, "]")))
        .hasMessage("expected a comma or } at byte " + (before + 1) + ", got the end of the body");
  }
}

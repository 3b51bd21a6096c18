package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.protocol.MalformedCallException;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.server.http.HttpSettings;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The largest calls that kube-scheduler makes, and larger ones that somebody else might. */
class LargestCallsTest {
  private static final int LARGEST_OBJECT_OF_ETCD = 3 << 19;
  private static final int NODES = 100_000;

  private static final String SMALL_POD =
      "{\"metadata\":{\"name\":\"p\",\"namespace\":\"team\",\"uid\":\"u\"},\"spec\":{\"containers\":[]}}";

  private final Extender extender =
      new Extender(
          Cluster.builder(Instant.EPOCH).complete().build(),
          ExtenderSettings.DEFAULT,
          binding -> "",
          Ticker.SYSTEM);

  /** Returns a pod as encoding/json writes it, which escapes each of these characters. */
  private static String largestPod() {
    return "{\"metadata\":{\"name\":\"p\",\"namespace\":\"team\",\"uid\":\"u\"},\"spec\":{\"containers\":["
        + "{\"name\":\"c\",\"env\":[{\"name\":\"e\",\"value\":\""
        + "\\u003c".repeat(LARGEST_OBJECT_OF_ETCD)
        + "\"}]}]}}";
  }

  private static String call(String pod, String names) {
    return "{\"Pod\":" + pod + ",\"Nodes\":null,\"NodeNames\":[" + names + "]}";
  }

  private static String nodeNames() {
    return IntStream.range(0, NODES)
        .mapToObj(i -> "\"" + "n".repeat(57) + "%06d\"".formatted(i))
        .collect(Collectors.joining(","));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void the_largest_pod_with_the_names_of_as_many_nodes_as_there_are_is_no_error() {
    byte[] body = bytes(call(largestPod(), nodeNames()));

    assertThat((long) body.length).isBetween(15L << 20, HttpSettings.DEFAULT.largestBody());
    assertThat(ExtenderFixtures.text(extender.filter(new ByteArrayInputStream(body)).json()))
        .contains("\"NodeNames\":[]", "\"Error\":\"\"")
        .contains("the pod is too large to be decided about");
  }

  @Test
  void a_list_of_numbers_instead_of_names_is_left_at_the_first() {
    InputStream beginning =
        new ByteArrayInputStream(bytes(call(SMALL_POD, "0,").replaceAll("]}$", "")));

    assertThatThrownBy(
            () -> extender.filter(new SequenceInputStream(beginning, new EndlessZeros())))
        .isInstanceOf(MalformedCallException.class)
        .hasMessageContaining("expected \"");
  }

  /** Ends only because nobody reads on. */
  private static final class EndlessZeros extends InputStream {
    private boolean comma;

    @Override
    public int read() {
      comma = !comma;
      return comma ? '0' : ',';
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      for (int i = 0; i < length; i++) {
        bytes[offset + i] = (byte) read();
      }
      return length;
    }
  }
}

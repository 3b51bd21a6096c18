package dev.plimsoll.extender.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeNamesTest {
  private final NodeNames nodeNames = ExtenderFixtures.names(List.of("node-a", "é", "\\u0062", ""));

  @Test
  void names_are_the_texts_that_they_are_made_of() {
    assertThat(nodeNames).containsExactly("node-a", "é", "b", "");
  }

  @Test
  void hash_plainName_isThatOfItsBytes() {
    assertThat(nodeNames.hash(0)).isEqualTo(ByteHash.of("node-a".getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void is_bytesOfThatNameAmongOthers_onlyThose() {
    byte[] bytes = "a node-a".getBytes(StandardCharsets.UTF_8);

    assertThat(nodeNames.is(0, bytes, 2, 8)).isTrue();
    assertThat(nodeNames.is(0, bytes, 2, 7)).isFalse();
    assertThat(nodeNames.is(0, bytes, 1, 8)).isFalse();
    assertThat(nodeNames.is(3, bytes, 4, 4)).isTrue();
  }
}

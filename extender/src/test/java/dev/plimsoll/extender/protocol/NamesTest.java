package dev.plimsoll.extender.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.Fixtures;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class NamesTest {
  private final Names names = Fixtures.names(List.of("node-a", "é", "\\u0062", ""));

  @Test
  void names_are_the_texts_that_they_are_made_of() {
    assertThat(names).containsExactly("node-a", "é", "b", "");
  }

  @Test
  void hash_plainName_isThatOfItsBytes() {
    assertThat(names.hash(0)).isEqualTo(ByteHash.of("node-a".getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void is_bytesOfThatNameAmongOthers_onlyThose() {
    byte[] bytes = "a node-a".getBytes(StandardCharsets.UTF_8);

    assertThat(names.is(0, bytes, 2, 8)).isTrue();
    assertThat(names.is(0, bytes, 2, 7)).isFalse();
    assertThat(names.is(0, bytes, 1, 8)).isFalse();
    assertThat(names.is(3, bytes, 4, 4)).isTrue();
  }
}

package dev.plimsoll.kube.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListSplitterTest {
  private static final String AWKWARD =
      """
      {"apiVersion":"v1","kind":"List","items":[ {"kind":"A","x":"},{\\"]\\\\"} ,{"kind":"B","x":"\\\\"},
       {"kind":"C","x":[[],{"y":"ä€😀["}, 1,true]}],"metadata":{}} {"items":[],"kind":"PodList"}
      {"items":[{"a":1},{"kind":"D"}],"kind":"PodList","apiVersion":"v1"}{"kind":"E","x":"]"}
      """;

  @Property(tries = 300)
  void a_list_in_chunks_is_the_same_list(
      @ForAll("dumps") String dump, @ForAll @IntRange(min = 1, max = 90) int size) {
    byte[] bytes = dump.getBytes(StandardCharsets.UTF_8);

    assertThat(RecordingSink.of(bytes, size).found()).isEqualTo(RecordingSink.of(bytes, 0).found());
  }

  @Property(tries = 1000)
  void what_is_wrong_in_a_list_is_wrong_in_its_chunks(
      @ForAll @IntRange(min = 1, max = 90) int size,
      @ForAll @IntRange(max = 1000) int place,
      @ForAll("wrong") char wrong) {
    byte[] bytes = AWKWARD.getBytes(StandardCharsets.UTF_8);
    bytes[place % bytes.length] = (byte) wrong;

    RecordingSink whole = RecordingSink.of(bytes, 0);
    RecordingSink inPieces = RecordingSink.of(bytes, size);

    assertThat(inPieces.isInvalid()).isEqualTo(whole.isInvalid());
    if (!whole.isInvalid()) {
      assertThat(inPieces.found()).isEqualTo(whole.found());
    }
  }

  @Property(tries = 10)
  void a_truncated_list_is_truncated_in_chunks(@ForAll @IntRange(min = 1, max = 90) int size) {
    byte[] bytes = AWKWARD.getBytes(StandardCharsets.UTF_8);
    assertThat(RecordingSink.of(bytes, size).isInvalid()).isFalse();
    for (int end = 0; end < bytes.length; end++) {
      byte[] cut = Arrays.copyOf(bytes, end);

      assertThat(RecordingSink.of(cut, size).isInvalid())
          .isEqualTo(RecordingSink.of(cut, 0).isInvalid());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"items\":[{},]}",
        "{\"items\":[,{}]}",
        "{\"items\":[{},,{}]}",
        "{\"items\":[{}}]}",
        "{\"items\":[{]}",
        "{\"items\":[{}]]}",
        "{\"items\":[{} {}]}",
        "{\"items\":[1]}"
      })
  void what_is_no_list_of_objects_is_invalid_in_chunks_too(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

    assertThat(RecordingSink.of(bytes, 0).isInvalid()).isTrue();
    for (int size = 1; size < bytes.length; size++) {
      assertThat(RecordingSink.of(bytes, size).isInvalid()).isTrue();
    }
  }

  @Test
  void a_long_list_has_many_chunks() {
    String dump = "{\"kind\":\"List\",\"items\":[" + "{\"kind\":\"A\"},".repeat(999) + "{}]}";

    assertThat(RecordingSink.of(dump.getBytes(StandardCharsets.UTF_8), 500).chunks())
        .isBetween(20, 40);
  }

  @Test
  void other_encodings_than_utf_8_are_read_in_one_go() {
    byte[] bytes = "{\"items\":[{\"kind\":\"A\"}]}".getBytes(StandardCharsets.UTF_16LE);

    assertThat(RecordingSink.of(bytes, 10).chunks()).isZero();
    assertThat(RecordingSink.of(bytes, 10).found()).isEqualTo(RecordingSink.of(bytes, 0).found());
  }

  @Provide
  Arbitrary<Character> wrong() {
    return Arbitraries.of('{', '}', '[', ']', ',', ':', '"', '\\', ' ', '1', 'a', '\n', '\0', 'ä');
  }

  @Provide
  Arbitrary<String> dumps() {
    Arbitrary<String> texts =
        Arbitraries.strings().withChars("ab{}[],:\"\\ \n\u0001äß€\uD83D\uDE00").ofMaxLength(12);
    Arbitrary<JsonObject> items =
        Combinators.combine(texts, texts, texts, Arbitraries.of(true, false))
            .as(ListSplitterTest::item);
    Arbitrary<String> lists =
        Combinators.combine(
                items.list().ofMaxSize(8),
                Arbitraries.of(
                    "", "\"kind\":\"PodList\",", "\"kind\":\"List\",\"apiVersion\":\"v1\","),
                Arbitraries.of("", ",\"kind\":\"PodList\"", ",\"items\":[{\"kind\":\"Z\"}]"))
            .as((list, before, after) -> "{" + before + "\"items\":" + array(list) + after + "}");
    return lists.list().ofMinSize(1).ofMaxSize(3).map(l -> String.join("\n", l));
  }

  private static JsonObject item(String kind, String name, String text, boolean isList) {
    JsonObject item = new JsonObject();
    item.addProperty("kind", isList ? "List" : kind);
    item.addProperty(name, text);
    if (isList) {
      item.add("items", array(List.of()));
    }
    return item;
  }

  private static JsonArray array(List<JsonObject> items) {
    JsonArray array = new JsonArray();
    items.forEach(array::add);
    return array;
  }
}

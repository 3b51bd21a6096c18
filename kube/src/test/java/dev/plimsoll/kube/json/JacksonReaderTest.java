package dev.plimsoll.kube.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JacksonReaderTest {
  private static final Gson GSON = new Gson();

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void objects_are_read_as_by_gson(@ForAll("objects") JsonObject object) throws IOException {
    String text = GSON.toJson(object);

    assertThat(JsonPruning.FOR_RULES.readItem(reader(text)))
        .isEqualTo(JsonPruning.FOR_RULES.readItem(new JsonReader(new StringReader(text))));
    assertThat(JsonPruning.AS_SERVED.readItem(reader(text)))
        .isEqualTo(JsonParser.parseString(text));
    assertThat(reader(text).nextTree().toJson())
        .isEqualTo(JsonPruning.FOR_FILES.readItem(new JsonReader(new StringReader(text))));
    assertThat(JsonTree.of(object).toJson()).isEqualTo(object);
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void a_cut_off_object_is_never_taken_for_a_whole_one(
      @ForAll("objects") JsonObject object, @ForAll double where) {
    byte[] whole = GSON.toJson(object).getBytes(StandardCharsets.UTF_8);
    int end = (int) (Math.abs(where % 1) * (whole.length - 1));
    byte[] cut = Arrays.copyOf(whole, end);

    assertThatThrownBy(() -> JsonPruning.FOR_RULES.readItem(reader(cut)))
        .isInstanceOfAny(
            EOFException.class, MalformedJsonException.class, IllegalStateException.class)
        .satisfies(
            e ->
                assertThatThrownBy(() -> reader(cut).nextTree())
                    .hasSameClassAs(e)
                    .hasMessage(e.getMessage()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"a\":01}", "{'a':1}", "{\"a\":1,}", "{\"a\" 1}", "{\"a\":NaN}", "{a:1}"})
  void what_is_not_json_is_refused_with_its_place(String text) {
    assertThatThrownBy(() -> JsonPruning.FOR_RULES.readItem(reader(text)))
        .isInstanceOf(MalformedJsonException.class)
        .hasMessageContaining("line 1 column");
  }

  @Test
  void bytes_that_are_not_utf_8_are_told_from_wrong_json() {
    byte[] bytes = {'{', '"', 'a', '"', ':', '"', (byte) 0xff, '"', '}'};

    assertThatThrownBy(
            () ->
                JsonPruning.FOR_RULES.readItem(new JacksonReader(new ByteArrayInputStream(bytes))))
        .isInstanceOf(CharacterCodingException.class);
  }

  @Test
  void what_is_nested_without_end_is_refused_in_short() {
    String text = "{\"a\":" + "[".repeat(5000);

    assertThatThrownBy(() -> JsonPruning.FOR_RULES.readItem(reader(text)))
        .isInstanceOf(MalformedJsonException.class)
        .hasMessage("Nested too deeply or too long a value at line 1");
  }

  @Test
  void documents_may_follow_each_other() throws IOException {
    JsonReader reader = reader("{\"a\":1}\n{\"b\":2} ");

    assertThat(JsonPruning.FOR_RULES.readItem(reader)).hasToString("{\"a\":1}");
    assertThat(JsonPruning.FOR_RULES.readItem(reader)).hasToString("{\"b\":2}");
    assertThat(reader.peek()).isEqualTo(JsonToken.END_DOCUMENT);
  }

  private static JacksonReader reader(String text) throws IOException {
    return reader(text.getBytes(StandardCharsets.UTF_8));
  }

  private static JacksonReader reader(byte[] bytes) throws IOException {
    return new JacksonReader(new ByteArrayInputStream(bytes));
  }

  @Provide
  Arbitrary<JsonObject> objects() {
    Arbitrary<JsonElement> leaves =
        Arbitraries.oneOf(
            Arbitraries.strings().ofMaxLength(12).map(JsonPrimitive::new),
            Arbitraries.longs().map(JsonPrimitive::new),
            Arbitraries.doubles().map(JsonPrimitive::new),
            Arbitraries.of(true, false).map(JsonPrimitive::new),
            Arbitraries.just(JsonNull.INSTANCE));
    Arbitrary<JsonElement> inner = Arbitraries.oneOf(leaves, array(leaves), object(leaves));
    return object(Arbitraries.oneOf(inner, array(inner), object(inner)));
  }

  private static Arbitrary<JsonArray> array(Arbitrary<? extends JsonElement> values) {
    return values
        .list()
        .ofMaxSize(3)
        .map(
            list -> {
              JsonArray array = new JsonArray();
              list.forEach(array::add);
              return array;
            });
  }

  private static Arbitrary<JsonObject> object(Arbitrary<? extends JsonElement> values) {
    Arbitrary<String> names =
        Arbitraries.oneOf(
            Arbitraries.strings().ofMaxLength(6), Arbitraries.of("env", "image", "labels", "spec"));
    return Arbitraries.maps(names, values)
        .ofMaxSize(3)
        .map(
            map -> {
              JsonObject object = new JsonObject();
              map.forEach(object::add);
              return object;
            });
  }
}

package dev.plimsoll.kube.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTreeReaderTest {
  private static final Gson GSON = new GsonBuilder().serializeNulls().create();

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void objects_are_read_as_by_gson(@ForAll("objects") JsonObject object) throws IOException {
    String text = GSON.toJson(object);

    assertThat(read(text, JsonPruning.NONE).toJson()).isEqualTo(JsonParser.parseString(text));
    assertThat(read(text, JsonPruning.FOR_RULES).toJson())
        .isEqualTo(pruned(JsonParser.parseString(text).getAsJsonObject()));
    assertThat(JsonTree.of(object).toJson()).isEqualTo(object);
  }

  private static JsonObject pruned(JsonObject top) {
    JsonObject kept = new JsonObject();
    top.asMap()
        .forEach((name, value) -> kept.add(name, name.equals("labels") ? value : pruned(value)));
    return kept;
  }

  private static JsonElement pruned(JsonElement value) {
    if (value instanceof JsonArray array) {
      JsonArray kept = new JsonArray();
      array.forEach(e -> kept.add(pruned(e)));
      return kept;
    }
    if (!(value instanceof JsonObject object)) {
      return value;
    }
    JsonObject kept = new JsonObject();
    for (Map.Entry<String, JsonElement> field : object.entrySet()) {
      boolean isScalar = !field.getValue().isJsonObject() && !field.getValue().isJsonArray();
      if (field.getKey().equals("labels")) {
        kept.add(field.getKey(), field.getValue());
      } else if (!field.getKey().equals("env") && !(field.getKey().equals("image") && isScalar)) {
        kept.add(field.getKey(), pruned(field.getValue()));
      }
    }
    return kept;
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void a_cut_off_object_is_never_taken_for_a_whole_one(
      @ForAll("objects") JsonObject object, @ForAll double where) {
    byte[] whole = GSON.toJson(object).getBytes(StandardCharsets.UTF_8);
    int end = (int) (Math.abs(where % 1) * (whole.length - 1));
    byte[] cut = Arrays.copyOf(whole, end);

    assertThatThrownBy(() -> read(cut))
        .isInstanceOfAny(EOFException.class, MalformedJsonException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"a\":01}", "{'a':1}", "{\"a\":1,}", "{\"a\" 1}", "{\"a\":NaN}", "{a:1}"})
  void what_is_not_json_is_an_error_with_its_place(String text) {
    assertThatThrownBy(() -> read(text, JsonPruning.FOR_RULES))
        .isInstanceOf(MalformedJsonException.class)
        .hasMessageContaining("line 1 column");
  }

  @Test
  void bytes_that_are_not_utf_8_are_told_from_wrong_json() {
    byte[] bytes = {'{', '"', 'a', '"', ':', '"', (byte) 0xff, '"', '}'};

    assertThatThrownBy(() -> read(bytes)).isInstanceOf(CharacterCodingException.class);
  }

  @Test
  void what_is_nested_without_end_is_an_error_in_short() {
    String text = "{\"a\":" + "[".repeat(5000);

    assertThatThrownBy(() -> read(text, JsonPruning.FOR_RULES))
        .isInstanceOf(MalformedJsonException.class)
        .hasMessage("Nested too deeply or too long a value at line 1");
  }

  @Test
  void documents_may_follow_each_other() throws IOException {
    JsonTreeReader reader = reader("{\"a\":1}\n{\"b\":2} ");

    assertThat(reader.nextDocument()).isTrue();
    assertThat(reader.object().toJson()).hasToString("{\"a\":1}");
    assertThat(reader.nextDocument()).isTrue();
    assertThat(reader.object().toJson()).hasToString("{\"b\":2}");
    assertThat(reader.nextDocument()).isFalse();
  }

  @Test
  void an_object_can_be_read_field_by_field_and_a_list_item_by_item() throws IOException {
    JsonTreeReader reader = reader("{\"a\":[{\"b\":1},[2]],\"c\":{\"d\":3},\"data\":{\"e\":4}}");

    assertThat(reader.nextDocument()).isTrue();
    assertThat(reader.nextField()).contains("a");
    assertThat(reader.isArray()).isTrue();
    assertThat(reader.nextItem()).isTrue();
    assertThat(reader.object().toJson()).hasToString("{\"b\":1}");
    assertThat(reader.nextItem()).isTrue();
    assertThatThrownBy(reader::object)
        .isInstanceOf(MalformedJsonException.class)
        .hasMessageStartingWith("Expected an object at line 1 column");
    assertThat(reader.path()).isEqualTo("/a/1");
    reader.skipValue();
    assertThat(reader.nextItem()).isFalse();
    assertThat(reader.nextField()).contains("c");
    assertThat(reader.topField("c"))
        .isInstanceOfSatisfying(
            JsonTree.class, c -> assertThat(c.toJson()).hasToString("{\"d\":3}"));
    assertThat(reader.nextField()).contains("data");
    assertThat(reader.topField("data")).isEqualTo(JsonNull.INSTANCE);
    assertThat(reader.nextField()).isEmpty();
  }

  private static JsonTree read(String text, JsonPruning pruning) throws IOException {
    return read(text.getBytes(StandardCharsets.UTF_8), pruning);
  }

  private static JsonTree read(byte[] bytes) throws IOException {
    return read(bytes, JsonPruning.FOR_RULES);
  }

  private static JsonTree read(byte[] bytes, JsonPruning pruning) throws IOException {
    JsonTreeReader reader = new JsonTreeReader(new ByteArrayInputStream(bytes), pruning);
    if (!reader.nextDocument()) {
      throw new EOFException("nothing");
    }
    return reader.object();
  }

  private static JsonTreeReader reader(String text) throws IOException {
    return new JsonTreeReader(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), JsonPruning.FOR_RULES);
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

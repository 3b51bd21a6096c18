package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tools for agents, on the example. */
class AgentToolsTest {
  private static final AgentAnswers EXAMPLE = new AgentAnswers(CliRun.EXAMPLE);

  static Stream<JsonObject> tools() {
    return objects(EXAMPLE.result("tools/list", "{}"), "tools");
  }

  private static Stream<JsonObject> objects(JsonObject object, String name) {
    return StreamSupport.stream(object.getAsJsonArray(name).spliterator(), false)
        .map(JsonElement::getAsJsonObject);
  }

  @ParameterizedTest
  @MethodSource("tools")
  void the_example_of_each_tool_is_answered_as_its_schema_says(JsonObject tool) {
    JsonObject example =
        tool.getAsJsonObject("inputSchema").getAsJsonArray("examples").get(0).getAsJsonObject();

    JsonObject result = EXAMPLE.call(tool.get("name").getAsString(), example);

    assertThat(result.get("isError").getAsBoolean()).as(result.toString()).isFalse();
    JsonObject answer = result.getAsJsonObject("structuredContent");
    assertThat(
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(tool.get("outputSchema").toString())
                .validate(answer.toString(), InputFormat.JSON))
        .isEmpty();
    assertThat(answer.get("answer").getAsString()).isNotBlank();
    assertThat(answer.getAsJsonArray("items")).isNotEmpty();
    assertThat(JsonParser.parseString(AgentAnswers.text(result))).isEqualTo(answer);
  }

  @ParameterizedTest
  @MethodSource("tools")
  void each_tool_only_reads_and_says_so(JsonObject tool) {
    JsonObject hints = tool.getAsJsonObject("annotations");

    assertThat(hints.get("readOnlyHint").getAsBoolean()).isTrue();
    assertThat(hints.get("destructiveHint").getAsBoolean()).isFalse();
    assertThat(tool.get("description").getAsString()).contains("Example: {");
  }

  @Test
  void the_pages_of_an_answer_have_all_gaps_once_in_the_order_of_the_command() {
    List<String> ids = new ArrayList<>();
    JsonObject arguments = new JsonObject();
    JsonObject page = new JsonObject();
    do {
      page = EXAMPLE.answer("gaps", arguments.toString());
      objects(page, "items").forEach(i -> ids.add(i.get("id").getAsString()));
      if (page.has("next")) {
        arguments.add("cursor", page.getAsJsonObject("next").get("cursor"));
      }
    } while (page.has("next"));

    JsonArray gaps = CliRun.jsonOnExample("gaps").getAsJsonObject().getAsJsonArray("gaps");
    assertThat(ids)
        .isEqualTo(
            StreamSupport.stream(gaps.spliterator(), false)
                .map(g -> g.getAsJsonObject().get("id").getAsString())
                .toList());
  }

  @Test
  void a_cursor_of_another_question_is_an_error() {
    String cursor =
        EXAMPLE.answer("gaps", "{}").getAsJsonObject("next").get("cursor").getAsString();

    JsonObject other =
        EXAMPLE.call("gaps", "{\"namespace\": \"nlp\", \"cursor\": \"%s\"}".formatted(cursor));

    assertThat(AgentAnswers.text(other)).contains("invalid cursor");
  }

  @Test
  void a_gap_by_its_id_has_its_evidence() {
    JsonObject first = objects(EXAMPLE.answer("gaps", "{}"), "items").findFirst().orElseThrow();

    JsonObject answer = EXAMPLE.answer("gaps", "{\"id\": %s}".formatted(first.get("id")));

    assertThat(objects(answer, "items").toList())
        .singleElement()
        .satisfies(g -> assertThat(g.getAsJsonArray("evidence")).isNotEmpty());
  }

  @Test
  void the_whatif_of_each_remedy_can_be_tried_as_it_is() {
    List<JsonObject> remedies =
        objects(EXAMPLE.answer("gaps", "{}"), "items")
            .flatMap(g -> objects(g, "remedies"))
            .filter(r -> r.has("whatif"))
            .toList();

    assertThat(remedies).isNotEmpty();
    for (JsonObject remedy : remedies) {
      JsonObject arguments = new JsonObject();
      arguments.add("changes", remedy.get("whatif"));
      assertThat(EXAMPLE.call("whatif", arguments).get("isError").getAsBoolean()).isFalse();
    }
  }

  @Test
  void quoted_arguments_are_taken_as_their_text() {
    assertThat(
            EXAMPLE
                .answer(
                    "explain",
                    "{\"object\": \"«deployment/notebook»\", \"namespace\": \"«vision»\"}")
                .get("answer")
                .getAsString())
        .contains("is DeniedByQuota");
  }

  @Test
  void no_tool_reads_a_file_that_an_agent_names() {
    assertThat(
            AgentAnswers.text(
                EXAMPLE.call("whatif", "{\"changes\": [\"--apply\", \"/etc/passwd\"]}")))
        .contains("unknown change");
    assertThat(AgentAnswers.text(EXAMPLE.call("fit", "{\"manifest\": \"/etc/passwd\"}")))
        .startsWith("no answer: «");
  }

  @ParameterizedTest
  @MethodSource("tools")
  void descriptions_have_short_sentences(JsonObject tool) {
    assertThat(tool.get("description").getAsString().split("Example: ")[0].split("\\. "))
        .allMatch(sentence -> sentence.split(" ").length <= 35);
  }
}

package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @Test
  void check_names_the_line_the_field_and_a_change_of_the_manifest() {
    JsonObject arguments = new JsonObject();
    arguments.addProperty("namespace", "nlp");
    arguments.addProperty("manifests", "# a comment\n" + job("200"));

    JsonObject answer = EXAMPLE.answer("check", arguments.toString());

    assertThat(answer.getAsJsonObject("numbers").get("pods").getAsInt()).isEqualTo(1);
    JsonObject finding = objects(answer, "items").findFirst().orElseThrow();
    assertThat(finding.get("line").getAsInt()).isEqualTo(12);
    assertThat(finding.get("field").getAsString()).contains("nvidia.com/gpu");
    assertThat(finding.get("message").getAsString()).startsWith("«").endsWith("»");
  }

  @Test
  void check_knows_all_fields_of_a_stored_object_or_says_that_it_does_not(@TempDir Path folder)
      throws IOException {
    String job =
        """
        {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "j", "namespace": "default"},
         "spec": {"template": {"spec": {"restartPolicy": "Never",
           "containers": [{"name": "c", "image": "%s"}]}}}}
        """;
    JsonObject arguments = new JsonObject();
    arguments.addProperty("manifests", job.formatted("b"));
    Path whole = Files.writeString(folder.resolve("whole.json"), job.formatted("a"));
    Path redacted = Files.writeString(folder.resolve("less.json"), job.formatted("redacted"));

    JsonObject known =
        new AgentAnswers("--complete", "--snapshot", whole.toString())
            .answer("check", arguments.toString());
    JsonObject unknown =
        new AgentAnswers("--complete", "--snapshot", redacted.toString())
            .answer("check", arguments.toString());

    assertThat(known.toString()).contains("spec.template: Invalid value: …: field is immutable");
    assertThat(unknown.toString())
        .doesNotContain("is invalid")
        .contains("not all fields of 1 stored object are known (redacted, not read, or forbidden)");
  }

  @Test
  void check_with_a_base_tells_what_the_change_alone_makes_worse() {
    JsonObject arguments = new JsonObject();
    arguments.addProperty("namespace", "nlp");
    arguments.addProperty("manifests", job("200"));
    arguments.addProperty("base", job("200"));

    JsonObject answer = EXAMPLE.answer("check", arguments.toString());

    assertThat(objects(answer, "items").map(i -> i.get("effect").getAsString()))
        .allMatch(effect -> effect.equals("Unknown"));
  }

  private static String job(String gpus) {
    return """
        apiVersion: batch/v1
        kind: Job
        metadata: {name: big}
        spec:
          template:
            spec:
              restartPolicy: Never
              containers:
                - name: main
                  image: example.com/a
                  resources: {limits: {nvidia.com/gpu: %s}}
                  image: train
        """
        .formatted(gpus);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/etc/passwd",
        "a: [",
        "\tkind: Pod",
        "{}",
        "kind: {{ .Values.kind }}",
        "a: &a [x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d"
            + " [*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d]\nf:"
            + " [*e,*e,*e,*e,*e,*e,*e,*e]"
      })
  void manifests_that_are_none_are_answered_with_one_sentence(String text) {
    JsonObject arguments = new JsonObject();
    arguments.addProperty("manifests", text);

    JsonObject result = EXAMPLE.call("check", arguments);

    assertThat(result.get("isError").getAsBoolean()).isTrue();
    assertThat(AgentAnswers.text(result))
        .startsWith("no answer: «")
        .doesNotContain("\n", "Exception", "root:");
  }

  @Test
  void when_of_one_pod_has_what_it_needs_and_of_all_has_their_order() {
    JsonObject one =
        EXAMPLE.answer("when", "{\"object\": \"deployment/notebook\", \"namespace\": \"vision\"}");
    List<Integer> places =
        objects(EXAMPLE.answer("when", "{}"), "items")
            .map(i -> i.get("podsBefore").getAsInt())
            .toList();

    assertThat(one.get("answer").getAsString()).contains("«vision/notebook");
    JsonObject placed =
        EXAMPLE.answer("when", "{\"object\": \"deployment/sim\", \"namespace\": \"robotics\"}");

    assertThat(placed.get("answer").getAsString()).isEqualTo("No pod waits: 6 pods have a node.");
    assertThat(places).isNotEmpty().isSorted();
    assertThat(AgentAnswers.text(EXAMPLE.call("when", "{\"object\": \"pod/none\"}")))
        .contains("not found");
  }

  @ParameterizedTest
  @MethodSource("tools")
  void descriptions_have_short_sentences(JsonObject tool) {
    assertThat(tool.get("description").getAsString().split("Example: ")[0].split("\\. "))
        .allMatch(sentence -> sentence.split(" ").length <= 35);
  }
}

package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.contrastsecurity.sarif.SarifSchema210;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each form of the answer follows its schema, or the form that the forge documents. */
class CheckFormatsTest {
  /** A workflow command of GitHub: a level, properties without bare delimiters, a message. */
  private static final Pattern ANNOTATION =
      Pattern.compile(
          "::(error|warning|notice) (file=[^,:]+,line=\\d+,endLine=\\d+,col=\\d+,)?title=[^,:]+::.+");

  /** Names and texts that would end an element, a command, a line or a table. */
  private static final String HOSTILE =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: hostile, namespace: sandbox}
      spec:
        nodeSelector:
          x/y: "a"
        priorityClassName: "]]>&<b>::error file=x,line=1::%0A|`@everyone`\\n::stop-commands::\\u202e"
        containers:
          - name: main
            image: example.com/a
      """;

  @TempDir private Path folder;
  private CheckRun run;

  @BeforeEach
  void write() {
    run = new CheckRun(folder);
    run.with("bad/hostile, 100%.yaml", HOSTILE)
        .with("bad/big.yaml", CheckRun.POD.formatted("big", "sandbox", "9000"))
        .with("good/pod.yaml", CheckRun.POD.formatted("p", "sandbox", "1m"));
    for (int i = 0; i < 30; i++) {
      run.with("many/" + i + ".yaml", CheckRun.POD.formatted("p" + i, "nowhere", "1"));
    }
  }

  private String answer(String name, String format) {
    return run.onExample(name, "-o", format).out();
  }

  @ParameterizedTest
  @ValueSource(strings = {"bad", "good", "many"})
  void sarif_validates_by_its_schema(String name) throws Exception {
    try (InputStream text =
        SarifSchema210.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
      JsonSchema schema =
          JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
              .getSchema(new String(text.readAllBytes(), StandardCharsets.UTF_8));
      String log = answer(name, "sarif");

      assertThat(schema.validate(log, InputFormat.JSON)).isEmpty();
      assertThat(schema.validate("{\"version\": \"2.1.0\"}", InputFormat.JSON)).isNotEmpty();
      JsonObject sarif = JsonParser.parseString(log).getAsJsonObject();
      JsonArray results =
          sarif.getAsJsonArray("runs").get(0).getAsJsonObject().getAsJsonArray("results");
      assertThat(results.isEmpty()).isEqualTo(name.equals("good"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bad", "good", "many"})
  void junit_validates_by_its_schema(String name) throws Exception {
    SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
    Schema schema = factory.newSchema(CheckFormatsTest.class.getResource("junit.xsd"));
    String xml = answer(name, "junit");

    schema.newValidator().validate(new StreamSource(new StringReader(xml)));

    assertThat(xml).contains(name.equals("good") ? "failures=\"0\"" : "<failure message=\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bad", "good", "many"})
  void github_gets_one_command_a_line_that_no_name_can_end(String name) {
    List<String> lines = answer(name, "github").lines().toList();

    assertThat(lines.subList(0, lines.size() - 1)).allMatch(l -> ANNOTATION.matcher(l).matches());
    assertThat(lines.get(lines.size() - 1)).doesNotStartWith("::");
    if (name.equals("bad")) {
      assertThat(lines.get(0)).contains("/bad/hostile%2C 100%25.yaml,line=");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bad", "good", "many"})
  void gitlab_gets_issues_as_its_documentation_says(String name) {
    Set<String> fingerprints = new HashSet<>();
    for (JsonElement each : JsonParser.parseString(answer(name, "gitlab")).getAsJsonArray()) {
      JsonObject issue = each.getAsJsonObject();
      assertThat(issue.keySet())
          .containsExactlyInAnyOrder(
              "description", "check_name", "fingerprint", "severity", "location");
      assertThat(issue.get("severity").getAsString())
          .isIn("info", "minor", "major", "critical", "blocker");
      assertThat(issue.get("description").getAsString()).isNotBlank().doesNotContain("\n");
      assertThat(fingerprints.add(issue.get("fingerprint").getAsString())).isTrue();
      JsonObject location = issue.getAsJsonObject("location");
      assertThat(location.get("path").getAsString()).isNotBlank().doesNotStartWith("./");
      assertThat(location.getAsJsonObject("lines").get("begin").getAsInt()).isPositive();
    }
    assertThat(fingerprints.isEmpty()).isEqualTo(name.equals("good"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bad", "good", "many"})
  void a_comment_has_at_most_60_lines_the_worst_first_and_no_markup_of_others(String name) {
    String comment = answer(name, "markdown");

    assertThat(comment.lines()).hasSizeLessThanOrEqualTo(60);
    assertThat(comment).doesNotContain("<b>", "@everyone");
    if (name.equals("bad")) {
      assertThat(comment.indexOf("❌")).isBetween(0, comment.indexOf("⚠️"));
    }
    if (name.equals("many")) {
      assertThat(comment).contains("<details><summary>27 more</summary>", "and 15 more");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bad", "good", "many"})
  void json_follows_the_documented_schema(String name) throws Exception {
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Files.readString(CliRun.ROOT.resolve("docs/schema/check.json")));

    assertThat(schema.validate(answer(name, "json"), InputFormat.JSON)).isEmpty();
  }

  @Test
  void every_form_tells_the_same_findings() {
    int json =
        JsonParser.parseString(answer("bad", "json"))
            .getAsJsonObject()
            .getAsJsonArray("findings")
            .size();

    assertThat(
            Stream.of(
                JsonParser.parseString(answer("bad", "gitlab")).getAsJsonArray().size(),
                JsonParser.parseString(answer("bad", "sarif"))
                    .getAsJsonObject()
                    .getAsJsonArray("runs")
                    .get(0)
                    .getAsJsonObject()
                    .getAsJsonArray("results")
                    .size(),
                (int) answer("bad", "github").lines().filter(l -> l.startsWith("::")).count(),
                answer("bad", "junit").split("<testcase ", -1).length - 1))
        .containsOnly(json);
  }
}

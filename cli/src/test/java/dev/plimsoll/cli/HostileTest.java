package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.kubernetes.limits.LimitRanger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.NodeList;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** One list of texts that act on some reader, fed through every format. */
class HostileTest {
  private static final Set<String> FREE_TEXTS =
      Set.of("name", "message", "reason", "note", "app", "kubernetes.io/limit-ranger");
  private static final String EVENTS = "explain -n vision deployment/notebook";
  private static final String ANNOTATION = "explain -n vision pod/notebook-85c795bc9b-9j95k";
  private static final String FORGED = "What would help (forged)";
  private static final String OBJECT =
      "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: x}";

  @TempDir private Path folder;

  static List<String> texts() {
    return List.of(
        "\u001b[2J\u001b]0;title\u0007\u001b[8m",
        "\u009b2J\u0090q\u009c",
        "\n" + FORGED + "\n",
        "\r" + FORGED + "\r\n",
        "\u2028" + FORGED + "\u2029\u0085" + FORGED,
        "\u202egnp\u2066\u200b\ufeff",
        "\n---\n" + OBJECT + "\n---\n",
        "\n...\n# " + OBJECT,
        "'; touch /tmp/owned; '$(touch /tmp/owned)`touch /tmp/owned`\nEOF\n",
        "\"}, {\"kind\": \"ClusterRoleBinding\"",
        "<script>alert(1)</script><img src=x onerror=alert(1)>&lt;",
        "](javascript:alert(1)) ![x](http://x) | a | b |\n\n# " + FORGED + "\n```",
        "\t=cmd|' /C calc'!A0,\"a\",b");
  }

  private Path dump(String hostile) throws IOException {
    return dump("hostile.json", FREE_TEXTS, hostile);
  }

  /** Returns a dump in which objects are as they were, but for what others say of them. */
  private Path quoting(String hostile) throws IOException {
    return dump("quoting.json", Set.of("message", LimitRanger.ANNOTATION), hostile);
  }

  private Path dump(String file, Set<String> texts, String hostile) throws IOException {
    JsonObject example = JsonParser.parseString(Files.readString(CliRun.EXAMPLE)).getAsJsonObject();
    return Files.writeString(folder.resolve(file), hostile("", example, texts, hostile).toString());
  }

  private static JsonElement hostile(
      String name, JsonElement json, Set<String> texts, String hostile) {
    if (json.isJsonObject()) {
      JsonObject object = new JsonObject();
      for (Map.Entry<String, JsonElement> each : json.getAsJsonObject().entrySet()) {
        object.add(
            each.getKey(),
            name.equals("metadata") && each.getKey().equals("name")
                ? each.getValue()
                : hostile(each.getKey(), each.getValue(), texts, hostile));
      }
      return object;
    }
    if (json.isJsonArray()) {
      JsonArray array = new JsonArray();
      json.getAsJsonArray().forEach(e -> array.add(hostile(name, e, texts, hostile)));
      return array;
    }
    return texts.contains(name) && !json.getAsString().isEmpty()
        ? new JsonPrimitive(json.getAsString() + hostile)
        : json;
  }

  /** Returns a dump in which a scheduler's queue and PodGroup say something hostile. */
  private Path queues(String scheduler, String hostile) throws IOException {
    Path original = Path.of("../kube/src/test/resources/queues", scheduler + ".yaml");
    JsonArray items = new JsonArray();
    Set<String> texts = Set.of("message", "reason", "type", "phase", "state", "queue");
    YamlFile.read(original)
        .forEach(
            d ->
                items.add(
                    d.json().toString().contains("/v1\"")
                        ? d.json()
                        : hostile("", d.json(), texts, hostile)));
    JsonObject list = new JsonObject();
    list.addProperty("apiVersion", "v1");
    list.addProperty("kind", "List");
    list.add("items", items);
    return Files.writeString(folder.resolve("queues.json"), list.toString());
  }

  private static CliRun run(Path dump, String command) {
    List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
    arguments.addAll(List.of("--snapshot", dump.toString()));
    return CliRun.of(arguments.toArray(String[]::new));
  }

  static void assertSilent(String printed) {
    assertThat(printed.codePoints().filter(HostileTest::acts)).isEmpty();
  }

  private static void assertHarmless(String printed) {
    assertSilent(printed);
    assertThat(printed.lines()).noneMatch(l -> l.strip().startsWith(FORGED));
  }

  private static boolean acts(int character) {
    return character != '\n'
        && character != '\t'
        && (Character.isISOControl(character)
            || Character.getType(character) == Character.FORMAT
            || character == '\u2028'
            || character == '\u2029');
  }

  @ParameterizedTest
  @MethodSource("texts")
  void texts_are_shown_and_forge_nothing(String hostile) throws IOException {
    Path dump = dump(hostile);
    Stream.of(
            "gaps",
            "gaps -o wide",
            "gaps -o name",
            "quota",
            "capacity",
            "explain -n vision deployment/trainer",
            "advise",
            "advise -o wide")
        .map(c -> run(dump, c))
        .forEach(
            r -> {
              assertHarmless(r.out());
              assertHarmless(r.err());
            });
    Path quoting = quoting(hostile);
    assertHarmless(run(quoting, EVENTS).out());
    assertHarmless(run(quoting, ANNOTATION).out());
  }

  @ParameterizedTest
  @MethodSource("texts")
  void queues_of_other_schedulers_forge_nothing(String hostile) throws IOException {
    for (String scheduler : List.of("volcano-over-capability", "kai-over-limit")) {
      Path dump = queues(scheduler, hostile);
      CliRun explained = run(dump, "explain -n team job/train");

      assertThat(explained.out()).contains("Queue", "PodGroup ", "Unschedulable");
      assertHarmless(explained.out());
      assertHarmless(explained.err());
      assertHarmless(run(dump, "explain -n team job/train -o json").out());
      assertHarmless(run(dump, "gaps -o wide").out());
    }
  }

  @Test
  void notes_of_events_and_annotations_are_shown_as_the_clusters_own_words() throws IOException {
    Path dump = quoting("\u001bMARK");

    assertThat(joined(run(dump, EVENTS).out())).containsPattern("FailedCreate.*\\\\u001bMARK");
    assertThat(joined(run(dump, ANNOTATION).out()))
        .containsPattern("kubernetes.io/limit-ranger says: \".*\\\\u001bMARK\"");
    assertThat(run(dump, EVENTS + " -o json").out()).contains("\\u001bMARK");
  }

  /** Returns what was printed without the line ends that fit it to the terminal. */
  private static String joined(String printed) {
    return printed.replaceAll("\\s+", " ");
  }

  @ParameterizedTest
  @MethodSource("texts")
  void tables_and_drawings_of_a_back_test_have_no_markup_of_theirs(String hostile)
      throws Exception {
    String tenant = '"' + hostile.replace("\"", "\"\"") + '"';
    Path demand =
        Files.writeString(
            folder.resolve("demand.csv"),
            "time,tenant,quota_gpus,running_gpus,pending_gpus\n"
                + "2020-05-01 00:00:00,a,4,4,4\n2020-05-01 00:00:00,%1$s,8,1,0\n".formatted(tenant)
                + "2020-05-01 00:05:00,a,4,4,4\n2020-05-01 00:05:00,%1$s,8,1,0\n"
                    .formatted(tenant));
    Path table = folder.resolve("quotas.csv");
    Path drawing = folder.resolve("quotas.svg");

    CliRun run =
        CliRun.of(
            "backtest",
            "--demand",
            demand.toString(),
            "--emit",
            table.toString(),
            "--svg",
            drawing.toString());

    assertHarmless(run.out());
    assertHarmless(run.err());
    if (run.exitCode() == ExitCode.OK) {
      assertSilent(Files.readString(table));
      assertSilent(Files.readString(drawing));
      assertThat(elements(drawing)).doesNotContain("script", "img");
    } else {
      assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(run.err()).hasLineCount(1);
    }
  }

  private static List<String> elements(Path xml) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    NodeList all = factory.newDocumentBuilder().parse(xml.toFile()).getElementsByTagName("*");
    return IntStream.range(0, all.getLength()).mapToObj(i -> all.item(i).getNodeName()).toList();
  }

  @ParameterizedTest
  @MethodSource("texts")
  void documents_are_one_and_the_same_in_both_forms(String hostile) throws IOException {
    Path dump = dump(hostile);
    for (String command : List.of("gaps", "advise")) {
      String json = run(dump, command + " -o json").out();
      String yaml = run(dump, command + " -o yaml").out();

      assertThat(documents(yaml)).hasSize(1).isEqualTo(documents(json));
      assertHarmless(json);
      assertSilent(yaml);
    }
  }

  @ParameterizedTest
  @MethodSource("texts")
  void patches_and_files_are_quotas_alone(String hostile) throws IOException {
    Path dump = dump(hostile);
    Path directory = folder.resolve("quotas");
    CliRun written = run(dump, "advise --write " + directory);
    List<Object> all = documents(run(dump, "advise -o patch").out());
    assertThat(written.exitCode()).isZero();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        all.addAll(documents(Files.readString(file)));
      }
    }

    assertThat(all).isNotEmpty().allMatch(d -> d instanceof Map<?, ?> m && isQuota(m));
  }

  private static boolean isQuota(Map<?, ?> document) {
    return "ResourceQuota".equals(document.get("kind"));
  }

  private static List<Object> documents(String yaml) {
    List<Object> documents = new ArrayList<>();
    new Yaml(new SafeConstructor(new LoaderOptions()))
        .loadAll(yaml)
        .forEach(d -> Stream.ofNullable(d).forEach(documents::add));
    return documents;
  }

  @ParameterizedTest
  @MethodSource("texts")
  void pages_have_no_markup_of_theirs(String hostile) throws IOException {
    Path dump = dump(hostile);
    String html = run(dump, "advise -o html").out();
    String markdown = run(dump, "advise -o markdown").out();

    assertThat(html).contains("</html>").doesNotContain("<script", "<img", "onerror=alert(1)>");
    assertSilent(html);
    assertThat(markdown).startsWith("## Quotas").doesNotContain("<script", "<img");
    assertThat(markdown).doesNotContainPattern("(?<!\\\\)\\]\\(");
    assertHarmless(markdown);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void an_object_that_cannot_be_called_so_is_told_of_in_one_sentence(String hostile)
      throws IOException {
    JsonObject quota =
        JsonParser.parseString(
                """
                {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"namespace": "a"},
                 "spec": {"hard": {"pods": "1"}}}\
                """)
            .getAsJsonObject();
    quota.getAsJsonObject("metadata").addProperty("name", "q" + hostile);
    Path file = Files.writeString(folder.resolve("q.json"), quota.toString());

    CliRun run = run(file, "advise -o patch");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("metadata.name").contains("must be a DNS name");
    assertHarmless(run.err());
  }
}

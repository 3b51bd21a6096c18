package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GapsOptionsTest {
  @TempDir private Path folder;

  private static List<String> objects(String... options) {
    return CliRun.onExample(with("gaps", options))
        .out()
        .lines()
        .skip(1)
        .map(l -> l.split(" +")[1] + " " + l.split(" +")[2])
        .toList();
  }

  private static String[] with(String first, String... more) {
    String[] all = new String[more.length + 1];
    all[0] = first;
    System.arraycopy(more, 0, all, 1, more.length);
    return all;
  }

  private static String[] followedBy(String last, String... first) {
    String[] all = Arrays.copyOf(first, first.length + 1);
    all[first.length] = last;
    return all;
  }

  private Path written(JsonElement json) throws IOException {
    return Files.writeString(folder.resolve("gaps.json"), json.toString());
  }

  private static List<String> kinds(JsonArray gaps) {
    return StreamSupport.stream(gaps.spliterator(), false)
        .map(g -> g.getAsJsonObject().get("kind").getAsString())
        .toList();
  }

  @Test
  void kinds_are_chosen_whatever_their_case() {
    assertThat(objects("--kind", "noquota,Fragmented"))
        .containsExactly("Fragmented pod/llm-8gpu", "NoQuota namespace/sandbox");
  }

  @ParameterizedTest
  @CsvSource({"info, 17", "warning, 15", "error, 7"})
  void lesser_severities_are_left_out(String least, int listed) {
    assertThat(objects("--min-severity", least)).hasSize(listed);
  }

  @Test
  void a_selector_chooses_by_the_labels_of_the_objects() {
    assertThat(objects("-l", "team=sandbox")).containsExactly("NoQuota namespace/sandbox");
    assertThat(objects("-l", "job-name in (h200-sweep, other),!team")).hasSize(2);
    assertThat(objects("-l", "kubernetes.io/arch,kubernetes.io/arch!=arm64"))
        .containsExactly("CapacityWithheld node/a100-3");
    assertThat(objects("-l", "team notin (sandbox)")).hasSize(15);
  }

  @Test
  void a_selector_that_is_none_is_one_sentence() {
    CliRun run = CliRun.onExample("gaps", "-l", "app in (a");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("error: invalid selector \"app in (a\": expected ")
        .hasLineCount(1);
  }

  @Test
  void orders_are_those_of_their_names() {
    assertThat(objects("--sort-by", "namespace").get(0)).startsWith("CapacityWithheld");
    assertThat(objects("--sort-by", "kind").get(0)).startsWith("QuotaExhaustedCapacityFree");
    assertThat(objects("--sort-by", "severity").get(0)).isEqualTo("Fragmented pod/llm-8gpu");
    assertThat(objects("--sort-by", "pods").get(0)).endsWith("job/h200-sweep");
  }

  @Test
  void gaps_beyond_the_limit_share_rows_and_then_are_left_out_which_is_said() {
    CliRun run = CliRun.onExample("gaps", "--limit", "5");

    assertThat(run.out().lines().skip(1)).hasSize(5);
    assertThat(run.err())
        .contains("gaps share ", "gaps are left out", "--limit 0 prints a row for each");
    assertThat(CliRun.onExample("gaps", "--limit", "0").out().lines().skip(1)).hasSize(17);
  }

  @Test
  void alike_gaps_say_how_many_they_are_and_name_some() {
    assertThat(
            CliRun.onExample("gaps", "--kind", "QuotaExhaustedCapacityFree", "--limit", "1").out())
        .contains("2 namespaces", "2 deployments", "research/eval, vision/notebook");
  }

  @Test
  void names_are_those_of_the_objects_each_once() {
    assertThat(CliRun.onExample("gaps", "-n", "research", "-o", "name").out())
        .isEqualTo("job/h200-sweep\ndeployment/eval\n");
    assertThat(CliRun.onExample("quota", "-o", "name").exitCode()).isEqualTo(2);
  }

  @Test
  void a_run_like_the_baseline_has_nothing_new() throws IOException {
    Path baseline = written(CliRun.jsonOnExample("gaps"));

    CliRun run = CliRun.onExample("gaps", "--baseline", baseline.toString());

    assertThat(run.out()).isEqualTo("No gap is new.\n");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void what_the_baseline_lacks_is_listed_and_is_the_exit_code() throws IOException {
    JsonObject run = CliRun.jsonOnExample("gaps").getAsJsonObject();
    JsonArray gaps = run.getAsJsonArray("gaps");
    gaps.remove(kinds(gaps).indexOf("Fragmented"));

    CliRun compared = CliRun.onExample("gaps", "--baseline", written(run).toString());

    assertThat(compared.out().lines().skip(1)).singleElement().asString().contains("Fragmented");
    assertThat(compared.exitCode()).isEqualTo(1);
  }

  @Test
  void since_another_run_gaps_are_new_worse_better_or_gone() throws IOException {
    JsonObject run = CliRun.jsonOnExample("gaps").getAsJsonObject();
    JsonArray gaps = run.getAsJsonArray("gaps");
    gaps.remove(kinds(gaps).indexOf("Fragmented"));
    JsonObject api = gaps.get(kinds(gaps).indexOf("RequestRequired")).getAsJsonObject();
    api.addProperty("pods", 2);
    JsonObject sweep = gaps.get(kinds(gaps).indexOf("NoEligibleNode")).getAsJsonObject();
    sweep.addProperty("pods", 5);
    gaps.get(kinds(gaps).indexOf("NoQuota")).getAsJsonObject().addProperty("id", "0123456789ab");

    CliRun compared = CliRun.onExample("gaps", "--since", written(run).toString());
    JsonObject json =
        JsonParser.parseString(
                CliRun.onExample("gaps", "-o", "json", "--since", written(run).toString()).out())
            .getAsJsonObject()
            .getAsJsonObject("changes");

    assertThat(compared.out().lines().map(l -> l.split(" +")[0] + " " + l.split(" +")[2]))
        .containsExactly(
            "CHANGE KIND",
            "new Fragmented",
            "new NoQuota",
            "worse RequestRequired",
            "better NoEligibleNode",
            "gone NoQuota");
    assertThat(compared.exitCode()).isZero();
    assertThat(json.getAsJsonArray("worse")).containsExactly(api.get("id"));
    assertThat(json.getAsJsonArray("gone")).hasSize(1);
  }

  @Test
  void gaps_of_a_kind_that_is_unknown_now_are_not_called_gone() throws IOException {
    Path before = written(CliRun.jsonOnExample("gaps"));
    JsonObject example = JsonParser.parseString(Files.readString(CliRun.EXAMPLE)).getAsJsonObject();
    List<String> dropped = List.of("Node", "SnapshotCoverage");
    JsonArray left = new JsonArray();
    example.getAsJsonArray("items").asList().stream()
        .filter(o -> !dropped.contains(o.getAsJsonObject().get("kind").getAsString()))
        .forEach(left::add);
    example.add("items", left);
    Path part = Files.writeString(folder.resolve("part.json"), example.toString());
    String[] gaps = {"gaps", "--snapshot", part.toString(), "--since", before.toString(), "-o"};

    CliRun compared = CliRun.of(followedBy("table", gaps));
    JsonObject changes =
        JsonParser.parseString(CliRun.of(followedBy("json", gaps)).out())
            .getAsJsonObject()
            .getAsJsonObject("changes");

    assertThat(compared.out())
        .containsPattern("(?m)^unknown +nlp +Fragmented")
        .doesNotContain("gone ");
    assertThat(changes.getAsJsonArray("gone")).isEmpty();
    assertThat(kinds(changes.getAsJsonArray("unknown"))).contains("Fragmented");
  }

  @Test
  void runs_of_other_options_are_not_compared() throws IOException {
    Path baseline = written(CliRun.jsonOnExample("gaps", "-n", "vision"));

    CliRun run = CliRun.onExample("gaps", "--baseline", baseline.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("was written with -n vision, and this run is for all gaps");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nothing",
        "[]",
        "{}",
        "null",
        "{\"gaps\": 3}",
        "{\"asOf\": \"\", \"selection\": \"\", \"gaps\": [{}]}",
        "{\"asOf\": \"\", \"selection\": \"\", \"gaps\": [{\"id\": {}}]}"
      })
  void a_file_of_something_else_is_one_sentence(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("other.json"), text);

    CliRun run = CliRun.onExample("gaps", "--baseline", file.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo(
            "error: "
                + file
                + " is not what this plimsoll's gaps -o json writes: write the file again with this version\n");
  }

  @Test
  void a_file_that_is_not_there_and_two_of_them_are_one_sentence() {
    assertThat(CliRun.onExample("gaps", "--since", "/nowhere.json").err())
        .isEqualTo("error: /nowhere.json does not exist.\n");
    assertThat(CliRun.onExample("gaps", "--since", "a", "--baseline", "b").exitCode()).isEqualTo(2);
    assertThat(CliRun.onExample("gaps", "--limit", "-1").exitCode()).isEqualTo(2);
  }
}

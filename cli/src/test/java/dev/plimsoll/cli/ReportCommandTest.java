package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReportCommandTest {
  @TempDir private Path folder;

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void the_states_add_up_to_capacity() {
    double sum = 0;
    double capacity = 0;
    for (JsonElement each :
        CliRun.jsonOnExample("report").getAsJsonObject().getAsJsonArray("lines")) {
      JsonObject line = each.getAsJsonObject();
      if (line.get("state").getAsString().equals("capacity")) {
        capacity += line.get("amount").getAsDouble();
      } else {
        sum += line.get("amount").getAsDouble();
      }
    }

    assertThat(sum).isEqualTo(capacity).isEqualTo(64);
  }

  @Test
  void the_costliest_gaps_come_with_what_would_help() {
    CliRun run = CliRun.onExample("report", "--gaps", "2");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("The costliest gaps", "WHAT WOULD HELP");
    List<String> ids = ids(CliRun.jsonOnExample("report", "--gaps", "2"));
    assertThat(ids).hasSize(2).isEqualTo(ids(CliRun.jsonOnExample("gaps")).subList(0, 2));
    assertThat(CliRun.onExample("report", "--gaps", "0").out()).doesNotContain("costliest");
    assertThat(CliRun.onExample("report", "--gaps", "1", "-o", "markdown").out())
        .contains("\nThe costliest gaps:\n\n| gpus |");
  }

  @Test
  void a_report_is_written_to_a_file_as_it_would_be_printed() throws IOException {
    Path file = folder.resolve("digest.md");
    String[] words = {"report", "--tenant", "research", "-o", "markdown"};
    CliRun printed = CliRun.onExample(words);
    List<String> more = new ArrayList<>(List.of(words));
    more.addAll(List.of("--write-to", file.toString()));
    CliRun written = CliRun.onExample(more.toArray(String[]::new));

    assertThat(written.exitCode()).isZero();
    assertThat(written.out()).isEmpty();
    assertThat(file).hasContent(printed.out());
  }

  @ParameterizedTest
  @CsvSource({
    "not a url,has no URL: --webhook-file needs a file with one line",
    "ftp://host/x,has no URL: --webhook-file needs a file with one line",
    "'',has no URL: --webhook-file needs a file with one line"
  })
  void a_webhook_needs_a_url(String text, String sentence) throws IOException {
    CliRun run = CliRun.onExample("report", "-o", "markdown", "--webhook-file", file("url", text));

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains(sentence);
  }

  @Test
  void a_webhook_that_is_not_there_is_one_sentence_without_the_secret_path() throws IOException {
    CliRun absent = CliRun.onExample("report", "-o", "csv", "--webhook-file", "absent.txt");
    CliRun closed =
        CliRun.onExample(
            "report", "-o", "csv", "--webhook-file", file("url", "http://127.0.0.1:1/secret"));
    CliRun table = CliRun.onExample("report", "--write-to", folder.resolve("x").toString());

    assertThat(absent.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(absent.err()).contains("cannot read absent.txt");
    assertThat(closed.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
    assertThat(closed.err())
        .contains("cannot reach the webhook at 127.0.0.1")
        .doesNotContain("secret");
    assertThat(table.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(table.err()).contains("need an output format, such as -o markdown");
  }

  @Test
  void the_page_has_a_step_for_each_state_and_needs_no_other_file() {
    CliRun run = CliRun.onExample("report", "-o", "html");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .startsWith("<!DOCTYPE html>")
        .endsWith("</html>\n")
        .contains("<title>Physical devices as of ")
        .contains("<rect x=\"0.000\" width=\"100.000\"")
        .contains("aria-label=\"12.5 %\"><rect x=\"87.500\" width=\"12.500\"")
        .contains("The costliest gaps")
        .doesNotContain("<script", "http://", "https://", "src=", "href=");
    assertThat(CliRun.onExample("report", "--by", "tenant", "-o", "html").out())
        .contains("<td>nlp</td>");
  }

  @Test
  void names_cannot_become_elements_of_the_page() throws IOException {
    String nodes =
        file(
            "n.json",
            """
            {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n",
              "labels": {"nvidia.com/gpu.product": "<b>&\\"x"}},
              "status": {"capacity": {"nvidia.com/gpu": "8"}, "allocatable": {"nvidia.com/gpu": "8"}}}""");

    CliRun run = CliRun.of("report", "--by", "product", "-o", "html", "--snapshot", nodes);

    assertThat(run.out()).contains("<td>&lt;b&gt;&amp;&quot;x</td>").doesNotContain("<b>");
  }

  private static List<String> ids(JsonElement report) {
    return report.getAsJsonObject().getAsJsonArray("gaps").asList().stream()
        .map(g -> g.getAsJsonObject().get("id").getAsString())
        .toList();
  }

  @Test
  void money_is_unknown_where_a_price_is_missing() throws IOException {
    String prices = file("prices.yaml", "currency: EUR\nproducts: {Tesla-T4: 0.5, Other: 1}\n");

    CliRun run = CliRun.onExample("report", "--by", "product", "--prices", prices, "-o", "csv");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("Tesla-T4,nvidia.com/gpu,allocated,12,18.75,6\n")
        .contains("NVIDIA-H100-80GB-HBM3,nvidia.com/gpu,allocated,14,21.88,\n");
    assertThat(run.err())
        .contains("no device is of product Other; is the name right?")
        .contains("no price for product NVIDIA-A100-SXM4-80GB, NVIDIA-H100-80GB-HBM3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "products: {A: 1} | currency is required",
        "currency: EUR | products must have at least one product",
        "{currency: EUR, products: {A: -1}} | products.A must not be negative",
        "{currency: EUR, products: {A: many}} | products.A must be a number",
        "{currency: EUR, products: {A: }} | products.A must be a number, got nothing",
        "{currency: EUR, products: [A]} | products must be a mapping",
        "{currency: EUR, products: {A: 1}, price: 1} | price is an unknown key",
        "{currency: EUR | is not correct YAML"
      })
  void mistakes_in_prices_are_one_sentence_each(String text, String sentence) throws IOException {
    CliRun run = CliRun.onExample("report", "--prices", file("p.yaml", text));

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).hasLineCount(1).contains("p.yaml").contains(sentence);
  }

  @Test
  void free_devices_are_not_said_to_be_unwanted_if_workloads_were_not_read() throws IOException {
    String nodes =
        file(
            "nodes.json",
            """
            {"apiVersion": "v1", "kind": "List", "items": [
              {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "a"},
               "status": {"capacity": {"nvidia.com/gpu": "8"}, "allocatable": {"nvidia.com/gpu": "6"},
                 "conditions": [{"type": "Ready", "status": "True"}]}}]}
            """);

    CliRun run = CliRun.of("report", "-o", "csv", "--snapshot", nodes);

    assertThat(run.out())
        .isEqualTo(
            """
            resource,state,devices,percent,left
            nvidia.com/gpu,capacity,8,100,8
            nvidia.com/gpu,broken,2,25,6
            nvidia.com/gpu,withheld,,,
            nvidia.com/gpu,reserved,,,
            nvidia.com/gpu,allocated,,,
            nvidia.com/gpu,quota,,,
            nvidia.com/gpu,share,,,
            nvidia.com/gpu,fragmented,,,
            nvidia.com/gpu,constraints,,,
            nvidia.com/gpu,gated,,,
            nvidia.com/gpu,other,,,
            nvidia.com/gpu,free,,,
            nvidia.com/gpu,unknown,6,75,
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--since 30d | --since needs --prometheus URL or --hours-file FILE",
        "--demo --hours-file x | give one of --prometheus, --hours-file and --demo",
        "--hours-file x --snapshot y | leave out --snapshot",
        "--hours-file none.jsonl | none.jsonl does not exist.",
        "--demo --by pool | --by pool is not recorded",
        "--demo --tenant nobody | has no device-hours of tenant nobody since 2026-10-22T05:00:00Z.",
        "--tenant nlp --by product | --tenant is about one tenant: leave out --by",
        "--gaps -1 | invalid --gaps -1: must be 0 or more",
        "--idle-threshold 2 | --idle-threshold, --usage-metric and --prometheus-label require --prometheus",
        "--since 0d --prometheus http://127.0.0.1:1 | must be longer than 0",
        "--since soon --prometheus http://127.0.0.1:1 | expected a duration",
        "--since 1h --prometheus 127.0.0.1:1 | invalid Prometheus URL",
        "--since 1h --prometheus http://127.0.0.1:1 --by pool | --by pool is not recorded"
      })
  void wrong_options_are_one_sentence_each(String words, String sentence) {
    List<String> all = new ArrayList<>(List.of("report"));
    all.addAll(List.of(words.split(" ")));

    CliRun run = CliRun.of(all.toArray(String[]::new));

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(sentence);
  }

  @ParameterizedTest
  @ValueSource(strings = {"table", "markdown", "html", "csv", "json"})
  void a_report_for_a_tenant_names_no_other(String format) {
    CliRun now = CliRun.onExample("report", "--tenant", "vision", "-o", format);
    CliRun month = CliRun.of("report", "--demo", "--tenant", "vision", "-o", format);

    for (CliRun run : List.of(now, month)) {
      assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
      assertThat(run.out()).contains("vision", "nvidia.com/gpu");
      assertThat(run.out())
          .doesNotContain("nlp", "research", "robotics", "batch", "serving", "sandbox", "speech");
    }
  }

  @Test
  void a_tenant_is_told_what_it_can_do_itself() {
    CliRun run = CliRun.onExample("report", "--tenant", "research", "-o", "markdown");

    assertThat(run.out())
        .startsWith(
            "## Physical devices of tenant research as of 2026-11-21T05:22:10Z\n\n| tenant");
    assertThat(run.out())
        .contains("| research | NoEligibleNode |", "select nvidia.com/gpu.product=");
    assertThat(CliRun.onExample("report", "--tenant", "none").err())
        .contains("no namespace of the cluster belongs to tenant none");
  }

  /** The states add up to 64 devices in each hour. */
  @Test
  void the_month_of_the_example_has_all_its_hours() {
    CliRun run = CliRun.of("report", "--demo", "-o", "json");
    JsonObject report = JsonParser.parseString(run.out()).getAsJsonObject();
    double sum = 0;
    for (JsonElement line : report.getAsJsonArray("lines")) {
      JsonObject values = line.getAsJsonObject();
      sum +=
          values.get("state").getAsString().equals("capacity")
              ? -values.get("amount").getAsDouble()
              : values.get("amount").getAsDouble();
    }

    assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(run.err()).isEqualTo("note: the example is drawn: no cluster had these hours\n");
    assertThat(report.get("hours").getAsInt()).isEqualTo(720);
    assertThat(report.getAsJsonArray("lines").get(0).getAsJsonObject().get("amount").getAsInt())
        .isEqualTo(64 * 720);
    assertThat(sum).isCloseTo(0, within(1e-6));
  }

  @Test
  void a_period_has_its_costliest_states_with_what_would_have_helped() {
    JsonObject report =
        JsonParser.parseString(CliRun.of("report", "--demo", "--by", "tenant", "-o", "json").out())
            .getAsJsonObject();
    Map<String, Double> lines = new TreeMap<>();
    for (JsonElement line : report.getAsJsonArray("lines")) {
      JsonObject values = line.getAsJsonObject();
      lines.put(
          values.get("group").getAsString() + "/" + values.get("state").getAsString(),
          values.get("amount").getAsDouble());
    }
    Map<String, Double> costliest = new TreeMap<>();
    double last = Double.MAX_VALUE;
    for (JsonElement state : report.getAsJsonArray("costliest")) {
      JsonObject values = state.getAsJsonObject();
      double hours = values.get("hours").getAsDouble();
      assertThat(hours).isPositive().isLessThanOrEqualTo(last);
      assertThat(values.get("devices").getAsDouble()).isCloseTo(hours / 720, within(1e-5));
      assertThat(values.get("help").getAsString()).isNotEmpty();
      last = hours;
      costliest.merge(
          values.get("tenant").getAsString() + "/" + values.get("state").getAsString(),
          hours,
          Double::sum);
    }

    assertThat(costliest).hasSizeBetween(3, 10);
    assertThat(costliest.keySet())
        .allMatch(k -> !k.matches(".*/(busy|allocated|free|capacity|unknown)"));
    costliest.forEach(
        (key, hours) -> assertThat(hours).as(key).isLessThanOrEqualTo(lines.get(key)));
  }

  @Test
  void a_tenant_reads_of_its_own_hours_and_of_what_it_may_do() {
    CliRun run = CliRun.of("report", "--demo", "--tenant", "research", "-o", "json");
    JsonArray states =
        JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonArray("costliest");

    assertThat(states).isNotEmpty();
    for (JsonElement state : states) {
      JsonObject values = state.getAsJsonObject();
      assertThat(values.get("tenant").getAsString()).isEqualTo("research");
      assertThat(values.get("help").getAsString()).doesNotContain("quota", "share", "defrag");
    }
  }

  @Test
  void a_prometheus_that_does_not_answer_is_unreachable() {
    CliRun run = CliRun.of("report", "--since", "1h", "--prometheus", "http://127.0.0.1:1");

    assertThat(run.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
    assertThat(run.err()).hasLineCount(1).contains("cannot reach Prometheus");
  }
}

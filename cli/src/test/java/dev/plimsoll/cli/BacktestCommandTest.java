package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BacktestCommandTest {
  private static final String HEAD = "time,tenant,quota_gpus,running_gpus,pending_gpus\n";
  private static final String FIRST = "2020-05-01 00:00:00,a,4,4,4\n2020-05-01 00:00:00,b,8,1,0\n";
  private static final String SECOND = "2020-05-01 00:05:00,a,4,4,4\n2020-05-01 00:05:00,b,8,1,0\n";
  private static final String POLICY =
      """
      apiVersion: plimsoll.dev/v1alpha1
      kind: CapacityPolicy
      metadata: {name: p}
      spec:
        resources: [{name: nvidia.com/gpu}]
        tenants:
      """;

  @TempDir Path folder;

  private CliRun backtest(String demand, String... more) throws IOException {
    Path file = Files.writeString(folder.resolve("demand.csv"), demand);
    return CliRun.of(
        Stream.concat(
                Stream.of(
                    "backtest",
                    "--demand",
                    file.toString(),
                    "--emit",
                    emitted().toString(),
                    "--svg",
                    drawing().toString()),
                Stream.of(more))
            .toArray(String[]::new));
  }

  private static JsonSchema schema() throws IOException {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(Files.readString(CliRun.ROOT.resolve("docs/schema/backtest.json")));
  }

  private Path emitted() {
    return folder.resolve("quotas.csv");
  }

  private Path drawing() {
    return folder.resolve("quotas.svg");
  }

  private String[] policy(String tenants) throws IOException {
    Path file = Files.writeString(folder.resolve("policy.yaml"), POLICY + tenants);
    return new String[] {"--policy", file.toString()};
  }

  @Test
  void what_waits_is_moved_and_only_changes_are_emitted() throws IOException {
    CliRun cliRun = backtest(HEAD + FIRST + SECOND);

    assertThat(cliRun.exitCode()).isZero();
    assertThat(cliRun.out())
        .contains("recorded quotas", "advisor", "re-divide all every 6 h", "move");
    assertThat(emitted())
        .content()
        .startsWith("time,tenant,quota_gpus\n2020-05-01 00:00:00,a,")
        .hasLineCount(3);
    assertThat(drawing()).content().startsWith("<svg ").endsWith("</svg>\n");
  }

  @Test
  void the_report_for_machines_has_every_rule() throws IOException {
    CliRun cliRun = backtest(HEAD + FIRST + SECOND, "-o", "json");

    JsonObject report = JsonParser.parseString(cliRun.out()).getAsJsonObject();
    assertThat(report.get("waitingLowerBoundGpuHours").getAsDouble()).isZero();
    assertThat(report.getAsJsonArray("rules")).hasSize(14);
    assertThat(schema().validate(cliRun.out(), InputFormat.JSON)).isEmpty();
  }

  @Test
  void nobody_gets_more_than_the_ceiling() throws IOException {
    backtest(
        HEAD + FIRST, policy("    - {name: a, namespaces: [a], ceiling: {nvidia.com/gpu: 6}}"));

    assertThat(emitted()).content().contains("00:00:00,a,6\n", "00:00:00,b,6\n");
  }

  @Test
  void what_is_guaranteed_is_given_even_to_those_who_dont_want_it() throws IOException {
    backtest(
        HEAD + FIRST.replace(",a,4,4,4", ",a,4,1,0"),
        policy("    - {name: b, namespaces: [b], guarantee: {nvidia.com/gpu: 75%}}"));

    assertThat(emitted()).content().contains("00:00:00,a,3\n", "00:00:00,b,9\n");
  }

  @Test
  void no_change_is_larger_than_the_step() throws IOException {
    backtest(
        HEAD + FIRST + SECOND, policy("    - {name: a, namespaces: [a]}\n  changes: {step: 1}"));

    assertThat(emitted())
        .content()
        .contains("00:00:00,a,5\n", "00:00:00,b,7\n", "00:05:00,a,6\n", "00:05:00,b,6\n");
  }

  @Test
  void decisions_beyond_the_limits_change_nothing_and_are_counted() throws IOException {
    CliRun cliRun =
        backtest(
            HEAD + FIRST + SECOND,
            policy("    - {name: a, namespaces: [a]}\n  changes: {limits: {units: 3}}"));

    assertThat(cliRun.out())
        .contains("2 of 2 decisions exceeded changes.limits, so they changed no quota.");
    assertThat(emitted()).content().contains("00:00:00,a,4\n", "00:00:00,b,8\n").hasLineCount(3);
  }

  @Test
  void no_change_is_smaller_than_the_hysteresis() throws IOException {
    backtest(
        HEAD + FIRST + SECOND,
        policy("    - {name: a, namespaces: [a]}\n  changes: {hysteresis: 8}"));

    assertThat(emitted()).content().contains("00:00:00,a,4\n", "00:00:00,b,8\n").hasLineCount(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|file is empty; the first line must name the columns",
        "time,tenant,quota_gpus\\n|line 1: missing column running_gpus, pending_gpus.",
        "HEAD|no rows: expected one",
        "time,tenant,quota_gpus,running_gpus,pending_gpus,time\\n|line 1: duplicate column time",
        "HEAD FIRST 2020-04-30 23:55:00,a,4,4,4\\n|line 4: times must not decrease: from 2020-05-01",
        "HEAD FIRST SECOND 2020-05-01 00:15:00,a,4,4,4\\n|line 6: gap in time: 2020-05-01",
        "HEAD FIRST 2020-05-01 00:05:00,a,4,4,4\\n|after line 4: gap: tenant b has no row",
        "HEAD 2020-05-01 00:00:00,a,x,4,4\\n|line 2: quota_gpus: invalid value \"x\": expected a whole",
        "HEAD 2020-05-01 00:00:00,a,4,-4,4\\n|line 2: running_gpus: invalid value \"-4\": expected",
        "HEAD 2020-05-01 00:00:00,a,4,NaN,4\\n|line 2: running_gpus: invalid value \"NaN\": expected",
        "HEAD yesterday,a,4,4,4\\n|line 2: invalid time \"yesterday\":",
        "HEAD 2020-05-01 00:00:00,a,4\\n|line 2: expected 5 columns as in line 1, got 3",
        "HEAD 2020-05-01 00:00:00,,4,1,1\\n|line 2: missing name of the tenant",
        "HEAD FIRST 2020-05-01 00:00:00,a,4,4,4\\n|line 4: tenant a already has a row for 2020-05-01",
      })
  void a_demand_file_that_cant_be_used_is_named_with_its_line(String text, String sentence)
      throws IOException {
    String demand =
        text.replace("HEAD ", HEAD)
            .replace("HEAD", HEAD)
            .replace("FIRST ", FIRST)
            .replace("SECOND ", SECOND)
            .replace("\\n", "\n");

    CliRun cliRun = backtest(demand);

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.out()).isEmpty();
    assertThat(cliRun.err()).hasLineCount(1).startsWith("error: ").contains("demand.csv", sentence);
    assertThat(emitted()).doesNotExist();
    assertThat(drawing()).doesNotExist();
  }

  @Test
  void a_compressed_file_that_is_cut_off_is_told_in_one_sentence() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      zip.write((HEAD + FIRST + SECOND).getBytes(StandardCharsets.UTF_8));
    }
    Path cut = folder.resolve("cut.csv.gz");
    Files.write(cut, Arrays.copyOf(bytes.toByteArray(), bytes.size() / 2));

    CliRun cliRun = CliRun.of("backtest", "--demand", cut.toString());

    assertThat(cliRun.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cliRun.err())
        .isEqualToIgnoringNewLines(
            "error: cannot read "
                + cut
                + ": the gzip data is incomplete or damaged; copy it again.");
  }

  @Test
  void what_spreadsheets_put_around_cells_is_taken_off() throws IOException {
    CliRun cliRun = backtest("\ufeff" + HEAD + FIRST.replace(",a,", ",\"a\",") + SECOND);

    assertThat(cliRun.exitCode()).isZero();
    assertThat(cliRun.out()).startsWith("2 tenants");
  }

  @Test
  void a_policy_that_doesnt_fit_the_demand_is_named_with_its_lines() throws IOException {
    CliRun cliRun =
        backtest(
            HEAD + FIRST,
            policy(
                "    - {name: a, namespaces: [a], guarantee: {nvidia.com/gpu: 9}}\n"
                    + "    - {name: c, namespaces: [c]}"));

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.err())
        .contains(
            "policy.yaml, line 8: spec.tenants[1].name: tenant c is not in the demand file, which"
                + " has a, b.");
    assertThat(emitted()).doesNotExist();
  }

  @Test
  void nothing_is_written_if_one_of_the_files_cant_be() throws IOException {
    Path demand = Files.writeString(folder.resolve("demand.csv"), HEAD + FIRST);
    CliRun cliRun =
        CliRun.of(
            "backtest",
            "--demand",
            demand.toString(),
            "--emit",
            emitted().toString(),
            "--svg",
            folder.resolve("none/quotas.svg").toString());

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.err()).contains("no such directory: " + folder.resolve("none"));
    assertThat(emitted()).doesNotExist();
  }

  @Test
  void a_missing_file_is_named() {
    CliRun cliRun = CliRun.of("backtest", "--demand", "/nowhere/demand.csv");

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.err()).contains("/nowhere/demand.csv does not exist.");
  }
}

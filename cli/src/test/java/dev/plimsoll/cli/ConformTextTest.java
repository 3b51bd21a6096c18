package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.conform.ConformResult;
import dev.plimsoll.kube.report.ConformReport;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The texts of comparisons. */
class ConformTextTest {
  private static final Path GOLDEN =
      CliRun.ROOT.resolve("cli/src/test/resources/dev/plimsoll/cli/golden");
  private static final ConformResult EQUAL =
      new ConformResult(2, 14, Map.of("LimitRanger", 3), List.of(), Map.of());
  private static final ConformResult DIFFERENT =
      new ConformResult(
          10,
          71,
          Map.of("LimitRanger", 12, "ResourceQuota", 30),
          List.of(
              new ConformResult.Difference(
                  1,
                  "limits",
                  "LimitRanger",
                  List.of("The code was 201, and the model says 403 too much."),
                  List.of(
                      object(
                          "{'op':'create','object':{'kind':'LimitRange','metadata':{'name':'l'},'spec':{'limits':[]}},'code':201}"),
                      object(
                          "{'op':'create','object':{'kind':'Pod','metadata':{'name':'o'},'spec':{}},'code':201}")),
                  true)),
          Map.of("webhook injector may change pods", 2));

  private static JsonObject object(String json) {
    return JsonParser.parseString(json.replace('\'', '"')).getAsJsonObject();
  }

  private static KubernetesControlPlane version(int minor) {
    return KubernetesControlPlane.of(
        new KubernetesVersion(1, minor), KubernetesControlPlane.Origin.API_SERVER);
  }

  private static String table(ConformResult result, int minor) {
    StringWriter text = new StringWriter();
    TerminalPrinter out = TerminalPrinter.plain(text);
    new ConformText(result, 7, version(minor)).print(out);
    out.flush();
    return text.toString();
  }

  private static void same(String file, String shown) throws IOException {
    if (System.getProperty("plimsoll.regenerate") != null) {
      Files.writeString(GOLDEN.resolve(file), shown);
    }
    assertThat(shown).isEqualTo(Files.readString(GOLDEN.resolve(file)));
  }

  @Test
  void differences_are_shown_with_their_case() throws IOException {
    same("conform.txt", table(DIFFERENT, 36));
    same("conform.md", new ConformText(DIFFERENT, 7, version(36)).markdown());
  }

  @Test
  void no_difference_is_one_sentence() {
    assertThat(table(EQUAL, 36)).endsWith("\nEvery verdict and message is as the model says.\n");
  }

  @Test
  void a_version_that_is_newer_than_all_known_versions_says_so() {
    assertThat(table(EQUAL, 39))
        .startsWith(
            "Kubernetes 1.39, as the API server says; its rules are not known, those of 1.37 are"
                + " applied, so feature gates, rules and texts may differ.");
  }

  @Test
  void a_version_without_recorded_decisions_says_so() {
    assertThat(table(EQUAL, 37))
        .startsWith(
            "Kubernetes 1.37, as the API server says; its rules come from its source code, and none"
                + " of its decisions was recorded.");
  }

  @Test
  void answers_follow_their_schema() throws IOException {
    for (ConformResult result : List.of(EQUAL, DIFFERENT)) {
      String json = ConformReport.of(result, 7, version(36)).toString();

      assertThat(
              JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                  .getSchema(Files.readString(CliRun.ROOT.resolve("docs/schema/conform.json")))
                  .validate(json, InputFormat.JSON))
          .isEmpty();
    }
  }

  @Test
  void a_number_of_sequences_has_bounds() {
    CliRun cliRun = CliRun.of("conform", "--sequences", "-1");
    CliRun nothing = CliRun.of("conform", "--sequences", "0");

    assertThat(cliRun.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cliRun.err()).startsWith("error: invalid --sequences -1: expected 0 to 10000");
    assertThat(nothing.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(nothing.err()).startsWith("error: nothing to compare: --sequences and --placements");
  }
}

package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.fixtures.FailingRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A rule that fails on what one tenant has is named, and no other tenant's answer is touched. */
class DefectsTest {
  private static final String BROKEN = "vision";

  @TempDir private Path folder;

  /** As the command has them, but with a rule that fails. */
  private static final class FailingOptions extends ClusterOptions {
    @Override
    AdmissionChain admissionChain() {
      return FailingRules.in(BROKEN);
    }
  }

  private static final CommandLine.IFactory FACTORY =
      new CommandLine.IFactory() {
        @Override
        public <K> K create(Class<K> cls) throws Exception {
          return cls == ClusterOptions.class
              ? cls.cast(new FailingOptions())
              : CommandLine.defaultFactory().create(cls);
        }
      };

  @Test
  void gaps_of_other_tenants_are_told_to_the_byte() {
    CliRun failing = CliRun.withFactory(FACTORY, "gaps", "-o", "json");
    List<String> others = others(failing.out(), "gaps");

    assertThat(others)
        .isNotEmpty()
        .isEqualTo(others(CliRun.onExample("gaps", "-o", "json").out(), "gaps"));
    assertThat(failing.exitCode()).isEqualTo(ExitCode.PARTLY);
    assertThat(failing.err())
        .contains("error: internal error: not examined: deployment/notebook in namespace vision: ");
  }

  @Test
  void the_table_names_what_was_not_examined() {
    assertThat(CliRun.withFactory(FACTORY, "gaps", "--limit", "0").out())
        .contains("Not examined, because of a defect in Plimsoll:")
        .contains(
            "  deployment/notebook in namespace vision: whether the API server admits it:"
                + " java.lang.ArithmeticException: long overflow");
  }

  @Test
  void a_workload_of_another_tenant_is_explained_as_ever() {
    String[] words = {"explain", "deployment/api", "-n", "serving"};

    assertThat(CliRun.withFactory(FACTORY, words)).isEqualTo(CliRun.onExample(words));
  }

  @Test
  void its_own_workload_is_explained_as_far_as_rules_hold_and_the_step_is_named() {
    CliRun failing = CliRun.withFactory(FACTORY, "explain", "deployment/notebook", "-n", BROKEN);

    assertThat(failing.exitCode()).isEqualTo(ExitCode.PARTLY);
    assertThat(failing.out())
        .contains("would be admitted could not be decided, because of a defect in Plimsoll")
        .contains(
            "  deployment/notebook in namespace vision: whether the API server admits it:"
                + " java.lang.ArithmeticException: long overflow")
        .doesNotContain("is denied", "would be admitted\n", "Traceback");
    assertThat(failing.err())
        .containsOnlyOnce("not examined: deployment/notebook in namespace vision: ");
  }

  @Test
  void what_is_not_decided_is_absent_in_json() {
    CliRun failing =
        CliRun.withFactory(FACTORY, "explain", "deployment/notebook", "-n", BROKEN, "-o", "json");
    JsonObject explanation = JsonParser.parseString(failing.out()).getAsJsonObject();

    assertThat(explanation.get("verdict").getAsString()).isEqualTo("Unknown");
    assertThat(explanation.getAsJsonObject("admission").keySet()).doesNotContain("allowed", "code");
    assertThat(all(failing.out(), "unexamined"))
        .extracting(u -> u.get("step").getAsString())
        .containsExactly("Admission");
  }

  @Test
  void a_manifest_of_its_namespace_is_answered_with_what_is_known() throws IOException {
    String example = Files.readString(CliRun.ROOT.resolve("examples/pod.yaml"));
    String pod =
        Files.writeString(
                folder.resolve("pod.yaml"),
                example.replace("namespace: nlp", "namespace: " + BROKEN))
            .toString();
    for (String command : List.of("explain", "fit")) {
      CliRun failing = CliRun.withFactory(FACTORY, command, "-f", pod);

      assertThat(failing.exitCode()).as(command).isEqualTo(ExitCode.PARTLY);
      assertThat(failing.out()).as(command).contains("a defect in Plimsoll");
      assertThat(failing.err()).as(command).contains("error: internal error: not examined: pod/");
    }
  }

  @Test
  void a_changed_cluster_is_compared_and_the_step_reported() {
    CliRun failing =
        CliRun.withFactory(
            FACTORY,
            "whatif",
            "--uncordon",
            "a100-2",
            "explain",
            "deployment/notebook",
            "-n",
            BROKEN);

    assertThat(failing.exitCode()).isEqualTo(ExitCode.PARTLY);
    assertThat(failing.err())
        .containsOnlyOnce("not examined: deployment/notebook in namespace vision: ");
  }

  @Test
  void quotas_are_recommended_as_if_it_were_not_there_and_those_of_its_namespace_left_alone()
      throws IOException {
    String policy = CliRun.ROOT.resolve("examples/policy.yaml").toString();
    String without = withoutNotebook().toString();
    CliRun failing = CliRun.withFactory(FACTORY, "advise", "--policy", policy, "-o", "json");
    CliRun sound = CliRun.of("advise", "--policy", policy, "-o", "json", "--snapshot", without);

    assertThat(others(failing.out(), "recommendations"))
        .isNotEmpty()
        .isEqualTo(others(sound.out(), "recommendations"));
    assertThat(all(failing.out(), "recommendations"))
        .noneMatch(r -> r.get("namespace").getAsString().equals(BROKEN));
    assertThat(failing.exitCode()).isEqualTo(ExitCode.PARTLY);
    assertThat(failing.err()).contains("not examined: deployment/notebook in namespace vision: ");
    assertThat(failing.out()).contains("the quotas of its namespace are left alone");
  }

  private Path withoutNotebook() throws IOException {
    JsonObject list = JsonParser.parseString(Files.readString(CliRun.EXAMPLE)).getAsJsonObject();
    JsonArray kept = new JsonArray();
    for (JsonElement item : list.getAsJsonArray("items")) {
      JsonObject metadata = item.getAsJsonObject().getAsJsonObject("metadata");
      boolean isOfIt =
          Set.of("Deployment", "ReplicaSet")
                  .contains(item.getAsJsonObject().get("kind").getAsString())
              && metadata.get("name").getAsString().startsWith("notebook")
              && metadata.get("namespace").getAsString().equals(BROKEN);
      if (!isOfIt) {
        kept.add(item);
      }
    }
    list.add("items", kept);
    return Files.writeString(folder.resolve("without.json"), list.toString());
  }

  private static List<String> others(String json, String field) {
    return all(json, field).stream()
        .filter(o -> !o.get("namespace").getAsString().equals(BROKEN))
        .map(JsonObject::toString)
        .toList();
  }

  private static List<JsonObject> all(String json, String field) {
    return JsonParser.parseString(json).getAsJsonObject().getAsJsonArray(field).asList().stream()
        .map(JsonElement::getAsJsonObject)
        .toList();
  }
}

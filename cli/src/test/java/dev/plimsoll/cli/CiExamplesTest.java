package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.plimsoll.kube.file.ManifestSet;
import dev.plimsoll.kube.file.SourcedObject;
import dev.plimsoll.kube.resource.SnapshotResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** The files of examples/ci, as far as they can be tried without their services. */
class CiExamplesTest {
  private static final Path CI = CliRun.ROOT.resolve("examples/ci");

  @TempDir private Path repository;

  @SuppressWarnings("unchecked")
  private static Map<String, Object> yaml(String name) throws IOException {
    return (Map<String, Object>) new Yaml().load(Files.readString(CI.resolve(name)));
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // The test knows the type.
  private static <T> T at(Map<String, Object> map, String... path) {
    Object value = map;
    for (String key : path) {
      value = Objects.requireNonNull(((Map<String, Object>) value).get(key), key);
    }
    return (T) value;
  }

  @Test
  void the_action_is_composite_and_passes_its_inputs_by_the_environment() throws IOException {
    Map<String, Object> action = yaml("action.yml");
    List<Map<String, Object>> steps = at(action, "runs", "steps");

    assertThat(CiExamplesTest.<String>at(action, "runs", "using")).isEqualTo("composite");
    assertThat(action).containsKeys("name", "description", "inputs");
    for (Map<String, Object> step : steps) {
      assertThat(step).containsKeys("name", "shell", "run");
      assertThat(String.valueOf(step.get("run"))).doesNotContain("${{");
    }
    Map<String, Object> inputs = at(action, "inputs");
    assertThat(inputs.values()).allMatch(i -> ((Map<?, ?>) i).containsKey("default"));
  }

  @Test
  void the_documented_use_of_the_action_has_at_most_six_lines() throws IOException {
    String page = Files.readString(CliRun.ROOT.resolve("docs/check.md"));
    String use = page.split("```yaml\n- uses: ")[1].split("```")[0];

    assertThat(("- uses: " + use).strip().lines()).hasSizeLessThanOrEqualTo(6);
  }

  @Test
  void the_job_of_gitlab_keeps_its_reports_whatever_the_outcome() throws IOException {
    Map<String, Object> job = at(yaml("gitlab-ci.yml"), "plimsoll-check");

    assertThat(CiExamplesTest.<String>at(job, "artifacts", "when")).isEqualTo("always");
    assertThat(CiExamplesTest.<Map<String, Object>>at(job, "artifacts", "reports"))
        .containsOnlyKeys("codequality", "junit");
    assertThat(CiExamplesTest.<List<String>>at(job, "script"))
        .hasSize(3)
        .allMatch(line -> line.startsWith("plimsoll check "));
  }

  @Test
  void the_job_before_a_sync_is_admitted_and_placed_where_pods_must_be_restricted() {
    Path namespace = repository.resolve("namespace.yaml");
    write(
        namespace,
        """
        apiVersion: v1
        kind: Namespace
        metadata:
          name: argocd
          labels: {pod-security.kubernetes.io/enforce: restricted}
        """);

    CliRun run =
        CliRun.of(
            "check",
            namespace.toString(),
            CI.resolve("argocd-presync.yaml").toString(),
            CI.resolve("rights.yaml").toString(),
            "--complete",
            "--snapshot",
            CliRun.EXAMPLE.toString());

    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.OK);
    assertThat(run.out()).contains("1 of 1 pod placed");
  }

  @Test
  void the_rights_are_lists_of_kinds_that_a_snapshot_reads() throws IOException {
    Set<String> read = new TreeSet<>();
    SnapshotResource.all().forEach(r -> read.add(r.resource().resource().resource()));
    Set<String> granted = new TreeSet<>();
    for (SourcedObject object :
        ManifestSet.read(List.of(CI.resolve("rights.yaml")), "argocd").objects()) {
      if (object.object().type().kind().equals("ClusterRole")) {
        for (Object rule : (List<?>) Objects.requireNonNull(object.fields().get("rules"))) {
          assertThat(((Map<?, ?>) rule).get("verbs")).isEqualTo(List.of("list"));
          ((List<?>) Objects.requireNonNull(((Map<?, ?>) rule).get("resources")))
              .forEach(r -> granted.add(r.toString()));
        }
      }
    }

    assertThat(granted).hasSizeGreaterThan(20).doesNotContain("secrets", "configmaps");
    assertThat(read).containsAll(granted);
  }

  @Test
  void flux_waits_for_the_job_before_it_applies_the_rest() throws IOException {
    List<Map<String, Object>> documents = new ArrayList<>();
    new Yaml()
        .loadAll(Files.readString(CI.resolve("flux.yaml")))
        .forEach(d -> documents.add(castMap(d)));

    assertThat(CiExamplesTest.<Boolean>at(documents.get(0), "spec", "wait")).isTrue();
    assertThat(CiExamplesTest.<List<Map<String, Object>>>at(documents.get(1), "spec", "dependsOn"))
        .containsExactly(Map.of("name", "plimsoll-check"));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> castMap(Object value) {
    return (Map<String, Object>) value;
  }

  @Test
  void the_hook_stops_a_commit_that_makes_something_worse_and_no_other() throws Exception {
    assumeThat(Files.exists(Path.of("/usr/bin/git"))).isTrue();
    run(0, "git", "init", "-q", ".");
    run(0, "git", "config", "user.email", "a@example.com");
    run(0, "git", "config", "user.name", "a");
    Files.copy(CI.resolve("pre-commit"), repository.resolve(".git/hooks/pre-commit"));
    assertThat(repository.resolve(".git/hooks/pre-commit").toFile().setExecutable(true)).isTrue();
    Path command = repository.resolve(".git/plimsoll");
    write(
        command,
        "#!/bin/sh\nexec \""
            + java()
            + "\" -cp \""
            + classPath()
            + "\" "
            + Plimsoll.class.getName()
            + " \"$@\"\n");
    assertThat(command.toFile().setExecutable(true)).isTrue();
    run(0, "git", "config", "plimsoll.command", command.toString());
    run(0, "git", "config", "plimsoll.path", "deploy dir");
    run(0, "git", "config", "plimsoll.snapshot", CliRun.EXAMPLE.toString());
    run(0, "git", "config", "plimsoll.options", "--complete");

    write(repository.resolve("deploy dir/a.yaml"), CheckRun.POD.formatted("a", "sandbox", "1m"));
    run(0, "git", "add", "-A");
    run(0, "git", "commit", "-qm", "good");
    write(repository.resolve("deploy dir/b.yaml"), CheckRun.POD.formatted("b", "sandbox", "9999"));
    run(0, "git", "add", "-A");
    String denied = run(1, "git", "commit", "-qm", "bad");
    write(repository.resolve("deploy dir/b.yaml"), CheckRun.POD.formatted("b", "sandbox", "1m"));
    run(1, "git", "commit", "-qm", "what is staged counts, not what is in the folder");
    run(0, "git", "add", "-A");
    run(0, "git", "commit", "-qm", "mended");
    write(repository.resolve("README"), "text");
    run(0, "git", "add", "-A");
    run(0, "git", "commit", "-qm", "no manifest");

    assertThat(denied).contains("deploy dir/b.yaml:9:20: warning: ");
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static String classPath() {
    return System.getProperty("java.class.path");
  }

  private static void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String run(int exitCode, String... words) throws Exception {
    Process process =
        new ProcessBuilder(words).directory(repository.toFile()).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(String.join(" ", words) + ": " + out).isEqualTo(exitCode);
    return out;
  }
}

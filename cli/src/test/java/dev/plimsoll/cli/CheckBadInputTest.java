package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can't be checked is said in one sentence, which says what to do. */
class CheckBadInputTest {
  @TempDir private Path folder;
  private CheckRun run;

  @BeforeEach
  void make() {
    run = new CheckRun(folder);
  }

  private String error(String name, String... options) {
    CliRun answer = run.onExample(name, options);
    assertThat(answer.exitCode()).as(answer.out() + answer.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(answer.out()).isEmpty();
    assertThat(answer.err()).startsWith("error: ").doesNotContain("Exception");
    assertThat(answer.err().lines()).hasSize(1);
    return answer.err();
  }

  @Test
  void a_repository_without_manifests() {
    run.with("a/README.md", "text").with("a/values.yaml", "replicas: 3\n");

    assertThat(error("a")).contains("no Kubernetes manifests found", "plimsoll check -");
  }

  @Test
  void a_template_that_nobody_rendered() {
    for (String template :
        new String[] {
          "{{- if .Values.on }}\napiVersion: v1\nkind: Pod\n{{- end }}\n",
          "apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Values.name }}\n",
          """
          apiVersion: v1
          kind: Pod
          metadata: {name: a}
          spec:
            containers:
            - name: c
              image: "{{ .Values.image }}"
          """
        }) {
      run.with("a/pod.yaml", template);

      assertThat(error("a")).contains("template", "helm template");
    }
  }

  @Test
  void a_template_of_another_kind_in_a_text_is_meant() {
    run.with(
        "a/pod.yaml",
        CheckRun.POD
            .formatted("p", "sandbox", "1m")
            .replace("- name: main", "- args: [\"{{inputs.parameters.x}}\"]\n      name: main"));

    assertThat(run.onExample("a").exitCode()).isEqualTo(ExitCode.OK);
  }

  @Test
  void an_amount_that_Kubernetes_reads_and_Plimsoll_does_not() {
    run.with("a/pod.yaml", CheckRun.POD.formatted("p", "vision", "1e1000000"));

    assertThat(error("a")).contains("pod.yaml:9:", "the exponent of a quantity must lie between");
  }

  @Test
  void a_variable_that_nobody_substituted() {
    run.with("a/pod.yaml", CheckRun.POD.formatted("${APP}", "vision", "1m"));

    assertThat(error("a")).contains("pod.yaml:3:", "substitute its variables");

    run.with("a/pod.yaml", CheckRun.POD.formatted("p", "vision", "$CPUS"));

    assertThat(error("a")).contains("pod.yaml:9:", "substitute its variables");
  }

  @Test
  void a_kustomization_and_a_chart_say_how_to_render_them() {
    run.with("k/kustomization.yaml", "resources: [pod.yaml]\n")
        .with("k/pod.yaml", CheckRun.POD.formatted("p", "vision", "1m"))
        .with("c/Chart.yaml", "apiVersion: v2\nname: c\n")
        .with("c/templates/pod.yaml", "{{ x }}: {{ y }}\n- z");

    assertThat(error("k")).contains("kubectl kustomize " + run.path("k"), "plimsoll check -");
    assertThat(error("c")).contains("helm template RELEASE " + run.path("c"));
  }

  @Test
  void yaml_with_tabs() {
    run.with("a/pod.yaml", "apiVersion: v1\nkind: Pod\nmetadata:\n\tname: a\n");

    assertThat(error("a")).contains("pod.yaml:4:1: a tab indents this line");
  }

  @Test
  void a_spec_that_is_null() {
    String job = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a, namespace: vision}\nspec: ";
    run.with("a/job.yaml", job + "null\n");

    assertThat(run.onExample("a").out()).contains("spec.template.spec.containers: Required value");
  }

  @Test
  void a_variable_that_nobody_has_substituted() {
    run.with("a/pod.yaml", CheckRun.POD.formatted("p", "vision", "${CPU}"));

    assertThat(error("a")).contains("pod.yaml:9:", "substitute its variables");
  }

  @Test
  void a_snapshot_that_is_too_old() {
    run.with("a/pod.yaml", CheckRun.POD.formatted("p", "vision", "1m"));

    assertThat(error("a", "--max-age", "1m"))
        .contains("old (as of ", "--max-age allows", "plimsoll snapshot --for-check");
    assertThat(error("a", "--max-age", "soon")).contains("invalid --max-age");
  }

  @Test
  void a_snapshot_that_does_not_say_when_it_was_taken() {
    run.with("a/pod.yaml", CheckRun.POD.formatted("p", "fresh", "1m"))
        .with("cluster.yaml", CheckRun.NAMESPACE + "---\n" + CheckRun.nodes(2));

    CliRun answer =
        run.checked("a", "--max-age", "1h", "--snapshot", run.path("cluster.yaml").toString());

    assertThat(answer.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(answer.err())
        .contains("the snapshot doesn't say when it was taken, and --max-age allows 1 h");
  }

  @Test
  void a_file_that_is_not_there() {
    assertThat(error("none")).contains("none");
  }
}

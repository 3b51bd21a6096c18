package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What may undo a remedy: Flux, Argo CD or Helm, or an autoscaler. */
class RemedyNotesTest {
  private static String explained(String deployment) {
    return explained("deployment/" + deployment, "team");
  }

  private static String explained(String object, String namespace) {
    return CliRun.of(
            "explain",
            object,
            "-n",
            namespace,
            "--complete",
            "--snapshot",
            CliRun.ROOT.resolve("kube/src/test/resources/undone/denied.yaml").toString())
        .out();
  }

  @Test
  void a_remedy_names_the_tool_that_declares_what_its_command_changes() {
    assertThat(explained("web"))
        .contains(
            "note: Flux Kustomization flux-system/apps declares deployment/web: make the change"
                + " there, too, or Flux may undo the change\n"
                + "kubectl patch deployment web");
    assertThat(explained("large"))
        .contains(
            "note: Helm release tenants declares resourcequota/gpus: make the change there, too, or"
                + " Helm may undo the change\n");
    assertThat(explained("chat"))
        .contains(
            "note: Argo CD application models declares deployment/chat: make the change there, too,"
                + " or Argo CD may undo the change\n");
  }

  @Test
  void a_remedy_names_the_owner_of_a_quota_that_it_raises() {
    assertThat(explained("deployment/wells", "oil-dev"))
        .contains(
            "note: Tenant oil declares resourcequota/capsule-oil-0: make the change there, too, or"
                + " the controller of Tenant oil may undo the change\n");
  }

  @Test
  void a_remedy_without_a_command_says_why() {
    assertThat(explained("llm-predictor"))
        .contains(
            "select nvidia.com/gpu.product=A100 instead of H100",
            "note: no command: Plimsoll doesn't know which field of inferenceservice/llm to"
                + " change\n")
        .doesNotContain("kubectl");
  }

  @Test
  void a_copied_mark_declares_nothing() {
    assertThat(explained("copy"))
        .contains("kubectl patch deployment copy")
        .doesNotContain("Argo CD");
  }

  @Test
  void fewer_replicas_may_be_more_again() {
    assertThat(explained("job/small", "shared"))
        .contains(
            "scale deployment/wide down to 1",
            "note: a HorizontalPodAutoscaler, which Plimsoll does not read, may scale"
                + " deployment/wide up again\n");
  }
}

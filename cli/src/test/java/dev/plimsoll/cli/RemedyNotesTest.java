package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What may undo a remedy: Flux, Argo CD or Helm, or an autoscaler. */
class RemedyNotesTest {
  private static final Path SNAPSHOT =
      CliRun.ROOT.resolve("kube/src/test/resources/undone/denied.yaml");

  @TempDir private Path folder;

  private static String explained(String deployment) {
    return explained("deployment/" + deployment, "team");
  }

  private static String explained(String object, String namespace) {
    return CliRun.of(
            "explain", object, "-n", namespace, "--complete", "--snapshot", SNAPSHOT.toString())
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
  void an_autoscaler_gets_the_lower_number_as_its_bound() throws IOException {
    Path autoscaler =
        Files.writeString(
            folder.resolve("autoscaler.yaml"),
            """
            apiVersion: autoscaling/v2
            kind: HorizontalPodAutoscaler
            metadata:
              name: keda-hpa-wide
              namespace: shared
              ownerReferences:
                - {apiVersion: keda.sh/v1alpha1, kind: ScaledObject, name: wide, uid: s, controller: true}
            spec:
              scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: wide}
              minReplicas: 2
              maxReplicas: 5
            """);

    assertThat(
            CliRun.of(
                    "explain",
                    "job/small",
                    "-n",
                    "shared",
                    "--complete",
                    "--snapshot",
                    SNAPSHOT.toString(),
                    autoscaler.toString())
                .out())
        .contains(
            "note: ScaledObject wide declares horizontalpodautoscaler/keda-hpa-wide: make the change"
                + " there, too, or the controller of ScaledObject wide may undo the change\n",
            "note: horizontalpodautoscaler/keda-hpa-wide then keeps deployment/wide at 1 pod\n",
            "kubectl patch horizontalpodautoscaler keda-hpa-wide -n shared --type=merge -p"
                + " '{\"spec\":{\"minReplicas\":1,\"maxReplicas\":1}}'\n",
            "kubectl patch deployment wide -n shared --type=merge -p '{\"spec\":{\"replicas\":1}}'");
  }
}

package dev.plimsoll.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.Helm;
import dev.plimsoll.testkit.manifests.Chart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Helm prints after an installation says what to do next. */
class NotesTest {
  @TempDir private Path folder;

  private String notes(String values) throws IOException {
    String output =
        new Helm(Chart.FOLDER)
            .install()
            .clientOnly()
            .dryRun()
            .withName("plimsoll")
            .withNamespace("gpu-quota")
            .withKubeVersion("v1.36.2")
            .withValuesFile(Files.writeString(folder.resolve("values.yaml"), values))
            .call()
            .getOutput();
    return output.substring(output.indexOf("NOTES:"));
  }

  @Test
  void without_a_role_it_is_said_that_nothing_runs_and_how_something_would() throws IOException {
    assertThat(notes("{}"))
        .contains("Nothing runs yet", "--set console.enabled=true", "--set advisor.enabled=true");
    assertThat(notes("advisor: {enabled: true}")).doesNotContain("Nothing runs yet");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scheduler: {enabled: true} | schedulerName: plimsoll",
        "scheduler: {enabled: true, mode: control-plane} | for plimsoll-extender.gpu-quota.svc",
        "admission: {enabled: true} | kubectl label namespace NAME plimsoll.dev/strict=true",
        "admission: {enabled: true, tls: {mode: secret}} | ATTENTION: admission.tls.caBundle is empty, so kube-apiserver trusts no certificate of it and lets every request pass.",
        "admission: {enabled: true, failurePolicy: Fail, tls: {mode: secret}} | trusts no certificate of it and denies what the webhook is asked about.",
        "advisor: {enabled: true, mode: report, watch: false} | kubectl logs -n gpu-quota",
        "advisor: {enabled: true} | kubectl get quotarecommendations -A",
        "console: {enabled: true} | port-forward -n gpu-quota service/plimsoll-console",
      })
  void each_role_says_what_it_needs_and_how_it_is_tried(String values, String line)
      throws IOException {
    assertThat(notes(values)).contains(line);
  }

  @Test
  void a_CA_that_is_given_is_not_asked_for() throws IOException {
    assertThat(notes("admission: {enabled: true, tls: {mode: secret, caBundle: QUJD}}"))
        .contains("plimsoll-admission.gpu-quota.svc")
        .doesNotContain("ATTENTION");
  }
}

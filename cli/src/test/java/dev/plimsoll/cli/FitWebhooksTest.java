package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The webhook that Vertical Pod Autoscaler registers may change the copies of a pod. */
class FitWebhooksTest {
  private static final String SENTENCE =
      "webhook vpa.k8s.io of MutatingWebhookConfiguration vpa-webhook-config may change or deny it";

  @TempDir Path folder;

  @Test
  void fit_names_webhooks_that_may_change_the_copies() throws IOException {
    Path dump =
        Files.writeString(
            folder.resolve("dump.yaml"),
            """
            apiVersion: v1
            kind: Node
            metadata: {name: a}
            status: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}}
            ---
            apiVersion: v1
            kind: Namespace
            metadata: {name: team-a}
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: MutatingWebhookConfiguration
            metadata: {name: vpa-webhook-config}
            webhooks:
            - name: vpa.k8s.io
              failurePolicy: Ignore
              timeoutSeconds: 30
              rules:
              - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}
            """);
    Path pod =
        Files.writeString(
            folder.resolve("pod.yaml"),
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: p, namespace: team-a}
            spec: {containers: [{name: c, image: x, resources: {requests: {cpu: "1"}}}]}
            """);

    assertThat(fit(pod, dump, "-o", "json")).contains("\"webhooks\": [", SENTENCE);
    assertThat(fit(pod, dump).replaceAll("\\s+", " ")).contains(SENTENCE);
  }

  private static String fit(Path pod, Path dump, String... more) {
    String[] arguments = {"fit", "-f", "" + pod, "--snapshot", "" + dump, "--complete"};
    return CliRun.of(Stream.concat(Stream.of(arguments), Stream.of(more)).toArray(String[]::new))
        .out();
  }
}

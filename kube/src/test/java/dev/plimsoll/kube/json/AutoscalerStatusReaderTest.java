package dev.plimsoll.kube.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.AutoscalerStatus;
import dev.plimsoll.kubernetes.object.PartialObjectMetadata;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AutoscalerStatusReaderTest {
  private static final String GROUP =
      """
      nodeGroups:
      - name: gpu
        health: {status: Healthy, cloudProviderTarget: 1, minSize: 0, maxSize: 4}
        scaleUp: {status: Backoff, backoffInfo: {errorCode: QUOTA, errorMessage: none left}}
      """;

  /** Reads a ConfigMap as it comes from an API server or a file. */
  private static ApiObject read(String name, String status) throws IOException {
    JsonObject data = new JsonObject();
    data.addProperty("status", status);
    data.addProperty("other", "payload");
    JsonObject metadata = new JsonObject();
    metadata.addProperty("name", name);
    metadata.addProperty("namespace", "kube-system");
    JsonObject json = new JsonObject();
    json.addProperty("apiVersion", "v1");
    json.addProperty("kind", "ConfigMap");
    json.add("metadata", metadata);
    json.add("data", data);
    try (JsonTreeReader reader =
        new JsonTreeReader(
            new ByteArrayInputStream(json.toString().getBytes(StandardCharsets.UTF_8)),
            JsonPruning.FOR_RULES)) {
      reader.nextDocument();
      return ObjectReader.read(reader.object(), AutoscalerStatus.TYPE, AutoscalerStatus.RESOURCE);
    }
  }

  private static AutoscalerStatus status(String text) throws IOException {
    return (AutoscalerStatus) read(AutoscalerStatus.NAME, text);
  }

  @Test
  void node_groups_have_sizes_and_the_error_of_a_failed_scale_up() throws IOException {
    AutoscalerStatus status =
        status("autoscalerStatus: Running\ntime: 2026-11-29 03:12:04.6 +0100 CET\n" + GROUP);

    assertThat(status.problem()).isEmpty();
    assertThat(status.time()).hasToString("Optional[2026-11-29T02:12:04.600Z]");
    assertThat(status.nodeGroups())
        .containsExactly(
            new AutoscalerStatus.NodeGroup(
                "gpu", "Healthy", 1, 0, 4, "Backoff", "QUOTA: none left"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          autoscalerStatus: [Running]                     | autoscalerStatus
          {autoscalerStatus: Running                      | is not correct YAML
          'Cluster-autoscaler status at 2026: Health'     | has no autoscalerStatus
          autoscaler                                      | is not one document of YAML
          'autoscalerStatus: Running\\nnodeGroups: [{name: g}]' | cloudProviderTarget
          'autoscalerStatus: &a [*a]'                     | YAML
          """)
  void a_status_in_another_form_is_a_problem_and_no_error(String text, String problem)
      throws IOException {
    AutoscalerStatus status = status(text.replace("\\n", "\n"));

    assertThat(status.problem().orElse("")).contains(problem);
    assertThat(status.nodeGroups()).isEmpty();
  }

  @Test
  void a_long_error_is_cut() throws IOException {
    AutoscalerStatus status =
        status("autoscalerStatus: Running\n" + GROUP.replace("none left", "x".repeat(9000)));

    assertThat(status.nodeGroups().get(0).error()).hasSizeLessThan(310).endsWith("…");
  }

  @Test
  void other_ConfigMaps_are_names() throws IOException {
    assertThat(read("settings", "autoscalerStatus: Running"))
        .isInstanceOf(PartialObjectMetadata.class);
  }
}

package dev.plimsoll.kube.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodReaderTest {

  @Test
  void how_a_container_is_resized_is_read_by_resource() {
    Pod pod =
        (Pod)
            read(
                """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": [
                  {"name": "c", "resizePolicy": [
                    {"resourceName": "cpu", "restartPolicy": "NotRequired"},
                    {"resourceName": "memory", "restartPolicy": "RestartContainer"}]},
                  {"name": "d"}]}}""");

    assertThat(pod.spec().containers().get(0).resizePolicy())
        .containsEntry("cpu", "NotRequired")
        .containsEntry("memory", "RestartContainer");
    assertThat(pod.spec().containers().get(1).resizePolicy()).isEmpty();
  }

  @Test
  void a_node_tells_the_version_of_its_kubelet_or_nothing() {
    Node told =
        (Node)
            read(
                """
                {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"},
                 "status": {"nodeInfo": {"kubeletVersion": "v1.33.13"}}}""");
    Node silent =
        (Node)
            read("{\"apiVersion\": \"v1\", \"kind\": \"Node\", \"metadata\": {\"name\": \"n\"}}");

    assertThat(told.kubeletVersion()).isEqualTo("v1.33.13");
    assertThat(silent.kubeletVersion()).isEmpty();
  }

  /** Gaps and start times count since a pod got its node, which may be hours after its creation. */
  @ParameterizedTest
  @CsvSource({"Pending, True, true", "Pending, False, true", "Running, True, false"})
  void a_pod_tells_since_when_it_has_its_node_until_it_runs(
      String phase, String scheduled, boolean isTold) {
    Pod pod =
        (Pod)
            read(
                """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"},
                 "status": {"phase": "%s", "conditions": [{"type": "PodScheduled", "status": "%s",
                   "lastTransitionTime": "2026-12-01T11:18:06Z"}]}}"""
                    .formatted(phase, scheduled));

    assertThat(pod.status().condition("PodScheduled").flatMap(Condition::lastTransitionTime))
        .isEqualTo(Optional.of(Instant.parse("2026-12-01T11:18:06Z")).filter(t -> isTold));
  }

  private static Object read(String json) {
    return ObjectReader.read(JsonTree.of(JsonParser.parseString(json).getAsJsonObject()));
  }
}

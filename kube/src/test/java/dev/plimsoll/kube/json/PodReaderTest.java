package dev.plimsoll.kube.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import org.junit.jupiter.api.Test;

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

  private static Object read(String json) {
    return ObjectReader.read(JsonTree.of(JsonParser.parseString(json).getAsJsonObject()));
  }
}

package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes whose units of a resource are parts of physical devices. */
class SharedDevicesTest {
  private static final String NODE =
      """
      ---
      apiVersion: v1
      kind: Node
      metadata: {name: %s, labels: {%s}}
      status:
        capacity: {cpu: "8", memory: 8Gi, pods: "110", %3$s}
        allocatable: {cpu: "8", memory: 8Gi, pods: "110", %3$s}
        conditions: [{type: Ready, status: "True"}]
      """;

  @TempDir private Path folder;

  private CliRun capacity(String nodes, String... options) throws IOException {
    Path file = Files.writeString(folder.resolve("cluster.yaml"), nodes);
    String[] words = {"capacity", "--complete", "--snapshot", file.toString()};
    String[] all = new String[words.length + options.length];
    System.arraycopy(words, 0, all, 0, words.length);
    System.arraycopy(options, 0, all, words.length, options.length);
    return CliRun.of(all);
  }

  @Test
  void sixteen_units_of_a_time_sliced_node_are_four_devices() throws IOException {
    String node =
        NODE.formatted(
            "sliced",
            "nvidia.com/gpu.product: A100-SHARED, nvidia.com/gpu.count: \"4\","
                + " nvidia.com/gpu.replicas: \"4\"",
            "nvidia.com/gpu: \"16\"");

    assertThat(capacity(node).out())
        .contains("16 nvidia.com/gpu of A100-SHARED are 4 physical devices (nvidia.com/gpu).");
    JsonArray groups =
        JsonParser.parseString(capacity(node, "-o", "json").out())
            .getAsJsonObject()
            .getAsJsonArray("nodeGroups");
    assertThat(groups.get(0).getAsJsonObject().get("physical"))
        .hasToString(
            "{\"device\":\"nvidia.com/gpu\",\"known\":true,\"part\":\"1/4\",\"devices\":\"4\"}");
  }

  @Test
  void units_that_are_shared_in_an_unknown_way_are_told() throws IOException {
    String node =
        NODE.formatted("renamed", "nvidia.com/gpu.product: A100", "nvidia.com/gpu.shared: \"16\"");

    assertThat(capacity(node).out())
        .contains(
            "16 nvidia.com/gpu.shared of A100 are parts of devices; no label tells how many"
                + " devices.");
  }

  @Test
  void whole_devices_need_no_remark() throws IOException {
    String node = NODE.formatted("whole", "nvidia.com/gpu.product: A100", "nvidia.com/gpu: \"8\"");

    assertThat(capacity(node).out()).doesNotContain("device");
    assertThat(capacity(node, "-o", "json").out()).doesNotContain("physical");
  }
}

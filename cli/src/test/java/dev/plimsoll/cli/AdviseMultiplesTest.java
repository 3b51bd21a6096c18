package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Quotas where a limit range's default shapes what a pod is charged. */
class AdviseMultiplesTest {
  private static final String POLICY =
      """
      apiVersion: plimsoll.dev/v1alpha1
      kind: CapacityPolicy
      metadata: {name: even}
      spec:
        tenants: [{name: a, namespaces: [a]}, {name: b, namespaces: [b]}]
        resources: [{name: nvidia.com/gpu}]
        division: {type: Proportional}
      """;

  private static final String CLUSTER =
      """
      apiVersion: v1
      kind: Namespace
      metadata: {name: a}
      ---
      apiVersion: v1
      kind: Namespace
      metadata: {name: b}
      ---
      apiVersion: v1
      kind: Node
      metadata: {name: n}
      status:
        allocatable: {cpu: "64", pods: "110", nvidia.com/gpu: "20"}
        conditions: [{type: Ready, status: "True"}]
      ---
      apiVersion: v1
      kind: LimitRange
      metadata: {name: shapes, namespace: a}
      spec:
        limits: [{type: Container, default: {nvidia.com/gpu: 8}, defaultRequest: {nvidia.com/gpu: 8}}]
      ---
      """;

  @TempDir Path folder;

  private List<String> proposed(String more) throws IOException {
    Path cluster = Files.writeString(folder.resolve("cluster.yaml"), CLUSTER + more);
    Path policy = Files.writeString(folder.resolve("policy.yaml"), POLICY);
    CliRun cliRun =
        CliRun.of(
            "advise",
            "--snapshot",
            cluster + "",
            "--complete",
            "--policy",
            policy + "",
            "-o",
            "json");
    JsonObject advice = JsonParser.parseString(cliRun.out()).getAsJsonObject();
    return StreamSupport.stream(advice.getAsJsonArray("recommendations").spliterator(), false)
        .map(r -> r.getAsJsonObject().getAsJsonArray("keys").get(0).getAsJsonObject())
        .map(k -> k.get("proposed").getAsString())
        .toList();
  }

  private static String pod(int gpus) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: p%1$d, namespace: a}
        spec:
          nodeName: n
          containers: [{name: c, resources: {requests: {nvidia.com/gpu: %1$d}}}]
        ---
        """
        .formatted(gpus);
  }

  @Test
  void what_pods_of_eight_cannot_use_goes_to_those_that_can() throws IOException {
    assertThat(proposed("")).containsExactly("8", "12");
  }

  @Test
  void what_is_used_is_kept_whatever_it_is() throws IOException {
    assertThat(proposed(pod(16))).containsExactly("16", "4");
  }

  @Test
  void pods_that_ask_for_other_numbers_can_use_other_multiples() throws IOException {
    assertThat(proposed(pod(2))).containsExactly("10", "10");
  }
}

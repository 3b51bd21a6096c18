package dev.plimsoll.kube.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.TestObjects;
import dev.plimsoll.kubernetes.object.Node;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterScopedReaderTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule", "timeAdded": "2026-11-30T20:05:58Z"} | 2026-11-30T20:05:58Z
          {"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"} |
          {"key": "node.kubernetes.io/not-ready", "effect": "NoSchedule", "timeAdded": "2026-11-30T20:05:58Z"} |
          """)
  void a_cordon_has_the_time_of_its_taint(String taint, Instant since) {
    Node node =
        (Node)
            TestObjects.read(
                """
                {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"},
                 "spec": {"unschedulable": true, "taints": [%s]}}
                """
                    .formatted(taint));

    assertThat(node.cordonedSince().orElse(null)).isEqualTo(since);
  }
}

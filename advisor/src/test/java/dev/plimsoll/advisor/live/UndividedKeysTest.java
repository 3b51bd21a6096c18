package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.ChangePolicy;
import dev.plimsoll.model.tenancy.UndividedKey;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody gets a higher ceiling on what the policy doesn't divide by asking for more pods. */
class UndividedKeysTest {
  @TempDir private Path folder;

  /** Vision gets a quota of each sort, and a Deployment of pods of 4 CPUs and a GPU each. */
  private static void fill(AdvisorTestCluster cluster, int replicas) {
    quota(cluster, "pods", "", "'pods': '2'");
    quota(cluster, "cpu", "", "'requests.cpu': '4'");
    quota(
        cluster,
        "scoped",
        "'scopes': ['NotTerminating'], ",
        "'%s': '1'".formatted(AdvisorTestCluster.GPU));
    cluster.put(
        """
        {'apiVersion': 'apps/v1', 'kind': 'Deployment',
         'metadata': {'name': 'd', 'namespace': 'vision'},
         'spec': {'replicas': %d, 'selector': {'matchLabels': {'a': 'b'}},
          'template': {'metadata': {'labels': {'a': 'b'}}, 'spec': {'containers': [{'name': 'c',
           'image': 'x', 'resources': {'requests': {'cpu': '4', 'nvidia.com/gpu': '1'},
                                       'limits': {'nvidia.com/gpu': '1'}}}]}}}}\
        """
            .formatted(replicas));
  }

  private static void quota(AdvisorTestCluster cluster, String name, String scopes, String hard) {
    cluster.put(
        """
        {'apiVersion': 'v1', 'kind': 'ResourceQuota',
         'metadata': {'name': '%s', 'namespace': 'vision'},
         'spec': {%s'hard': {%s}}, 'status': {'hard': {%s}, 'used': {}}}\
        """
            .formatted(name, scopes, hard, hard));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 150, Integer.MAX_VALUE})
  void they_stay_as_they_are_whatever_a_deployment_asks_for(int replicas) {
    try (AdvisorTestCluster cluster = new AdvisorTestCluster(folder)) {
      fill(cluster, replicas);
      String gpus = cluster.hard("vision", "gpu");

      assertThat(cluster.apply(cluster.advice())).isNotEmpty();

      assertThat(cluster.hard("vision", "gpu")).isNotEqualTo(gpus);
      assertThat(cluster.hard("vision", "pods")).isEqualTo("pods=2");
      assertThat(cluster.hard("vision", "cpu")).isEqualTo("requests.cpu=4");
      assertThat(cluster.hard("vision", "scoped")).isEqualTo(AdvisorTestCluster.GPU + "=1");
    }
  }

  @Test
  void one_that_the_policy_lists_rises_as_far_as_it_says() {
    try (AdvisorTestCluster cluster = new AdvisorTestCluster(folder)) {
      fill(cluster, 150);
      List<UndividedKey> listed =
          List.of(new UndividedKey(ResourceName.of("requests.cpu"), Quantity.of(12)));

      assertThat(cluster.apply(cluster.advice(ChangePolicy.PROPOSED.withUndivided(listed))))
          .isNotEmpty();

      assertThat(cluster.hard("vision", "cpu")).isEqualTo("requests.cpu=12");
      assertThat(cluster.hard("vision", "pods")).isEqualTo("pods=2");
    }
  }
}

package dev.plimsoll.kubernetes.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CoverageTest {
  private static final Requirement ALL_PODS = Requirement.all(Pod.RESOURCE);
  private static final Requirement PODS_OF_VISION = Requirement.in("vision", Pod.RESOURCE);

  @Test
  void what_is_added_is_all_there_is_unless_more_is_said() {
    ClusterBuilder builder = Cluster.builder(Instant.EPOCH).add(PodBuilder.pod("a").build());

    Cluster cluster = builder.add(NodeBuilder.node("n").build()).build();

    assertThat(cluster.covers(Pod.RESOURCE)).isTrue();
    assertThat(cluster.covers(ResourceQuota.RESOURCE)).isFalse();
    assertThat(cluster.unmet(List.of(ALL_PODS, Requirement.all(Node.RESOURCE)))).isEmpty();
  }

  @Test
  void one_object_by_its_name_is_not_all_there_is() {
    Cluster cluster =
        Cluster.builder(Instant.EPOCH)
            .add(PodBuilder.pod("a").build())
            .covers(Pod.RESOURCE, Coverage.NONE)
            .build();

    assertThat(cluster.list(Pod.class)).hasSize(1);
    assertThat(cluster.unmet(List.of(ALL_PODS, PODS_OF_VISION, ALL_PODS)))
        .containsExactly(ALL_PODS, PODS_OF_VISION);
  }

  @Test
  void readings_of_several_namespaces_add_up() {
    Cluster cluster =
        Cluster.builder(Instant.EPOCH)
            .covers(Pod.RESOURCE, Coverage.of(Set.of("vision")))
            .covers(Pod.RESOURCE, Coverage.of(Set.of("nlp")))
            .build();

    assertThat(cluster.coverage(Pod.RESOURCE)).isEqualTo(Coverage.of(Set.of("vision", "nlp")));
    assertThat(cluster.unmet(List.of(ALL_PODS, PODS_OF_VISION))).containsExactly(ALL_PODS);
    assertThat(cluster.covers(Pod.RESOURCE, "nlp")).isTrue();
    assertThat(cluster.covers(Pod.RESOURCE, "speech")).isFalse();
  }

  @Test
  void a_tried_change_reads_nothing() {
    Cluster empty = Cluster.empty(Instant.EPOCH);

    assertThat(empty.with(NodeBuilder.node("n").build()).covers(Node.RESOURCE)).isFalse();
    assertThat(
            empty
                .withCoverage(Node.RESOURCE, Coverage.COMPLETE)
                .with(NodeBuilder.node("n").build())
                .covers(Node.RESOURCE))
        .isTrue();
  }

  @Test
  void what_is_said_to_be_complete_has_all_of_resources_that_nobody_named() {
    Cluster cluster =
        Cluster.builder(Instant.EPOCH)
            .add(PodBuilder.pod("a").build())
            .covers(Pod.RESOURCE, Coverage.NONE)
            .complete()
            .build();

    assertThat(cluster.unmet(List.of(ALL_PODS, Requirement.all(Node.RESOURCE)))).isEmpty();
  }
}

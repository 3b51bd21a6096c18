package dev.plimsoll.kubernetes.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClusterExcerptTest {
  private final Cluster whole =
      Cluster.builder(Instant.EPOCH)
          .add(new Namespace(ObjectMeta.of("", "vision")))
          .add(new Namespace(ObjectMeta.of("", "nlp")))
          .add(NodeBuilder.node("n").build())
          .add(PodBuilder.pod("vision", "a").on("n").build())
          .add(PodBuilder.pod("nlp", "b").on("n").build())
          .add(ResourceQuotaBuilder.quota("nlp", "q").build())
          .listed(LimitRange.RESOURCE)
          .listed(PriorityClass.RESOURCE)
          .build();

  private Cluster vision(boolean nodes) {
    return whole.excerpt(
        Coverage.of(Set.of("vision")),
        nodes ? Set.of(PriorityClass.RESOURCE, Node.RESOURCE) : Set.of(PriorityClass.RESOURCE));
  }

  @Test
  void only_the_objects_of_its_namespaces_are_there() {
    Cluster vision = vision(false);

    assertThat(vision.list(Pod.class)).extracting(Pod::name).containsExactly("a");
    assertThat(vision.podsOn("n")).extracting(Pod::name).containsExactly("a");
    assertThat(vision.list(ResourceQuota.class)).isEmpty();
    assertThat(vision.list(Namespace.class)).extracting(Namespace::name).containsExactly("vision");
    assertThat(vision.namespaces()).containsExactly("vision");
    assertThat(vision.nodes()).isEmpty();
    assertThat(vision(true).nodes()).hasSize(1);
  }

  @Test
  void of_what_is_left_out_it_is_not_known_whether_there_is_any() {
    Cluster vision = vision(false);

    assertThat(vision.covers(Pod.RESOURCE)).isFalse();
    assertThat(vision.covers(Pod.RESOURCE, "vision")).isTrue();
    assertThat(vision.covers(ResourceQuota.RESOURCE, "vision")).isTrue();
    assertThat(vision.covers(LimitRange.RESOURCE, "nlp")).isFalse();
    assertThat(vision.covers(Namespace.RESOURCE)).isFalse();
    assertThat(vision.covers(Node.RESOURCE)).isFalse();
    assertThat(vision.covers(PriorityClass.RESOURCE)).isTrue();
    assertThat(vision(true).covers(Node.RESOURCE)).isTrue();
  }

  @Test
  void what_the_whole_does_not_have_its_part_has_not_either() {
    Cluster partial =
        Cluster.builder(Instant.EPOCH)
            .covers(Pod.RESOURCE, Coverage.of(Set.of("nlp", "vision")))
            .build();
    Coverage readable = Coverage.of(Set.of("vision", "speech"));

    Cluster excerpt = partial.excerpt(readable, Set.of(Node.RESOURCE));

    assertThat(excerpt.coverage(Pod.RESOURCE)).isEqualTo(Coverage.of(Set.of("vision")));
    assertThat(excerpt.covers(Node.RESOURCE)).isFalse();
    assertThat(excerpt.covers(ResourceQuota.RESOURCE, "vision")).isFalse();
  }
}

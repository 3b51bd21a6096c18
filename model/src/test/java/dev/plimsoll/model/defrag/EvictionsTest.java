package dev.plimsoll.model.defrag;

import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;

class EvictionsTest {
  private static boolean isMadeElsewhere(String label) {
    Pod pod = pod("team", "a-0").label(label, "a").build();
    OwnerReference owner = new OwnerReference("apps/v1", "StatefulSet", "a", "u", true);
    return Evictions.isMadeElsewhere(pod.withMetadata(pod.metadata().withOwners(List.of(owner))));
  }

  @Test
  void a_pod_of_a_LeaderWorkerSet_is_not_made_again_alone() {
    assertThat(isMadeElsewhere("app")).isTrue();
    assertThat(isMadeElsewhere("leaderworkerset.sigs.k8s.io/group-key")).isFalse();
  }
}

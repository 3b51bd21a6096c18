package dev.plimsoll.kubernetes.placement.plugins;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.InlineDisk;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InlineDiskTest {

  private static InlineDisk disk(String type, String identity, String monitor, boolean readOnly) {
    return new InlineDisk(
        type, identity, monitor.isEmpty() ? Set.of() : Set.of("shared", monitor), readOnly);
  }

  private static PodBuilder user(String name, InlineDisk disk) {
    return pod(name).spec(s -> s.disks(List.of(disk)));
  }

  @ParameterizedTest
  @CsvSource({
    "gcePersistentDisk, x, false, true, false",
    "gcePersistentDisk, x, true, true, true",
    "gcePersistentDisk, y, false, false, true",
    "awsElasticBlockStore, x, true, true, false",
    "awsElasticBlockStore, y, false, false, true",
    "iscsi, x, true, false, false",
    "iscsi, x, true, true, true",
    "rbd, x, false, true, false",
    "rbd, x, true, true, true"
  })
  void a_disk_is_had_by_two_pods_of_a_node_only_to_be_read(
      String type, String other, boolean isRead, boolean otherIsRead, boolean fits) {
    String monitor = type.equals("rbd") ? "m" : "";
    ClusterFixture cluster =
        ClusterFixture.of(node("a"))
            .with(user("there", disk(type, other, monitor, otherIsRead)).on("a"));

    assertThat(cluster.feasible(user("p", disk(type, "x", monitor, isRead))).isEmpty())
        .isEqualTo(!fits);
  }

  @Test
  void disks_of_different_types_or_ceph_clusters_are_different_disks() {
    InlineDisk there = new InlineDisk("rbd", "rbd/x", Set.of("m1"), false);
    ClusterFixture cluster = ClusterFixture.of(node("a")).with(user("there", there).on("a"));

    assertThat(cluster.feasible(user("p", new InlineDisk("rbd", "rbd/x", Set.of("m2"), false))))
        .containsExactly("a");
    assertThat(cluster.feasible(user("p", new InlineDisk("iscsi", "rbd/x", Set.of(), false))))
        .containsExactly("a");
  }

  @Test
  void a_pod_that_has_the_disk_can_be_preempted() {
    InlineDisk disk = disk("iscsi", "x", "", false);
    ClusterFixture cluster = ClusterFixture.of(node("a")).with(user("there", disk).on("a"));

    assertThat(cluster.message(user("p", disk)))
        .startsWith("0/1 nodes are available: 1 node(s) had no available disk.");
    assertThat(cluster.schedule(user("p", disk).priority(1)))
        .isInstanceOf(ScheduleResult.Preempting.class);
  }
}

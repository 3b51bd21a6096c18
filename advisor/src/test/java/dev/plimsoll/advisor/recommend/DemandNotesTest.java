package dev.plimsoll.advisor.recommend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Tenant;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemandNotesTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");

  @Test
  void what_no_node_could_take_is_named_as_far_as_it_is_divided() {
    assertThat(notes(pods(1, GPU, 9)))
        .containsExactly(
            "Pod red/p0 wants nvidia.com/gpu=9, which no node could take even if it were empty: not"
                + " counted as demand");
    assertThat(notes(pods(1, GPU, 8))).isEmpty();
    assertThat(notes(pods(1, ResourceName.of("example.com/fpga"), 1))).isEmpty();
  }

  @Test
  void of_many_notes_some_are_shown() {
    assertThat(notes(pods(30, GPU, 9)))
        .hasSize(11)
        .last()
        .isEqualTo("20 more like these aren't counted as demand");
  }

  private static ClusterBuilder pods(int number, ResourceName name, long amount) {
    Resources eight = Resources.of(GPU, Quantity.of(8));
    Resources requests = Resources.of(name, Quantity.of(amount));
    ClusterBuilder cluster =
        Cluster.builder(Instant.EPOCH)
            .add(new Node(ObjectMeta.of("", "n"), false, List.of(), eight, eight, List.of()));
    for (int i = 0; i < number; i++) {
      cluster.add(
          new Pod(
              ObjectMeta.of("red", "p" + i),
              PodSpec.builder()
                  .containers(
                      List.of(
                          new Container(
                              "c",
                              new ResourceRequirements(requests, requests, List.of()),
                              List.of(),
                              "")))
                  .build(),
              PodStatus.PENDING));
    }
    return cluster;
  }

  private static List<String> notes(ClusterBuilder objects) {
    CapacityPolicy policy =
        CapacityPolicy.proportional(
            "p", List.of(Tenant.of("red", 1, "red")), List.of(DividedResource.of(GPU)));
    return DemandNotes.of(Shares.of(objects.build(), policy));
  }
}

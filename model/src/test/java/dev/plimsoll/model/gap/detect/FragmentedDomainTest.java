package dev.plimsoll.model.gap.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.hold.PolicyHolds;
import dev.plimsoll.model.topology.DomainRequest;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FragmentedDomainTest {
  private final ClusterBuilder objects =
      Cluster.builder(Instant.parse("2026-01-05T12:00:00Z")).complete();

  private FragmentedDomainTest node(String name, String rack) {
    objects.add(
        NodeBuilder.node(name)
            .has("cpu", "64")
            .has("memory", "256Gi")
            .has("pods", "110")
            .has("nvidia.com/gpu", "8")
            .label("topology.kubernetes.io/rack", rack)
            .build());
    return this;
  }

  private static PodBuilder pod(String name, int gpus) {
    String list = "nvidia.com/gpu=" + gpus;
    return PodBuilder.pod("team", name).uid("uid-" + name).requests(list).limits(list);
  }

  private FragmentedDomainTest busy(String name, int gpus, String node) {
    Pod pod = pod(name, gpus).on(node).build();
    OwnerReference owner = new OwnerReference("apps/v1", "ReplicaSet", name, "u", true);
    objects.add(pod.withMetadata(pod.metadata().withOwners(List.of(owner))));
    return this;
  }

  private FragmentedDomainTest gang(int size, int gpus) {
    for (int i = 0; i < size; i++) {
      objects.add(
          pod("train-" + i, gpus)
              .label(Gang.NAME, "train")
              .label(Gang.SIZE, "" + size)
              .label(DomainRequest.WITHIN, "rack")
              .build());
    }
    return this;
  }

  private List<Gap> gaps() {
    Cluster cluster = objects.build();
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    return GapFinder.survey(
            simulation, PolicyHolds.of(cluster, List.of(), DefaultPlugins.scheduler()))
        .findings()
        .stream()
        .map(Finding::withRemedies)
        .toList();
  }

  private Optional<Gap> gap(GapKind kind) {
    return gaps().stream().filter(g -> g.kind() == kind).findFirst();
  }

  @Test
  void enough_in_total_and_in_no_single_rack_is_a_gap_with_the_fewest_pods_to_move() {
    node("a1", "a").node("a2", "a").node("b1", "b").node("b2", "b").node("c1", "c");
    busy("x", 2, "a1").busy("y", 2, "b1").busy("z", 2, "b1").gang(2, 8);

    Gap gap = gap(GapKind.FragmentedDomain).orElseThrow();

    assertThat(gap.message())
        .contains("gang train must be within one rack")
        .contains("34 are free in all");
    Remedy remedy = gap.remedies().get(0);
    assertThat(remedy.helps()).isTrue();
    assertThat(remedy.action()).contains("move team/x away");
    assertThat(remedy.commands())
        .extracting(c -> c.text())
        .containsExactly(
            "kubectl cordon a1",
            "kubectl cordon a2",
            "kubectl delete pod x -n team",
            "kubectl uncordon a1",
            "kubectl uncordon a2");
    assertThat(remedy.whatif()).containsExactly("--delete-pod", "team/x");
  }

  @Test
  void a_gang_larger_than_any_rack_has_no_eligible_node() {
    node("a1", "a").node("b1", "b").node("c1", "c").gang(2, 8);

    assertThat(gap(GapKind.NoEligibleNode).orElseThrow().message())
        .contains("gang train is larger than any domain of level rack");
    assertThat(gap(GapKind.FragmentedDomain)).isEmpty();
  }

  @Test
  void a_gang_larger_than_any_rack_is_told_also_if_all_nodes_are_full() {
    node("a1", "a").node("b1", "b").busy("x", 8, "a1").busy("y", 8, "b1").gang(2, 8);

    assertThat(gaps())
        .extracting(Gap::kind)
        .contains(GapKind.CapacityExhausted, GapKind.NoEligibleNode);
  }

  @Test
  void a_gang_that_one_rack_takes_is_no_gap() {
    node("a1", "a").node("a2", "a").node("b1", "b").gang(2, 8);

    assertThat(gaps()).extracting(Gap::kind).doesNotContain(GapKind.FragmentedDomain);
  }
}

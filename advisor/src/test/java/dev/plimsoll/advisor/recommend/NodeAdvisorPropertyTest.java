package dev.plimsoll.advisor.recommend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodAffinityTerm;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.NodeProposal;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.NodeChange;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class NodeAdvisorPropertyTest {
  private static final String GPU = "nvidia.com/gpu";
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String HOST = "kubernetes.io/hostname";
  private static final CapacityPolicy POLICY =
      CapacityPolicy.proportional(
          "p",
          List.of(Tenant.of("red", 1, "red")),
          List.of(DividedResource.of(ResourceName.of(GPU))));

  @Property(tries = 300)
  void trying_the_added_nodes_alone_places_what_trying_all_nodes_does(@ForAll Random random) {
    Simulation simulation = simulation(random, false);

    assertThat(NodeAdvisor.of(simulation, shares(simulation)))
        .allSatisfy(
            a -> assertThat(a.placeable()).isEqualTo(placedOnAll(simulation, a.proposal())));
  }

  /** Which of the pods come first decides who fits; that nothing is placed twice is what counts. */
  @Property(tries = 300)
  void pods_that_keep_off_others_get_no_more_than_the_nodes_take(@ForAll Random random) {
    Simulation simulation = simulation(random, true);

    assertThat(NodeAdvisor.of(simulation, shares(simulation)))
        .allSatisfy(
            a -> {
              assertThat(a.placeable())
                  .isLessThanOrEqualTo((int) a.proposal().nodes() * 8)
                  .isLessThanOrEqualTo(unplaced(simulation).size());
              assertThat(a.placeable() > 0).isEqualTo(placedOnAll(simulation, a.proposal()) > 0);
            });
  }

  @Test
  void a_pod_that_keeps_off_another_in_its_zone_gets_no_node_there_however_many_are_added() {
    ClusterBuilder cluster = Cluster.builder(Instant.parse("2026-01-05T12:00:00Z"));
    cluster.add(new Namespace(ObjectMeta.of("", "red")));
    cluster.add(node("n", "a"));
    cluster.add(PodBuilder.pod("red", "one").label("app", "x").requests(GPU, "8").on("n").build());
    cluster.add(PodBuilder.pod("red", "two").requests(GPU, "1").antiAffinity(off(ZONE)).build());
    Simulation simulation = of(cluster.build());

    assertThat(NodeAdvisor.of(simulation, shares(simulation)))
        .singleElement()
        .satisfies(a -> assertThat(a.placeable()).isZero());
  }

  private static Shares shares(Simulation simulation) {
    return Shares.of(simulation.cluster(), POLICY);
  }

  private static int placedOnAll(Simulation simulation, NodeProposal proposal) {
    Simulation after = SimulationRun.place(simulation, waiting(simulation)).after();
    Node like =
        after.cluster().nodes().stream()
            .filter(n -> n.allocatable().equals(proposal.like()))
            .findFirst()
            .orElseThrow();
    return SimulationRun.place(
            after.with(new NodeChange.AddNodes(like.name(), (int) proposal.nodes())),
            unplaced(simulation))
        .placed();
  }

  private static List<Pod> waiting(Simulation simulation) {
    return simulation.cluster().list(Pod.class).stream().filter(p -> !p.isBound()).toList();
  }

  private static List<Pod> unplaced(Simulation simulation) {
    return SimulationRun.place(simulation, waiting(simulation)).attempts().stream()
        .filter(a -> !a.isPlaced())
        .map(Attempt::pod)
        .toList();
  }

  private static Simulation simulation(Random random, boolean keepOff) {
    ClusterBuilder cluster = Cluster.builder(Instant.parse("2026-01-05T12:00:00Z"));
    cluster.add(new Namespace(ObjectMeta.of("", "red")));
    for (int n = 0; n < 3; n++) {
      cluster.add(node("n" + n, n == 0 ? "a" : "b"));
      int used = random.nextInt(9);
      if (used > 0) {
        cluster.add(
            PodBuilder.pod("red", "bound" + n)
                .label("app", random.nextBoolean() ? "x" : "y")
                .requests(GPU, "" + used)
                .on("n" + n)
                .build());
      }
    }
    for (int p = 0; p < random.nextInt(14); p++) {
      PodBuilder pod =
          PodBuilder.pod("red", "p" + p)
              .label("app", random.nextBoolean() ? "x" : "y")
              .requests(GPU, "" + (1 + random.nextInt(8)));
      if (keepOff && random.nextInt(3) == 0) {
        pod.antiAffinity(off(random.nextBoolean() ? ZONE : HOST));
      }
      if (random.nextInt(4) == 0) {
        pod.nodeSelector(ZONE, random.nextBoolean() ? "a" : "b");
      }
      cluster.add(pod.build());
    }
    return of(cluster.build());
  }

  private static Simulation of(Cluster cluster) {
    return Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
  }

  private static PodAffinityTerm off(String topology) {
    return new PodAffinityTerm(
        Optional.of(new LabelSelector(Map.of("app", "x"), List.of())),
        List.of(),
        Optional.empty(),
        topology,
        List.of(),
        List.of());
  }

  private static Node node(String name, String zone) {
    return NodeBuilder.node(name)
        .label(ZONE, zone)
        .label(HOST, name)
        .has(GPU, "8")
        .has("cpu", "64")
        .has("pods", "110")
        .build();
  }
}

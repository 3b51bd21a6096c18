package dev.plimsoll.model.defrag;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.defrag.DefragmentationPlan.Move;
import dev.plimsoll.model.defrag.DefragmentationPlan.Moves;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class DefragmentationPropertyTest {
  private static final String GPU = "nvidia.com/gpu";
  private static final int GPUS = 4;
  private static final int NODES = 4;

  /** A pod as what searches see of it. */
  private record Placed(int gpus, int node) {}

  @Property(tries = 300)
  void a_plan_can_be_carried_out_and_one_that_says_so_is_the_smallest(
      @ForAll @Size(max = 7) List<@IntRange(min = 1, max = GPUS) Integer> sizes,
      @ForAll @Size(7) List<@IntRange(max = NODES - 1) Integer> nodes) {
    List<Placed> pods = placed(sizes, nodes);

    DefragmentationPlan plan =
        Defragmentation.plan(simulation(pods), ResourceName.of(GPU), Quantity.of(1));

    if (plan.outcome() instanceof Moves moves) {
      List<Placed> after = new ArrayList<>(pods);
      for (Move move : moves.moves()) {
        int pod = number(move.pod().name());
        after.set(pod, new Placed(pods.get(pod).gpus(), number(move.to())));
      }
      assertThat(fits(after)).isTrue();
      assertThat(whole(after)).isEqualTo(whole(pods) + 1);
      if (moves.fewest()) {
        assertThat(canMove(pods, 0, moves.moves().size() - 1, whole(pods) + 1)).isFalse();
      }
    }
  }

  /** Puts each pod on the node that is drawn for it, or leaves it out where it doesn't fit. */
  private static List<Placed> placed(List<Integer> sizes, List<Integer> nodes) {
    List<Placed> pods = new ArrayList<>();
    for (int i = 0; i < sizes.size(); i++) {
      pods.add(new Placed(sizes.get(i), nodes.get(i)));
      if (!fits(pods)) {
        pods.remove(pods.size() - 1);
      }
    }
    return pods;
  }

  /**
   * Returns whether some way to move so many of the pods from one on leaves so many nodes whole.
   */
  private static boolean canMove(List<Placed> pods, int from, int moves, long wanted) {
    if (fits(pods) && whole(pods) >= wanted) {
      return true;
    }
    if (moves == 0) {
      return false;
    }
    for (int pod = from; pod < pods.size(); pod++) {
      for (int node = 0; node < NODES; node++) {
        List<Placed> moved = new ArrayList<>(pods);
        moved.set(pod, new Placed(pods.get(pod).gpus(), node));
        if (canMove(moved, pod + 1, moves - 1, wanted)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean fits(List<Placed> pods) {
    int[] taken = new int[NODES];
    pods.forEach(p -> taken[p.node()] += p.gpus());
    for (int gpus : taken) {
      if (gpus > GPUS) {
        return false;
      }
    }
    return true;
  }

  private static long whole(List<Placed> pods) {
    return NODES - pods.stream().map(Placed::node).distinct().count();
  }

  private static Simulation simulation(List<Placed> pods) {
    ClusterBuilder builder = Cluster.builder(Instant.EPOCH).complete();
    for (int i = 0; i < NODES; i++) {
      builder.add(NodeBuilder.node("n" + i).has(GPU, String.valueOf(GPUS)).build());
    }
    for (int i = 0; i < pods.size(); i++) {
      builder.add(pod(i, pods.get(i)));
    }
    return Simulation.of(builder.build(), AdmissionChain.standard(), DefaultPlugins.scheduler());
  }

  private static Pod pod(int number, Placed placed) {
    Pod pod =
        PodBuilder.pod("team", "p" + number)
            .uid("p" + number)
            .requests(GPU, String.valueOf(placed.gpus()))
            .on("n" + placed.node())
            .build();
    return pod.withMetadata(
        pod.metadata()
            .withOwners(List.of(new OwnerReference("apps/v1", "ReplicaSet", "o", "o", true))));
  }

  private static int number(String name) {
    return Integer.parseInt(name.substring(1));
  }
}

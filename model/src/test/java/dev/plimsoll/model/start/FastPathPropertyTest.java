package dev.plimsoll.model.start;

import static dev.plimsoll.model.start.QueueCluster.SCHEDULER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The rows of numbers of a simulation forward say what the model's scheduler and rule say. */
class FastPathPropertyTest {
  private static final int NODES = 5;
  private static final int PODS = 25;
  private static final int TENANTS = 3;

  private static Cluster cluster(Random random) {
    ClusterBuilder objects = Cluster.builder(QueueCluster.NOW).complete();
    for (int i = 0; i < NODES; i++) {
      NodeBuilder node =
          NodeBuilder.node("n" + i)
              .has("nvidia.com/gpu", "" + random.nextInt(9))
              .has("cpu", "" + (1 + random.nextInt(16)))
              .has("memory", "64Gi")
              .has("pods", "" + (2 + random.nextInt(6)));
      objects.add((random.nextBoolean() ? node.label("pool", "a") : node).build());
    }
    for (int i = 0; i < PODS; i++) {
      objects.add(pod(random, i));
    }
    return objects.build();
  }

  private static Pod pod(Random random, int number) {
    String list = "cpu=" + (1 + random.nextInt(4));
    list += random.nextBoolean() ? ",nvidia.com/gpu=" + (1 + random.nextInt(4)) : "";
    PodBuilder pod =
        PodBuilder.pod("t" + random.nextInt(TENANTS), "p" + number)
            .uid("uid-" + number)
            .requests(list)
            .limits(list);
    pod = random.nextInt(4) == 0 ? pod.nodeSelector("pool", "a") : pod;
    return random.nextBoolean() ? pod.on("n" + random.nextInt(NODES)).build() : pod.build();
  }

  @Property(tries = 200)
  void a_row_takes_what_the_scheduler_would_place_there(@ForAll long seed) {
    Random random = new Random(seed);
    Cluster cluster = cluster(random);
    Snapshot snapshot = Snapshot.of(cluster);
    List<Pod> waiting = cluster.list(Pod.class).stream().filter(p -> !p.isBound()).toList();
    NodeTable table = NodeTable.of(SCHEDULER, snapshot, waiting);
    long[] free = table.free();

    for (Pod pod : waiting) {
      RequestShape shape = table.shape(pod);
      Set<String> taking = new TreeSet<>();
      for (int i = 0; i < table.nodes(); i++) {
        if (shape.eligible().get(i) && shape.isAtMost(free, i * table.columns())) {
          taking.add(snapshot.nodeName(i));
        }
      }
      ScheduleResult result = SCHEDULER.schedule(snapshot, pod);

      assertThat(shape.isLocal()).isTrue();
      assertThat(taking)
          .isEqualTo(
              result instanceof ScheduleResult.Feasible feasible
                  ? new TreeSet<>(feasible.nodes())
                  : Set.of());
      if (result instanceof ScheduleResult.Feasible feasible) {
        int node = snapshot.node(feasible.nodes().get(0)).orElseThrow().index();
        snapshot = snapshot.with(pod, feasible.nodes().get(0));
        for (int i = 0; i < table.columns(); i++) {
          free[node * table.columns() + i] -= shape.request()[i];
        }
      }
    }
  }

  @Property(tries = 200)
  void counts_let_go_what_the_rule_of_shares_lets_go(
      @ForAll long seed, @ForAll BorrowingMode borrowing) {
    Random random = new Random(seed);
    Cluster cluster = cluster(random);
    List<Tenant> tenants = new ArrayList<>();
    for (int i = 0; i < TENANTS; i++) {
      tenants.add(Tenant.of("tenant-" + i, 1 + random.nextInt(3), "t" + i));
    }
    CapacityPolicy policy =
        CapacityPolicy.proportional(
                "policy", tenants, List.of(DividedResource.of(ResourceName.of("nvidia.com/gpu"))))
            .withEnforcement(new Enforcement(AdmissionMode.OFF, PlacementMode.HOLD, borrowing));
    PolicyUsage policyUsage = PolicyUsage.of(cluster, List.of(policy));
    List<Pod> waiting = cluster.list(Pod.class).stream().filter(p -> !p.isBound()).toList();
    Simulation simulation = Simulation.of(cluster, AdmissionChain.standard(), SCHEDULER);
    NodeTable nodes = NodeTable.of(SCHEDULER, simulation.snapshot(), waiting);
    ShareTable table = new ShareTable(policyUsage, nodes);
    ShareCounts counts = new ShareCounts(table);
    for (Pod pod : waiting) {
      policyUsage.waiting(pod, true);
      counts.waiting(table.charge(pod), true);
    }

    for (Pod pod : waiting) {
      ShareTable.Charge charge = table.charge(pod);
      boolean isLetGo = policyUsage.suffices(List.of(pod));
      assertThat(counts.suffices(List.of(charge))).isEqualTo(isLetGo);
      assertThat(counts.dominant(table.accounts(pod))).isEqualTo(policyUsage.used(pod));
      if (isLetGo) {
        int node = random.nextInt(NODES);
        policyUsage.waiting(pod, false);
        counts.waiting(charge, false);
        policyUsage.placed(pod.withSpec(pod.spec().withNodeName("n" + node)), true);
        counts.placed(charge, nodes.snapshot().node("n" + node).orElseThrow().index(), true);
      }
    }
  }
}

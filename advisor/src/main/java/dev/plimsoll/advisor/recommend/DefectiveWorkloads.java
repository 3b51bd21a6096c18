package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Finds the workloads on which a rule about all workloads fails. It decides about half of them,
 * then about half of that half, and so on. That takes time, but only where there is such a defect.
 */
final class DefectiveWorkloads {
  private final Simulation simulation;
  private final Consumer<Simulation> decision;
  private final List<WorkloadPods> all;
  private final List<Unexamined> found = new ArrayList<>();
  private final List<WorkloadPods> defective = new ArrayList<>();

  private DefectiveWorkloads(Simulation simulation, Consumer<Simulation> decision) {
    this.simulation = simulation;
    this.decision = decision;
    this.all = List.copyOf(simulation.workloads().list());
  }

  /** Decides about fewer and fewer workloads; none is found if a rule fails without any. */
  static DefectiveWorkloads of(Simulation simulation, Consumer<Simulation> decision) {
    DefectiveWorkloads defective = new DefectiveWorkloads(simulation, decision);
    if (defective.failure(List.of()).isEmpty()) {
      defective.search(defective.all);
    }
    return defective;
  }

  /** Returns the workloads that a rule failed on. */
  List<Unexamined> found() {
    return List.copyOf(found);
  }

  /** Returns the cluster without what they would have beyond the pods that have a node. */
  Simulation without() {
    return without(defective);
  }

  private void search(List<WorkloadPods> some) {
    Optional<RuntimeException> failure = failure(some);
    if (failure.isEmpty()) {
      return;
    }
    if (some.size() == 1) {
      found.add(Unexamined.of(some.get(0).root(), failure.get()));
      defective.add(some.get(0));
      return;
    }
    int half = some.size() / 2;
    search(some.subList(0, half));
    search(some.subList(half, some.size()));
  }

  private Optional<RuntimeException> failure(List<WorkloadPods> some) {
    Set<WorkloadPods> kept = new HashSet<>(some);
    Simulation less = without(all.stream().filter(w -> !kept.contains(w)).toList());
    try {
      decision.accept(less);
      return Optional.empty();
    } catch (RuntimeException e) {
      return Optional.of(e);
    }
  }

  private Simulation without(List<WorkloadPods> some) {
    Cluster cluster = simulation.cluster();
    return simulation.without(some.stream().flatMap(w -> wanting(cluster, w)).toList());
  }

  private static Stream<ApiObject> wanting(Cluster cluster, WorkloadPods workload) {
    Stream<Workload> owners =
        Stream.concat(
                workload.templateOwners().stream().map(o -> o.workload()),
                cluster.list(Workload.class, workload.root().namespace()).stream()
                    .filter(w -> w.reference().equals(workload.root())))
            .filter(w -> !w.type().kind().equals("Pod"))
            .distinct();
    return Stream.concat(owners, workload.pods().stream().filter(p -> !p.isBound()));
  }
}

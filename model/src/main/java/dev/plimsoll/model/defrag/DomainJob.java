package dev.plimsoll.model.defrag;

import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.capacity.TypicalRequest;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodDisruptionBudget;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.topology.DomainLack;
import dev.plimsoll.model.topology.DomainQuestion;
import dev.plimsoll.model.topology.DomainRequest;
import dev.plimsoll.model.topology.GangDomains;
import dev.plimsoll.model.topology.TopologyLevels;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A job of equal pods that must be in one domain. Each pod requests the CPU and memory that is
 * typical beside its devices, and tolerates what pods with such devices tolerate.
 *
 * @param level the name or label of a level
 * @param resource the device
 * @param pods how many pods the job has
 * @param perPod how many devices each of them requests
 */
public record DomainJob(String level, ResourceName resource, int pods, int perPod) {
  private static final List<Requirement> REQUIREMENTS =
      List.of(
          Requirement.all(Node.RESOURCE),
          Requirement.all(Pod.RESOURCE),
          Requirement.all(PodDisruptionBudget.RESOURCE));

  /**
   * Returns the job of as many pods as the devices need.
   *
   * @param devices how many devices the job needs; positive
   * @param perPod how many each pod requests; absent for all that the largest node has
   */
  public static DomainJob of(
      Cluster cluster, String level, ResourceName resource, int devices, OptionalInt perPod) {
    long largest =
        cluster.nodes().stream()
            .mapToLong(n -> n.allocatable().getOrZero(resource).value())
            .max()
            .orElse(0);
    int each = perPod.orElse((int) Math.max(1, Math.min(devices, largest)));
    return new DomainJob(level, resource, (devices + each - 1) / each, each);
  }

  /**
   * Plans what lets one domain take the job.
   *
   * @param levels the configured levels; if there are none, the well-known levels count
   */
  public DomainPlan plan(Simulation simulation, TopologyLevels levels) {
    Unread unread = Unread.of(simulation.cluster(), REQUIREMENTS);
    return new DomainPlan(
        this, unread.isEmpty() ? outcome(simulation, levels) : new DomainPlan.Unknown(unread));
  }

  private DomainPlan.Outcome outcome(Simulation simulation, TopologyLevels levels) {
    DomainQuestion question =
        new DomainQuestion(
            "of-" + pods * perPod,
            members(simulation.cluster()),
            List.of(),
            new DomainRequest(Optional.of(level), Optional.empty()));
    GangDomains.Result result =
        new GangDomains(DefaultPlugins.scheduler(), simulation.cluster(), levels)
            .find(simulation.snapshot(), question);
    if (result instanceof GangDomains.Placed placed && placed.domain().isPresent()) {
      return new DomainPlan.Fits(placed.domain().get());
    }
    Optional<DomainLack> lack =
        result instanceof GangDomains.Unplaced unplaced ? unplaced.lack() : Optional.empty();
    return lack.filter(l -> !l.isLasting())
        .flatMap(l -> DomainDefragmentation.find(simulation, l))
        .<DomainPlan.Outcome>map(DomainPlan.Moves::new)
        .orElseGet(() -> new DomainPlan.NoMoves(lack.map(DomainLack::notes).orElse(List.of())));
  }

  private List<Pod> members(Cluster cluster) {
    List<Pod> others =
        cluster.list(Pod.class).stream()
            .filter(p -> NodeCapacity.requests(p).getOrZero(resource).signum() > 0)
            .toList();
    List<Toleration> tolerations =
        others.stream().flatMap(p -> p.spec().tolerations().stream()).distinct().toList();
    Resources.Builder each = Resources.builder();
    Optional.ofNullable(TypicalRequest.of(cluster).get(resource))
        .ifPresent(
            t -> t.perUnit().forEach((name, amount) -> each.put(name, amount.multiply(perPod))));
    each.put(resource, Quantity.of(perPod));
    Resources requests = each.build();
    PodSpec spec =
        PodSpec.builder()
            .containers(List.of(Container.of("main", ResourceRequirements.of(requests, requests))))
            .tolerations(tolerations)
            .build();
    return IntStream.range(0, pods)
        .mapToObj(i -> new Pod(ObjectMeta.of("default", "job-" + i), spec, PodStatus.PENDING))
        .toList();
  }
}

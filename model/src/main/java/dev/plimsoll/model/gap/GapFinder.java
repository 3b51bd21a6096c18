package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.ObjectReference;
import dev.plimsoll.model.whatif.World;
import dev.plimsoll.model.workload.PodGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Finds the gaps of a cluster, of a namespace, or of one workload. */
public final class GapFinder {
  private static final List<Detector> ALL =
      List.of(
          new RefusedPods(),
          new UnplaceablePods(),
          new PendingHolders(),
          new LimitRangeInjections(),
          new DeadQuotaKeys(),
          new QuotasBelowUsage(),
          new NoQuotas(),
          new QuotaCeilings(),
          new WithheldNodes(),
          new TighterQuotas(),
          new StaleUsages(),
          new GatedPods());

  /** What can concern one workload; the others look at the cluster or at quotas only. */
  private static final List<Detector> OF_WORKLOADS =
      List.of(
          new RefusedPods(),
          new UnplaceablePods(),
          new PendingHolders(),
          new LimitRangeInjections(),
          new GatedPods());

  private static final List<Detector> OF_WAITING_PODS =
      List.of(new UnplaceablePods(), new GatedPods());

  private static final Comparator<Finding> WORST_FIRST =
      Comparator.comparing((Finding f) -> f.gap().kind())
          .thenComparing(f -> -f.gap().pods())
          .thenComparing(f -> f.gap().namespace())
          .thenComparing(f -> f.gap().object().name())
          .thenComparing(f -> f.gap().resource())
          .thenComparing(f -> f.gap().message());

  private GapFinder() {}

  /** Returns all gaps, the worst first. */
  public static List<Finding> find(World world) {
    Stream.<Runnable>of(world::snapshot, world::workloads).parallel().forEach(Runnable::run);
    return find(ALL, new Scene(world, "")).stream().sorted(WORST_FIRST).toList();
  }

  /** Returns the gaps that keep pods of the picture from running, the worst first. */
  public static List<Finding> findOfWaitingPods(World world) {
    return find(OF_WAITING_PODS, new Scene(world, "")).stream()
        .filter(f -> !f.waiting().isEmpty())
        .sorted(WORST_FIRST)
        .toList();
  }

  /** Returns the gaps of one namespace, the worst first, those of the whole cluster left out. */
  public static List<Finding> find(World world, String namespace) {
    return find(ALL, new Scene(world, namespace)).stream()
        .filter(f -> f.gap().namespace().equals(namespace))
        .sorted(WORST_FIRST)
        .toList();
  }

  /** Returns the gaps that concern one workload, the worst first. */
  public static List<Finding> find(World world, PodGroup group) {
    Scene scene = new Scene(world, group);
    return find(OF_WORKLOADS, scene).stream()
        .filter(f -> concerns(f.gap(), group))
        .sorted(WORST_FIRST)
        .toList();
  }

  private static List<Finding> find(List<Detector> detectors, Scene scene) {
    List<Finding> found = new ArrayList<>();
    detectors.forEach(d -> found.addAll(d.detect(scene)));
    return found;
  }

  private static boolean concerns(Gap gap, PodGroup group) {
    ObjectReference object = gap.object();
    return object.equals(group.root())
        || gap.evidence().stream()
            .filter(e -> e.name().equals("workloads") || e.name().equals("refused"))
            .anyMatch(e -> List.of(e.value().split(", ")).contains(group.label()));
  }
}

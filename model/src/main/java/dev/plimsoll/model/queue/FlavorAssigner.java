package dev.plimsoll.model.queue;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.kueue.QuotaTree;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.FlavorQuota;
import dev.plimsoll.kubernetes.object.FlavorQuota.FlavorResource;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.GapKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The flavors that Kueue could assign to the pod sets of a waiting Workload if nothing else
 * reserved quota.
 *
 * <p>Source: {@code assignFlavors} and {@code fitsResourceQuota} in {@code
 * sigs.k8s.io/kueue/pkg/scheduler/flavorassigner/flavorassigner.go}. Kueue takes the first flavor
 * that fits. Reservations of others decide which flavor fits first. So a Workload counts as
 * inadmissible only if no choice of flavors holds its pod sets, with the least number of pods of
 * each.
 */
public final class FlavorAssigner {
  /** After that many steps of the search, a Workload counts as admissible. */
  private static final int MOST_STEPS = 50_000;

  private static final Comparator<ResourceName> EXTENDED_FIRST =
      Comparator.comparing((ResourceName r) -> !r.isExtended())
          .thenComparing(Comparator.naturalOrder());

  private final Cluster cluster;
  private final ClusterQueue queue;
  private final Map<ResourceName, List<String>> flavors = new LinkedHashMap<>();
  private final Map<FlavorResource, Quantity> most = new HashMap<>();
  private int steps;

  /** Creates the assigner of a ClusterQueue. */
  public FlavorAssigner(Cluster cluster, ClusterQueue queue) {
    this.cluster = cluster;
    this.queue = queue;
    for (FlavorQuota quota : queue.quotas()) {
      flavors
          .computeIfAbsent(quota.key().resource(), r -> new ArrayList<>())
          .add(quota.key().flavor());
    }
  }

  /** Returns the ClusterQueue. */
  public ClusterQueue queue() {
    return queue;
  }

  /** Returns why Kueue can't admit the Workload; empty if it may. */
  public Optional<Inadmissible> inadmissible(Workload workload) {
    List<PodSetNeed> needs = PodSetNeed.least(workload, queue);
    return uncovered(workload, needs)
        .or(
            () ->
                groups().stream()
                    .flatMap(group -> inadmissible(group, needs).stream())
                    .findFirst());
  }

  /**
   * Returns whether Kueue admits pod sets once nothing else reserves quota: whether the first
   * flavors that fit hold them all.
   */
  public boolean admits(List<PodSetNeed> needs) {
    return needs.stream().allMatch(n -> flavors.keySet().containsAll(n.requested()))
        && groups().stream().allMatch(group -> firstFits(group, needs));
  }

  /** Returns the most of a resource of a flavor that the ClusterQueue could ever reserve. */
  public Quantity most(FlavorResource key) {
    Quantity known = most.get(key);
    if (known == null) {
      known =
          QuotaTree.of(key, cluster.list(ClusterQueue.class), cluster.list(Cohort.class))
              .potentiallyAvailable(queue.name());
      most.put(key, known);
    }
    return known;
  }

  /** Names a resource without quota, if Kueue has said so: its configuration may ignore some. */
  private Optional<Inadmissible> uncovered(Workload workload, List<PodSetNeed> needs) {
    return needs.stream()
        .flatMap(
            need ->
                need.requested().stream()
                    .filter(r -> !flavors.containsKey(r))
                    .filter(
                        r -> QueuedWorkloads.says(workload, "resource " + r + " unavailable in"))
                    .map(
                        r ->
                            new Inadmissible(
                                GapKind.NoMatchingFlavor,
                                r,
                                need.podSet(),
                                need.amounts().getOrZero(r),
                                List.of())))
        .findFirst();
  }

  /** Returns the flavors of each resource group. A flavor is in one group only. */
  private List<List<String>> groups() {
    return flavors.values().stream().distinct().toList();
  }

  private List<ResourceName> requested(List<String> group, PodSetNeed need) {
    return need.requested().stream()
        .filter(r -> group.equals(flavors.get(r)))
        .sorted(EXTENDED_FIRST)
        .toList();
  }

  private Optional<Inadmissible> inadmissible(List<String> group, List<PodSetNeed> all) {
    List<PodSetNeed> needs = all.stream().filter(n -> !requested(group, n).isEmpty()).toList();
    for (PodSetNeed need : needs) {
      if (group.stream().noneMatch(f -> fits(f, group, need, Map.of()))) {
        return Optional.of(alone(group, need));
      }
    }
    steps = 0;
    return needs.size() < 2 || anyFits(group, needs, new HashMap<>())
        ? Optional.empty()
        : Optional.of(together(group, needs));
  }

  private boolean fits(
      String flavor, List<String> group, PodSetNeed need, Map<FlavorResource, Quantity> used) {
    return need.mismatch(cluster, flavor).isEmpty()
        && requested(group, need).stream().allMatch(r -> exceeded(flavor, r, need, used).isEmpty());
  }

  private Optional<Quantity> exceeded(
      String flavor, ResourceName resource, PodSetNeed need, Map<FlavorResource, Quantity> used) {
    FlavorResource key = new FlavorResource(flavor, resource);
    Quantity total = used.getOrDefault(key, Quantity.ZERO).add(need.amounts().getOrZero(resource));
    return Optional.of(most(key)).filter(m -> total.compareTo(m) > 0);
  }

  /** Returns whether some choice of flavors holds all pod sets. */
  private boolean anyFits(
      List<String> group, List<PodSetNeed> needs, Map<FlavorResource, Quantity> used) {
    if (needs.isEmpty() || ++steps > MOST_STEPS) {
      return true;
    }
    PodSetNeed first = needs.get(0);
    return group.stream()
        .filter(f -> fits(f, group, first, used))
        .anyMatch(f -> anyFits(group, needs.subList(1, needs.size()), with(f, group, first, used)));
  }

  private boolean firstFits(List<String> group, List<PodSetNeed> needs) {
    Map<FlavorResource, Quantity> used = new HashMap<>();
    for (PodSetNeed need : needs) {
      Map<FlavorResource, Quantity> before = used;
      Optional<String> first = group.stream().filter(f -> fits(f, group, need, before)).findFirst();
      if (first.isEmpty() && !requested(group, need).isEmpty()) {
        return false;
      }
      if (first.isEmpty()) {
        continue;
      }
      used = with(first.get(), group, need, used);
    }
    return true;
  }

  private Map<FlavorResource, Quantity> with(
      String flavor, List<String> group, PodSetNeed need, Map<FlavorResource, Quantity> used) {
    Map<FlavorResource, Quantity> more = new HashMap<>(used);
    requested(group, need)
        .forEach(
            r ->
                more.merge(
                    new FlavorResource(flavor, r), need.amounts().getOrZero(r), Quantity::add));
    return more;
  }

  private Inadmissible alone(List<String> group, PodSetNeed need) {
    List<ResourceName> requested = requested(group, need);
    List<String> matching =
        group.stream().filter(f -> need.mismatch(cluster, f).isEmpty()).toList();
    ResourceName resource =
        requested.stream()
            .filter(r -> matching.stream().anyMatch(f -> exceeds(f, r, need)))
            .findFirst()
            .orElse(requested.get(0));
    return new Inadmissible(
        matching.isEmpty() ? GapKind.NoMatchingFlavor : GapKind.ExceedsMaxQuota,
        resource,
        need.podSet(),
        need.amounts().getOrZero(resource),
        group.stream().map(f -> "flavor " + f + ": " + cause(f, requested, need)).toList());
  }

  private boolean exceeds(String flavor, ResourceName resource, PodSetNeed need) {
    return exceeded(flavor, resource, need, Map.of()).isPresent();
  }

  private String cause(String flavor, List<ResourceName> requested, PodSetNeed need) {
    return need.mismatch(cluster, flavor)
        .orElseGet(
            () ->
                requested.stream()
                    .filter(r -> exceeds(flavor, r, need))
                    .map(r -> atMost(flavor, r))
                    .collect(Collectors.joining(", ")));
  }

  private String atMost(String flavor, ResourceName resource) {
    return "at most " + most(new FlavorResource(flavor, resource)) + " " + resource;
  }

  private Inadmissible together(List<String> group, List<PodSetNeed> needs) {
    Resources sum = needs.stream().map(PodSetNeed::amounts).reduce(Resources.EMPTY, Resources::add);
    ResourceName resource =
        needs.stream().flatMap(n -> requested(group, n).stream()).min(EXTENDED_FIRST).orElseThrow();
    Stream<String> causes = group.stream().map(f -> "flavor " + f + ": " + atMost(f, resource));
    return new Inadmissible(
        GapKind.ExceedsMaxQuota, resource, "", sum.getOrZero(resource), causes.toList());
  }
}

package dev.plimsoll.model.hold;

import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.GangPlacement;
import dev.plimsoll.kubernetes.placement.framework.GangSizes;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.usage.ShareAmounts;
import dev.plimsoll.model.tenancy.usage.ShareRule;
import dev.plimsoll.model.tenancy.usage.TenantUsage;
import dev.plimsoll.model.whatif.Lazy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The reason why a gang with existing pods waits. Members are missing, the share is too small for
 * all, or nodes don't take all at once.
 */
public final class GangHold {
  /** When the extender looks for nodes for a gang again. */
  static final String AGAIN =
      "Plimsoll looks for nodes for the whole gang every second. After a turn without a bound pod,"
          + " the gang waits a minute, then twice as long each time, up to an hour. Plimsoll evicts"
          + " no pod for a gang";

  private final Cluster cluster;
  private final Scheduler scheduler;
  private final GangSizes sizes;
  private final List<TenantUsage> usages;
  private final Lazy<Snapshot> snapshot;
  private final Map<Gang, Optional<PodHold>> known = new HashMap<>();

  /**
   * Makes the holds of a cluster's gangs.
   *
   * @param usages what tenants hold, by each policy that holds pods
   */
  public GangHold(Cluster cluster, Scheduler scheduler, List<TenantUsage> usages) {
    this.cluster = cluster;
    this.scheduler = scheduler;
    this.sizes = new GangSizes(() -> cluster);
    this.usages = usages;
    this.snapshot = new Lazy<>(() -> Snapshot.of(cluster));
  }

  /** Returns why the gang of a pod that exists waits; empty if it needn't, or there is none. */
  public Optional<PodHold> of(Pod pod) {
    return cluster
        .find(Pod.class, pod.namespace(), pod.name())
        .flatMap(Gang::of)
        .filter(sizes::isGang)
        .flatMap(g -> known.computeIfAbsent(g, this::of));
  }

  private Optional<PodHold> of(Gang gang) {
    if (sizes.awaitsPodGroup(gang)) {
      return Optional.of(
          new PodHold(
              HoldText.ofPodGroup(gang.name()),
              List.of("its PodGroup doesn't exist, and it says how many pods must run at once")));
    }
    List<Pod> members =
        cluster.list(Pod.class, gang.namespace()).stream()
            .filter(p -> Gang.of(p).equals(Optional.of(gang)))
            .filter(p -> !p.isTerminal() && !p.isTerminating())
            .sorted(
                Comparator.comparing(
                        (Pod p) -> p.metadata().creationTimestamp().orElse(Instant.EPOCH))
                    .thenComparing(Pod::name))
            .toList();
    int running = (int) members.stream().filter(Pod::isBound).count();
    int size = sizes.size(gang).orElse(0);
    int missing = size - running;
    if (missing <= 0) {
      return Optional.empty();
    }
    List<Pod> waiting = members.stream().filter(PolicyHolds::waits).limit(missing).toList();
    String text = HoldText.ofGang(gang.name());
    if (waiting.size() < missing) {
      return Optional.of(
          new PodHold(text, List.of(membersLack(gang, size, running, waiting.size()))));
    }
    return shareLack(text, waiting)
        .or(() -> nodesLack(waiting).map(notes -> PodHold.ofNodes(text, notes)));
  }

  private static String membersLack(Gang gang, int size, int running, int waiting) {
    int lacking = size - running - waiting;
    return "gang "
        + gang.name()
        + " needs "
        + size
        + " pods at once; "
        + (running > 0 ? running + " run and " : "")
        + waiting
        + (waiting == 1 ? " waits" : " wait")
        + ", so "
        + lacking
        + (lacking == 1 ? " more pod has" : " more pods have")
        + " to be created first";
  }

  private Optional<PodHold> shareLack(String text, List<Pod> waiting) {
    for (TenantUsage usage : usages) {
      Optional<String> tenant = usage.tenantOf(waiting.get(0), cluster);
      Resources together =
          waiting.stream().map(usage::requests).reduce(Resources.EMPTY, Resources::add);
      Optional<ShareAmounts> lacking =
          tenant.flatMap(
              t ->
                  new ShareRule(usage)
                      .amounts(t, together).stream().filter(a -> !a.suffice()).findFirst());
      if (lacking.isPresent()) {
        CapacityPolicy policy = usage.appliedPolicy().policy();
        List<String> notes = new ArrayList<>();
        notes.add(
            ShareLack.sentence(
                tenant.orElseThrow(),
                lacking.get(),
                "its " + waiting.size() + " waiting pods together request"));
        notes.add(AGAIN);
        notes.addAll(ShareLack.account(policy, tenant.orElseThrow(), lacking.get().resource()));
        return Optional.of(
            PodHold.ofShare(
                text, notes, new ShareHold(policy.name(), tenant.orElseThrow(), lacking.get())));
      }
    }
    return Optional.empty();
  }

  private Optional<List<String>> nodesLack(List<Pod> waiting) {
    Resources together =
        waiting.stream().map(NodeCapacity::requests).reduce(Resources.EMPTY, Resources::add);
    Resources all =
        cluster.nodes().stream().map(Node::allocatable).reduce(Resources.EMPTY, Resources::add);
    Optional<ResourceName> beyond =
        together.names().stream()
            .filter(ResourceName::isExtended)
            .filter(n -> together.getOrZero(n).compareTo(all.getOrZero(n)) > 0)
            .findFirst();
    if (beyond.isPresent()) {
      Quantity requested = together.getOrZero(beyond.get());
      return Optional.of(
          List.of(
              "its "
                  + waiting.size()
                  + " waiting pods together request "
                  + requested
                  + " "
                  + beyond.get()
                  + ", and all nodes of the cluster have "
                  + all.getOrZero(beyond.get())
                  + ": it can't be placed before nodes are added"));
    }
    int placeable = GangPlacement.count(scheduler, snapshot.get(), waiting);
    return placeable == waiting.size()
        ? Optional.empty()
        : Optional.of(
            List.of(
                "nodes take "
                    + placeable
                    + " of its "
                    + waiting.size()
                    + " waiting pods at once, and none is placed before all can be",
                AGAIN));
  }
}

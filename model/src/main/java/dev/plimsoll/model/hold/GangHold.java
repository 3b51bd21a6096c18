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
import dev.plimsoll.model.tenancy.PolicyLevels;
import dev.plimsoll.model.tenancy.usage.ShareAmounts;
import dev.plimsoll.model.tenancy.usage.ShareRule;
import dev.plimsoll.model.tenancy.usage.TenantUsage;
import dev.plimsoll.model.topology.DomainLack;
import dev.plimsoll.model.topology.DomainQuestion;
import dev.plimsoll.model.topology.DomainRequest;
import dev.plimsoll.model.topology.GangDomains;
import dev.plimsoll.model.whatif.Lazy;
import java.util.ArrayList;
import java.util.Collection;
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
  private final Lazy<GangDomains> domains;
  private final Map<Gang, Optional<PodHold>> known = new HashMap<>();
  private final Map<Gang, Optional<PodHold>> ofDomains = new HashMap<>();

  /**
   * Makes the holds of a cluster's gangs.
   *
   * @param usages what tenants hold, by each policy that holds pods
   * @param policies the policies, which may name the levels of domains
   */
  public GangHold(
      Cluster cluster,
      Scheduler scheduler,
      List<TenantUsage> usages,
      Collection<CapacityPolicy> policies) {
    this.cluster = cluster;
    this.scheduler = scheduler;
    this.sizes = new GangSizes(() -> cluster);
    this.usages = usages;
    this.snapshot = new Lazy<>(() -> Snapshot.of(cluster));
    this.domains =
        new Lazy<>(() -> new GangDomains(scheduler, cluster, PolicyLevels.of(cluster, policies)));
  }

  /**
   * Returns why the gang of a pod waits; empty if it needn't, or there is none. Of a pod that
   * doesn't exist yet, only the domain of its gang is known.
   */
  public Optional<PodHold> of(Pod pod) {
    Optional<Pod> stored = cluster.find(Pod.class, pod.namespace(), pod.name());
    return stored.isPresent()
        ? stored
            .flatMap(Gang::of)
            .filter(sizes::isGang)
            .flatMap(g -> known.computeIfAbsent(g, this::of))
        : ofDomain(pod);
  }

  /**
   * Returns why no domain takes the pod's gang, if the gang must be within one. Pods that don't
   * exist yet count as copies of the pod.
   */
  public Optional<PodHold> ofDomain(Pod pod) {
    if (DomainRequest.of(cluster, pod).within().isEmpty()) {
      return Optional.empty();
    }
    return Gang.of(pod)
        .filter(g -> sizes.size(g).isPresent())
        .flatMap(
            gang ->
                ofDomains.computeIfAbsent(
                    gang,
                    g -> {
                      WaitingGang pods =
                          WaitingGang.of(cluster, g, sizes.size(g).orElse(0)).completedWith(pod);
                      return pods.missing() <= 0
                          ? Optional.empty()
                          : domainOrNodesLack(HoldText.ofGangInDomain(g.name()), pods)
                              .filter(h -> h.domain().isPresent());
                    }));
  }

  private Optional<PodHold> of(Gang gang) {
    if (sizes.awaitsPodGroup(gang)) {
      return Optional.of(
          new PodHold(
              HoldText.ofPodGroup(gang.name()),
              List.of("its PodGroup doesn't exist, and it says how many pods must run at once")));
    }
    if (sizes.awaitsJob(gang)) {
      return Optional.of(
          new PodHold(
              HoldText.ofJob(gang.name()),
              List.of("its Job was not read, and it says how many pods must run at once")));
    }
    WaitingGang pods = WaitingGang.of(cluster, gang, sizes.size(gang).orElse(0));
    if (pods.missing() <= 0) {
      return Optional.empty();
    }
    List<Pod> waiting = pods.waiting();
    String text =
        domains.get().request(waiting).within().isPresent()
            ? HoldText.ofGangInDomain(gang.name())
            : HoldText.ofGang(gang.name());
    if (waiting.size() < pods.missing()) {
      return Optional.of(new PodHold(text, List.of(membersLack(pods))));
    }
    return shareLack(text, waiting).or(() -> domainOrNodesLack(text, pods));
  }

  /** Returns the lack of a domain, if the gang must be within one; else the lack of nodes. */
  private Optional<PodHold> domainOrNodesLack(String text, WaitingGang pods) {
    DomainRequest request = domains.get().request(pods.waiting());
    return request.within().isPresent()
        ? domainLack(pods, request).map(lack -> PodHold.ofDomain(text, lack))
        : nodesLack(pods.waiting()).map(notes -> PodHold.ofNodes(text, notes));
  }

  private Optional<DomainLack> domainLack(WaitingGang pods, DomainRequest request) {
    return domains
                .get()
                .find(
                    snapshot.get(),
                    new DomainQuestion(pods.gang().name(), pods.waiting(), pods.running(), request))
            instanceof GangDomains.Unplaced unplaced
        ? unplaced.lack()
        : Optional.empty();
  }

  private static String membersLack(WaitingGang pods) {
    int waiting = pods.waiting().size();
    int running = pods.running().size();
    int size = pods.size();
    Gang gang = pods.gang();
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
                policy,
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

package dev.plimsoll.extender.placement;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Enforcement.Placement;
import dev.plimsoll.model.tenancy.Share;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All figures that decisions are made by: what placed pods and those on their way hold of nodes, of
 * quotas and of shares. Changes are taken in one by one; a recount shows whether they were taken in
 * rightly. For one thread at a time.
 */
public final class Figures {
  private final NodeFigures nodes = new NodeFigures();
  private final QuotaFigures quotas = new QuotaFigures();
  private final List<TenantFigures> tenants;

  private Figures(List<TenantFigures> tenants) {
    this.tenants = List.copyOf(tenants);
  }

  /** Counts a picture, without what is on its way. */
  public static Figures of(Cluster cluster, List<CapacityPolicy> policies) {
    Figures figures =
        new Figures(policies.stream().map(p -> new TenantFigures(Tenancy.of(cluster, p))).toList());
    figures.nodes.fill(cluster);
    for (Pod pod : cluster.list(Pod.class)) {
      figures.tenants.forEach(t -> t.placed(pod, true, cluster));
    }
    return figures;
  }

  /** Counts the quotas of namespaces at once, which is else done when they are asked about. */
  public Figures withQuotasOf(Set<String> namespaces, Cluster cluster) {
    quotas.count(namespaces, cluster);
    return this;
  }

  /** Returns the namespaces whose quotas are counted. */
  public Set<String> countedNamespaces() {
    return quotas.namespaces();
  }

  /** Takes one change in; the picture is the one after it. */
  public void changed(
      Optional<? extends ApiObject> before, Optional<? extends ApiObject> after, Cluster now) {
    nodes.changed(before, after);
    quotas.changed(before, after, now);
    if (before.orElse(null) instanceof Pod pod) {
      tenants.forEach(t -> t.placed(pod, false, now));
    }
    if (after.orElse(null) instanceof Pod pod) {
      tenants.forEach(t -> t.placed(pod, true, now));
    }
  }

  /** Takes a pod in that is on its way, or out. */
  public void booked(Pod pod, boolean in, Cluster now) {
    quotas.booked(pod, in, now);
    tenants.forEach(t -> t.booked(pod, in, now));
  }

  /** Returns what each node has and holds. */
  public NodeFigures nodes() {
    return nodes;
  }

  /**
   * Returns the quota that holds the pod back.
   *
   * @param booked the pods of its namespace that are on their way
   * @param gone pods that count no more: the pod's own booking, or what is evicted for it
   */
  public Optional<Hold> quotaHold(
      Cluster cluster, Pod pod, Collection<Pod> booked, Collection<Pod> gone) {
    return quotas.holdsBack(cluster, pod, booked, gone);
  }

  /**
   * Returns the tenant beyond whose share the pod is.
   *
   * @param placement only by policies that do this
   * @param ownBooking the pod's own booking, which counts already
   */
  public Optional<Hold> shareHold(
      Cluster cluster, Pod pod, Placement placement, Optional<Pod> ownBooking) {
    for (TenantFigures figures : tenants) {
      Optional<String> tenant = figures.tenantOf(pod, cluster);
      Resources asked = figures.asked(pod);
      if (figures.tenancy().policy().enforcement().placement() == placement
          && tenant.isPresent()
          && !asked.isEmpty()) {
        ShareRule rule = new ShareRule(figures);
        ownBooking.ifPresent(b -> rule.without(tenant.get(), figures.asked(b)));
        Optional<ResourceName> lacking = rule.lacking(tenant.get(), asked);
        if (lacking.isPresent()) {
          return Optional.of(new Hold(Hold.Cause.SHARE, tenant.get(), lacking.get()));
        }
      }
    }
    return Optional.empty();
  }

  /** Returns whether the hold is about that node: shares may be of some pools only. */
  public boolean concerns(Hold hold, String node) {
    return hold.cause() == Hold.Cause.QUOTA
        || tenants.stream()
            .filter(t -> t.tenancy().policy().tenant(hold.owner()).isPresent())
            .anyMatch(t -> t.tenancy().countedOn(node).contains(hold.resource()));
  }

  /** Returns whether the hold is about all nodes. */
  public boolean concernsAll(Hold hold) {
    return hold.cause() == Hold.Cause.QUOTA
        || tenants.stream()
            .filter(t -> t.tenancy().policy().tenant(hold.owner()).isPresent())
            .anyMatch(t -> t.tenancy().countsEverywhere(hold.resource()));
  }

  /** Returns what is held of all shares, in the order of the policies. */
  public List<ShareUse> shares() {
    List<ShareUse> uses = new ArrayList<>();
    for (TenantFigures figures : tenants) {
      for (Share share : figures.tenancy().shares().all()) {
        uses.add(
            new ShareUse(
                figures.tenancy().policy().name(),
                share,
                figures.placed(share.tenant()).getOrZero(share.resource()),
                figures.booked(share.tenant()).getOrZero(share.resource())));
      }
    }
    return uses;
  }

  /** Returns the figures of tenants, one for each policy. */
  List<TenantFigures> tenants() {
    return tenants;
  }

  /** Returns what others have counted otherwise, each in a few words. */
  public List<String> differences(Figures other) {
    List<String> differences = new ArrayList<>(nodes.differences(other.nodes));
    differences.addAll(quotas.differences(other.quotas));
    for (int i = 0; i < Math.min(tenants.size(), other.tenants.size()); i++) {
      differences.addAll(tenants.get(i).differences(other.tenants.get(i)));
    }
    return differences;
  }
}

package dev.plimsoll.extender.metrics;

import dev.plimsoll.extender.accounting.NodeUsage;
import dev.plimsoll.extender.accounting.ShareUsage;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.kubernetes.capacity.NodeGroup;
import dev.plimsoll.kubernetes.capacity.NodeGroups;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.device.DeviceUnit;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.ResourceUnit;
import dev.plimsoll.kubernetes.quota.QuotaKeyUsage;
import dev.plimsoll.kubernetes.quota.QuotaKeyUsages;
import dev.plimsoll.server.metrics.MetricTable;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The capacity and usage of the cluster's nodes, quotas and shares. A scrape counts each once. */
final class ClusterMetrics implements MultiCollector {
  private final Decisions decisions;
  private final MetricTable<Decisions> pods =
      new MetricTable<Decisions>(d -> Labels.EMPTY)
          .gauge(
              "plimsoll_extender_assumed_pods",
              "Accepted pods that are not yet seen on a node.",
              d -> d.assumedPods().size())
          .counter(
              "plimsoll_extender_unknown_pods",
              "Pods in calls that no watch had shown. Each was assumed for seconds at most.",
              Decisions::unknownPods)
          .gauge(
              "plimsoll_reserved_nodes",
              "Nodes reserved now for large pods and for gangs.",
              d -> d.reservations().nodes())
          .counter(
              "plimsoll_node_reservations",
              "Nodes that were reserved for large pods and for gangs.",
              d -> d.reservations().made())
          .counter(
              "plimsoll_node_reservations_expired",
              "Reserved nodes given up because the pods were not placed in time.",
              d -> d.reservations().expired())
          .gauge(
              "plimsoll_held_pods",
              "Pods held now, by quota, share, gang or reserved nodes.",
              d -> d.held().size())
          .gauge(
              "plimsoll_nodes_overcommitted",
              "Nodes whose placed pods request more than is allocatable. The gaps"
                  + " NodeOvercommitted, AllocatableShrunk and ResizePending name them.",
              ClusterMetrics::overcommitted)
          .counter(
              "plimsoll_extender_drifts",
              "Usage entries that a resync found wrong and repaired. Each is a"
                  + " defect: please report it, with the journal.",
              Decisions::drifts);
  private final MetricTable<NodeGroup> nodes =
      new MetricTable<NodeGroup>(ClusterMetrics::labels)
          .gauge(
              "plimsoll_node_group_capacity",
              "Amount of the resource that the group's nodes have, in the unit of the label.",
              g -> g.total().toDouble())
          .gauge(
              "plimsoll_node_group_placed",
              "Amount that pods on the group's nodes request, in the unit of the label.",
              g -> g.placed().toDouble())
          .gauge(
              "plimsoll_node_group_free",
              "Amount that is free on nodes that take pods, in the unit of the label.",
              g -> g.free().toDouble())
          .gauge(
              "plimsoll_node_group_largest_free_block",
              "Largest amount that is free on one node, in the unit of the label.",
              g -> g.largestBlock().toDouble());
  private final MetricTable<QuotaKeyUsage> quotas =
      new MetricTable<QuotaKeyUsage>(ClusterMetrics::labels)
          .gauge(
              "plimsoll_quota_hard",
              "Amount that a quota allows, in the unit of the label.",
              u -> u.hard().toDouble())
          .gauge(
              "plimsoll_quota_placed",
              "Amount that placed pods are charged, in the unit of the label.",
              u -> u.placed().map(Quantity::toDouble).orElse(Double.NaN))
          .gauge(
              "plimsoll_quota_pending",
              "Amount that pending pods are charged, in the unit of the label.",
              u -> u.pending().map(Quantity::toDouble).orElse(Double.NaN));
  private final MetricTable<ShareUsage> shares =
      new MetricTable<ShareUsage>(ClusterMetrics::labels)
          .gauge(
              "plimsoll_share",
              "A tenant's share of a policy, in the unit of the label.",
              u -> u.share().share().toDouble())
          .gauge(
              "plimsoll_share_guarantee",
              "Least amount that a tenant gets, in the unit of the label.",
              u -> u.share().guarantee().toDouble())
          .gauge(
              "plimsoll_share_ceiling",
              "Largest amount that a tenant gets, in the unit of the label.",
              u -> u.share().ceiling().toDouble())
          .gauge(
              "plimsoll_share_used",
              "Amount that a tenant's placed and assumed pods request, in the unit of the label.",
              u -> u.used().toDouble())
          .gauge(
              "plimsoll_share_borrowed",
              "Amount that a tenant uses beyond its share, in the unit of the label.",
              u -> u.borrowed().toDouble());

  ClusterMetrics(Decisions decisions) {
    this.decisions = decisions;
  }

  private static long overcommitted(Decisions decisions) {
    NodeUsage usage = decisions.nodes();
    return decisions.cluster().nodes().stream()
        .map(node -> usage.of(node.name()).capacity())
        .filter(c -> !c.requested().exceeding(c.allocatable()).isEmpty())
        .count();
  }

  private static Labels labels(NodeGroup group) {
    String taints = group.taints().stream().map(Taint::text).collect(Collectors.joining(","));
    Labels labels =
        withResource(
            group.resource(),
            "product",
            group.product(),
            "per_node",
            group.perNode().toString(),
            "taints",
            taints);
    return group.isShared() ? labels.add("part", part(group.unit())) : labels;
  }

  private static String part(DeviceUnit unit) {
    return unit.basis() == DeviceUnit.Basis.SHARED ? unit.part().toString() : "unknown";
  }

  private static Labels labels(QuotaKeyUsage usage) {
    return withResource(
        usage.key(), "namespace", usage.namespace(), "resourcequota", usage.quota());
  }

  private static Labels labels(ShareUsage usage) {
    return withResource(
        usage.share().resource(), "policy", usage.policy(), "tenant", usage.share().tenant());
  }

  private static Labels withResource(ResourceName resource, String... others) {
    return Labels.of(others)
        .add("resource", resource.toString())
        .add("unit", ResourceUnit.of(resource).label());
  }

  @Override
  public MetricSnapshots collect() {
    Cluster cluster = decisions.cluster();
    List<MetricSnapshot> snapshots = new ArrayList<>(pods.snapshots(List.of(decisions)));
    snapshots.addAll(nodes.snapshots(NodeGroups.of(cluster)));
    snapshots.addAll(quotas.snapshots(QuotaKeyUsages.of(cluster)));
    snapshots.addAll(shares.snapshots(decisions.shares()));
    return new MetricSnapshots(snapshots);
  }
}

package dev.plimsoll.kube.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.capacity.DeviceGroups;
import dev.plimsoll.kubernetes.capacity.NodeGroups;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.balance.Balances;
import dev.plimsoll.model.balance.DeviceNode;
import dev.plimsoll.model.balance.NamespaceBalance;
import dev.plimsoll.model.balance.ResourceBalance;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The devices of a cluster and their users, as JSON. */
public final class BalanceReport {
  private BalanceReport() {}

  /** Returns {@code {resources: […], unread: {…}, asOf: …, omissions: […]}}. */
  public static JsonObject ofResources(Cluster cluster) {
    return JsonObjectBuilder.object()
        .put("resources", resources(cluster, Balances.ofNamespaces(cluster)))
        .put("unread", UnreadReport.of(Balances.unread(cluster)))
        .put("asOf", cluster.asOf())
        .put("omissions", cluster.omissions())
        .build();
  }

  /**
   * Returns the balances of resources alone: {@code [{resource: …, allocatable: …, …}]}.
   *
   * @param namespaces the balances of the same cluster's namespaces
   */
  public static JsonArray resources(Cluster cluster, List<NamespaceBalance> namespaces) {
    return JsonObjectBuilder.array(
        Balances.ofResources(NodeGroups.of(cluster), namespaces), BalanceReport::resource);
  }

  private static JsonObject resource(ResourceBalance balance) {
    return JsonObjectBuilder.object()
        .put("resource", balance.resource())
        .put("allocatable", balance.allocatable())
        .put("placed", balance.placed())
        .put("withheld", balance.withheld())
        .put("free", balance.free())
        .putIfPresent("limits", balance.limits())
        .put("demand", balance.demand())
        .build();
  }

  /**
   * Returns {@code {namespaces: […], unread: {…}, asOf: …, omissions: […]}}.
   *
   * @param tenantOf whose a namespace is, by a policy
   */
  public static JsonObject ofNamespaces(
      Cluster cluster, Function<String, Optional<String>> tenantOf) {
    return JsonObjectBuilder.object()
        .put(
            "namespaces",
            JsonObjectBuilder.array(
                Balances.ofNamespaces(cluster), b -> namespace(b, tenantOf.apply(b.namespace()))))
        .put("unread", UnreadReport.of(Balances.unread(cluster)))
        .put("asOf", cluster.asOf())
        .put("omissions", cluster.omissions())
        .build();
  }

  private static JsonObject namespace(NamespaceBalance balance, Optional<String> tenant) {
    return JsonObjectBuilder.object()
        .put("namespace", balance.namespace())
        .putIfPresent("tenant", tenant)
        .put("resource", balance.resource())
        .putIfPresent("limit", balance.limit())
        .put("placed", balance.placed())
        .put("pending", balance.pending())
        .put("missing", balance.missing())
        .build();
  }

  /**
   * Returns {@code {resource: …, resources: […], nodes: […], deviceGroups: […], deviceFailures:
   * […], unread: {…}, asOf: …, omissions: […]}}; of pods in other namespaces there is only what
   * they have together, as {@code others}.
   *
   * @param wanted the resource; where none is named, what most nodes have
   * @param visible the namespaces whose pods may be named
   * @param tenantOf whose a namespace is, by a policy
   */
  public static JsonObject ofNodes(
      Cluster cluster,
      Optional<ResourceName> wanted,
      Coverage visible,
      Function<String, Optional<String>> tenantOf) {
    List<ResourceName> resources = DeviceNode.resources(cluster);
    Optional<ResourceName> resource = wanted.or(() -> resources.stream().findFirst());
    DeviceGroups devices = DeviceGroups.of(cluster, "");
    return JsonObjectBuilder.object()
        .putIfPresent("resource", resource)
        .put("resources", resources.stream().map(ResourceName::toString).toList())
        .put(
            "nodes",
            JsonObjectBuilder.array(
                resource.map(r -> DeviceNode.of(cluster, r)).orElseGet(List::of),
                n -> node(n, visible, tenantOf)))
        .put("deviceGroups", JsonObjectBuilder.array(devices.groups(), CapacityReport::deviceGroup))
        .put("deviceFailures", devices.failures())
        .put(
            "unread", UnreadReport.of(NodeGroups.unread(cluster).and(DeviceGroups.unread(cluster))))
        .put("asOf", cluster.asOf())
        .put("omissions", cluster.omissions())
        .build();
  }

  private static JsonObject node(
      DeviceNode node, Coverage visible, Function<String, Optional<String>> tenantOf) {
    List<DeviceNode.Holder> named =
        node.holders().stream().filter(h -> visible.includes(h.namespace())).toList();
    Quantity others =
        node.holders().stream()
            .filter(h -> !visible.includes(h.namespace()))
            .map(DeviceNode.Holder::amount)
            .reduce(Quantity.ZERO, Quantity::add);
    return JsonObjectBuilder.object()
        .put("name", node.name())
        .put("product", node.product())
        .put("takesPods", node.withheld().isEmpty())
        .put("availability", node.withheld().orElseGet(() -> node.availability().message()))
        .put("allocatable", node.allocatable())
        .put("free", node.free())
        .put("usable", node.usable())
        .put("pods", JsonObjectBuilder.array(named, h -> holder(h, tenantOf)))
        .put("others", others)
        .build();
  }

  private static JsonObject holder(
      DeviceNode.Holder holder, Function<String, Optional<String>> tenantOf) {
    return JsonObjectBuilder.object()
        .put("namespace", holder.namespace())
        .put("name", holder.pod())
        .putIfPresent("tenant", tenantOf.apply(holder.namespace()))
        .put("amount", holder.amount())
        .build();
  }
}

package dev.plimsoll.extender.api;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.extender.accounting.ShareUsage;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Share;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import dev.plimsoll.server.report.Visibility;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The use of shares, as JSON. Of tenants none of whose namespaces the caller may see there is only
 * what they have together, and that only in policies that are the caller's too.
 */
final class ShareReport {
  private final Decisions decisions;
  private final Visibility visibility;

  ShareReport(Decisions decisions, Visibility visibility) {
    this.decisions = decisions;
    this.visibility = visibility;
  }

  JsonObject json() {
    JsonArray rows = new JsonArray();
    List<ShareUsage> usages = decisions.shares();
    if (visibility.namespaces().complete()) {
      usages.forEach(usage -> rows.add(own(usage)));
    } else {
      addVisible(usages, rows);
    }
    JsonObject all = new JsonObject();
    all.add("shares", rows);
    return all;
  }

  private void addVisible(List<ShareUsage> usages, JsonArray rows) {
    Cluster cluster = decisions.cluster();
    for (CapacityPolicy policy : decisions.policies()) {
      Set<String> own = ownTenants(cluster, policy);
      Map<ResourceName, List<ShareUsage>> others = new TreeMap<>();
      for (ShareUsage usage : usages) {
        if (own.isEmpty() || !usage.policy().equals(policy.name())) {
          continue;
        }
        if (own.contains(usage.share().tenant())) {
          rows.add(own(usage));
        } else {
          others.computeIfAbsent(usage.share().resource(), r -> new ArrayList<>()).add(usage);
        }
      }
      if (visibility.nodes()) {
        others.values().forEach(some -> rows.add(together(some)));
      }
    }
  }

  private Set<String> ownTenants(Cluster cluster, CapacityPolicy policy) {
    Set<String> own = new HashSet<>();
    for (String namespace : visibility.namespaces().namespaces()) {
      TenantNamespaces.tenantOf(namespace, cluster, policy).map(Tenant::name).ifPresent(own::add);
    }
    return own;
  }

  private static JsonObject own(ShareUsage usage) {
    Share share = usage.share();
    JsonObject json = new JsonObject();
    json.addProperty("policy", usage.policy());
    json.addProperty("tenant", share.tenant());
    json.addProperty("resource", share.resource().toString());
    json.addProperty("guarantee", share.guarantee().toString());
    json.addProperty("ceiling", share.ceiling().toString());
    addUsage(json, List.of(usage));
    return json;
  }

  private static JsonObject together(List<ShareUsage> others) {
    ShareUsage first = others.get(0);
    JsonObject json = new JsonObject();
    json.addProperty("policy", first.policy());
    json.addProperty("otherTenants", others.size());
    json.addProperty("resource", first.share().resource().toString());
    addUsage(json, others);
    return json;
  }

  private static void addUsage(JsonObject json, List<ShareUsage> usages) {
    json.addProperty("share", sum(usages, usage -> usage.share().share()));
    json.addProperty("placed", sum(usages, ShareUsage::placed));
    json.addProperty("assumed", sum(usages, ShareUsage::assumed));
    json.addProperty("borrowed", sum(usages, ShareUsage::borrowed));
    json.addProperty("idle", sum(usages, ShareUsage::idle));
  }

  private static String sum(List<ShareUsage> usages, Function<ShareUsage, Quantity> amount) {
    return usages.stream().map(amount).reduce(Quantity::add).orElseThrow().toString();
  }
}

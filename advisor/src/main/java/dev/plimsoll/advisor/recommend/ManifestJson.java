package dev.plimsoll.advisor.recommend;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.LimitRangeItem;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.kubernetes.quantity.Resources;

/** Objects as they are sent to an API server. */
public final class ManifestJson {
  private ManifestJson() {}

  /** Returns the quota with all its ceilings and scopes. */
  public static JsonObject of(ResourceQuota quota) {
    JsonObject document = head("v1", "ResourceQuota", quota.namespace(), quota.name());
    document.add("spec", spec(quota.spec()));
    return document;
  }

  /** Returns the limit range. */
  static JsonObject of(LimitRange limitRange) {
    JsonArray limits = new JsonArray();
    for (LimitRangeItem item : limitRange.limits()) {
      JsonObject limit = new JsonObject();
      limit.addProperty("type", item.type());
      put(limit, "max", item.max());
      put(limit, "min", item.min());
      put(limit, "default", item.defaultLimits());
      put(limit, "defaultRequest", item.defaultRequests());
      put(limit, "maxLimitRequestRatio", item.maxLimitRequestRatio());
      limits.add(limit);
    }
    JsonObject spec = new JsonObject();
    spec.add("limits", limits);
    JsonObject document = head("v1", "LimitRange", limitRange.namespace(), limitRange.name());
    document.add("spec", spec);
    return document;
  }

  /** Returns an object's head: kind, name, and the namespace if it has one. */
  public static JsonObject head(String apiVersion, String kind, String namespace, String name) {
    JsonObject metadata = new JsonObject();
    metadata.addProperty("name", name);
    if (!namespace.isEmpty()) {
      metadata.addProperty("namespace", namespace);
    }
    JsonObject document = new JsonObject();
    document.addProperty("apiVersion", apiVersion);
    document.addProperty("kind", kind);
    document.add("metadata", metadata);
    return document;
  }

  /** Returns amounts by name. */
  public static JsonObject amounts(Resources resources) {
    JsonObject amounts = new JsonObject();
    resources.forEach((name, quantity) -> amounts.addProperty(name.name(), quantity.toString()));
    return amounts;
  }

  private static void put(JsonObject object, String name, Resources resources) {
    if (!resources.isEmpty()) {
      object.add(name, amounts(resources));
    }
  }

  private static JsonObject spec(ResourceQuotaSpec quota) {
    JsonObject spec = new JsonObject();
    spec.add("hard", amounts(quota.hard()));
    if (!quota.scopes().isEmpty()) {
      JsonArray scopes = new JsonArray();
      quota.scopes().forEach(scopes::add);
      spec.add("scopes", scopes);
    }
    if (!quota.scopeSelector().isEmpty()) {
      JsonArray expressions = new JsonArray();
      quota.scopeSelector().forEach(r -> expressions.add(expression(r)));
      JsonObject selector = new JsonObject();
      selector.add("matchExpressions", expressions);
      spec.add("scopeSelector", selector);
    }
    return spec;
  }

  private static JsonObject expression(ScopedResourceSelectorRequirement requirement) {
    JsonObject expression = new JsonObject();
    expression.addProperty("scopeName", requirement.scopeName());
    expression.addProperty("operator", requirement.operator());
    if (!requirement.values().isEmpty()) {
      JsonArray values = new JsonArray();
      requirement.values().forEach(values::add);
      expression.add("values", values);
    }
    return expression;
  }
}

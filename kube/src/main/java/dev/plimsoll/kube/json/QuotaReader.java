package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.LimitRangeItem;
import dev.plimsoll.kubernetes.object.QuotaRequest;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import java.util.HashMap;
import java.util.Map;

/** Reads limit ranges and quotas. */
final class QuotaReader {
  private QuotaReader() {}

  static LimitRange limitRange(Fields object) {
    return new LimitRange(
        ObjectMetaReader.metadata(object), object.object("spec").list("limits", QuotaReader::item));
  }

  private static LimitRangeItem item(Fields item) {
    return new LimitRangeItem(
        item.string("type"),
        item.resources("max"),
        item.resources("min"),
        item.resources("default"),
        item.resources("defaultRequest"),
        item.resources("maxLimitRequestRatio"));
  }

  static ResourceQuota quota(Fields object) {
    return new ResourceQuota(
        ObjectMetaReader.ofAccount(object),
        spec(object.object("spec")),
        status(object.object("status")));
  }

  static QuotaRequest request(Fields object) {
    Fields spec = object.object("spec");
    return new QuotaRequest(
        ObjectMetaReader.metadata(object),
        spec.optionalString("resourceQuota"),
        spec.resources("hard"),
        spec.time("until"),
        spec.string("reason"));
  }

  static ClusterResourceQuota clusterQuota(Fields object) {
    Fields spec = object.object("spec");
    Fields selector = spec.object("selector");
    Fields status = object.object("status");
    Map<String, ResourceQuotaStatus> namespaces = new HashMap<>();
    for (Fields namespace : status.list("namespaces", n -> n)) {
      namespaces.put(namespace.string("namespace"), status(namespace.object("status")));
    }
    return new ClusterResourceQuota(
        ObjectMetaReader.ofAccount(object),
        selector.optional("labels").map(SelectorReader::labels),
        selector.map("annotations"),
        spec(spec.object("quota")),
        status(status.object("total")),
        namespaces);
  }

  static ResourceQuotaSpec spec(Fields spec) {
    return new ResourceQuotaSpec(
        spec.resources("hard"),
        spec.strings("scopes"),
        spec.object("scopeSelector").list("matchExpressions", QuotaReader::scope));
  }

  private static ScopedResourceSelectorRequirement scope(Fields scope) {
    return new ScopedResourceSelectorRequirement(
        scope.string("scopeName"), scope.string("operator"), scope.strings("values"));
  }

  private static ResourceQuotaStatus status(Fields status) {
    return new ResourceQuotaStatus(status.resources("hard"), status.resources("used"));
  }
}

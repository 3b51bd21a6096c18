package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.CopiedQuota;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Finds quotas of one namespace, with the same scopes, that set different limits on one key. */
final class TighterQuotaDetector implements GapDetector {

  private record Scoping(Set<String> scopes, Set<?> selector) {
    static Scoping of(ResourceQuota quota) {
      return new Scoping(
          Set.copyOf(quota.spec().scopes()), Set.copyOf(quota.spec().scopeSelector()));
    }
  }

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.TighterQuotaBinds);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return context.unread(List.of(ResourceQuota.RESOURCE));
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    List<Finding> found = new ArrayList<>();
    Map<String, List<ResourceQuota>> byNamespace = new TreeMap<>();
    for (ResourceQuota quota : context.cluster().list(ResourceQuota.class)) {
      if (!CopiedQuota.is(quota)) {
        byNamespace.computeIfAbsent(quota.namespace(), n -> new ArrayList<>()).add(quota);
      }
    }
    for (List<ResourceQuota> quotas : byNamespace.values()) {
      if (quotas.size() > 1) {
        Map<Scoping, List<ResourceQuota>> alike = new HashMap<>();
        quotas.forEach(q -> alike.computeIfAbsent(Scoping.of(q), s -> new ArrayList<>()).add(q));
        alike.values().forEach(group -> compare(context, group, found));
      }
    }
    return found;
  }

  private static void compare(
      DetectionContext context, List<ResourceQuota> quotas, List<Finding> found) {
    Map<ResourceName, List<ResourceQuota>> byKey = new TreeMap<>();
    for (ResourceQuota quota : quotas) {
      quota
          .spec()
          .hard()
          .names()
          .forEach(key -> byKey.computeIfAbsent(key, k -> new ArrayList<>()).add(quota));
    }
    byKey.forEach(
        (key, several) -> {
          ResourceQuota tight = extreme(several, key, -1);
          ResourceQuota loose = extreme(several, key, 1);
          if (hard(tight, key).compareTo(hard(loose, key)) < 0) {
            found.add(finding(context, key, tight, loose));
          }
        });
  }

  private static ResourceQuota extreme(List<ResourceQuota> quotas, ResourceName key, int sign) {
    ResourceQuota best = quotas.get(0);
    for (ResourceQuota quota : quotas) {
      if (hard(quota, key).compareTo(hard(best, key)) * sign > 0) {
        best = quota;
      }
    }
    return best;
  }

  private static Quantity hard(ResourceQuota quota, ResourceName key) {
    return quota.spec().hard().getOrZero(key);
  }

  private static Finding finding(
      DetectionContext context, ResourceName key, ResourceQuota tight, ResourceQuota loose) {
    return FindingBuilder.of(GapKind.TighterQuotaBinds, tight)
        .resource(key)
        .message(
            "quota "
                + tight.name()
                + " allows "
                + hard(tight, key)
                + " of "
                + key
                + ", and quota "
                + loose.name()
                + " allows "
                + hard(loose, key)
                + ": both apply, so the smaller limit decides")
        .evidence("hard in " + tight.name(), hard(tight, key))
        .evidence("hard in " + loose.name(), hard(loose, key))
        .cause(context, new GapCause.QuotaLimit(tight, key, hard(loose, key)));
  }
}

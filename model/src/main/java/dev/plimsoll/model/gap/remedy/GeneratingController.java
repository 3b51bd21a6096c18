package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.HorizontalPodAutoscaler;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quota.CopiedQuota;
import java.util.Map;
import java.util.Optional;

/**
 * Controllers that make quotas, limit ranges and autoscalers, by the marks that they leave.
 *
 * <p>Source: {@code github.com/kubernetes-sigs/hierarchical-namespaces/api/v1alpha2} (HNC), {@code
 * github.com/kyverno/kyverno/api/kyverno/constants.go}, {@code
 * github.com/rancher/rancher/pkg/controllers/managementuser/resourcequota}, {@code
 * github.com/projectcapsule/capsule/internal/controllers/tenant} (an owner reference).
 */
public final class GeneratingController {
  /** Config Sync's annotation on what it applies. */
  public static final String CONFIG_SYNC = "configmanagement.gke.io/managed";

  private static final String HNC_COPY = "hnc.x-k8s.io/inherited-from";
  private static final String KYVERNO = "generate.kyverno.io/policy-name";
  private static final String RANCHER = "resourcequota.management.cattle.io/default-resource-quota";
  private static final String OWN_GROUP = "plimsoll.dev/";

  private GeneratingController() {}

  /** Returns the controller that makes a quota, a limit range or an autoscaler, if a mark tells. */
  public static Optional<DeclaringTool> of(ApiObject object) {
    if (object instanceof HorizontalPodAutoscaler) {
      return owner(object);
    }
    if (!(object instanceof ResourceQuota || object instanceof LimitRange)) {
      return Optional.empty();
    }
    Map<String, String> labels = object.metadata().labels();
    return label(labels, HNC_COPY)
        .map(from -> new DeclaringTool("HNC", "namespace " + from + " (HNC)"))
        .or(() -> copied(object))
        .or(
            () ->
                label(labels, KYVERNO)
                    .map(policy -> new DeclaringTool("Kyverno", "Kyverno policy " + policy)))
        .or(
            () ->
                label(labels, RANCHER)
                    .map(is -> new DeclaringTool("Rancher", "the namespace's project in Rancher")))
        .or(
            () ->
                label(object.metadata().annotations(), CONFIG_SYNC)
                    .filter("enabled"::equals)
                    .map(is -> new DeclaringTool("Config Sync", "Config Sync")))
        .or(() -> owner(object));
  }

  private static Optional<String> label(Map<String, String> labels, String key) {
    return Optional.ofNullable(labels.get(key)).filter(value -> !value.isEmpty());
  }

  private static Optional<DeclaringTool> copied(ApiObject object) {
    if (!(object instanceof ResourceQuota)) {
      return Optional.empty();
    }
    if (object.name().startsWith(CopiedQuota.HIERARCHICAL)) {
      return Optional.of(
          new DeclaringTool("HNC", "a HierarchicalResourceQuota of a namespace above (HNC)"));
    }
    return object.name().equals(CopiedQuota.OF_CLUSTER)
        ? Optional.of(new DeclaringTool("Accurate", "a ClusterResourceQuota of Accurate"))
        : Optional.empty();
  }

  private static Optional<DeclaringTool> owner(ApiObject object) {
    return object.metadata().owners().stream()
        .filter(o -> !o.apiVersion().startsWith(OWN_GROUP))
        .max((a, b) -> Boolean.compare(a.controller(), b.controller()))
        .map(GeneratingController::ofOwner);
  }

  private static DeclaringTool ofOwner(OwnerReference owner) {
    String name = owner.kind() + " " + owner.name();
    return new DeclaringTool("the controller of " + name, name);
  }
}

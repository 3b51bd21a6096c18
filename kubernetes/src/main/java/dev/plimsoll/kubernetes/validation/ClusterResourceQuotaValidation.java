package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which ClusterResourceQuotas OpenShift denies as invalid. Unlike a ResourceQuota's, its scopes may
 * change.
 *
 * <p>Source: {@code
 * openshift-kube-apiserver/admission/customresourcevalidation/clusterresourcequota/validation}.
 */
public final class ClusterResourceQuotaValidation {

  private ClusterResourceQuotaValidation() {}

  /** Returns the errors of the quota, on creation and on update alike. */
  public static List<FieldError> validate(
      ClusterResourceQuota quota, KubernetesControlPlane controlPlane) {
    List<FieldError> errors = new ArrayList<>();
    Optional<LabelSelector> labels = quota.labels();
    boolean selectsByLabel = labels.isPresent() && !isEmpty(labels.get());
    if (!selectsByLabel && quota.annotations().isEmpty()) {
      errors.add(FieldError.required("spec.selector", "must restrict the selected projects"));
    }
    if (labels.isPresent()) {
      String field = "spec.selector.labels";
      errors.addAll(LabelSelectorValidation.validate(labels.get(), field));
      if (!selectsByLabel) {
        errors.add(FieldError.invalidJson(field, "{}", "must restrict the selected projects"));
      }
    }
    for (String key : new TreeSet<>(quota.annotations().keySet())) {
      for (String detail : QualifiedNames.qualifiedName(key.toLowerCase(Locale.ROOT))) {
        errors.add(FieldError.invalid("spec.selector.annotations", key, detail));
      }
    }
    errors.addAll(ResourceQuotaValidation.validateSpec(quota.quota(), "spec.quota", controlPlane));
    errors.addAll(
        ResourceQuotaValidation.validateAmounts(quota.total().hard(), "status.overall.hard"));
    errors.addAll(
        ResourceQuotaValidation.validateAmounts(quota.total().used(), "status.overall.used"));
    new TreeMap<>(quota.namespaces())
        .forEach(
            (namespace, status) ->
                errors.addAll(
                    ResourceQuotaValidation.validateAmounts(
                        status.used(), "status.namespaces[" + namespace + "]")));
    return errors;
  }

  private static boolean isEmpty(LabelSelector selector) {
    return selector.matchLabels().isEmpty() && selector.matchExpressions().isEmpty();
  }
}

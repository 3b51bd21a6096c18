package dev.plimsoll.model.quota;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.AdmissionRequest;
import dev.plimsoll.model.object.ResourceQuota;
import java.util.List;

/**
 * Kubernetes' admission plug-in for ResourceQuotas: the last that a request has to pass.
 *
 * <p>Kubernetes reads the quotas of a namespace in no fixed order. That never changes what is
 * decided or charged, only which quota a refusal names; {@link QuotaOutcome.Refused#possible} has
 * them all.
 *
 * <p>Source: {@code staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota}.
 */
public final class ResourceQuotaAdmission {
  private final Evaluators evaluators;
  private final List<LimitedResource> limited;

  /**
   * Makes the plug-in.
   *
   * @param evaluators what objects are charged
   * @param limited what may only be consumed under a quota, as configured
   */
  public ResourceQuotaAdmission(Evaluators evaluators, List<LimitedResource> limited) {
    this.evaluators = evaluators;
    this.limited = List.copyOf(limited);
  }

  /** Makes the plug-in as it is by default, with the classes that a picture has. */
  public static ResourceQuotaAdmission of(Cluster cluster) {
    return new ResourceQuotaAdmission(Evaluators.of(cluster), List.of());
  }

  /**
   * Decides on a request.
   *
   * @param quotas all quotas of the object's namespace, in the order in which they are asked
   */
  public QuotaOutcome check(AdmissionRequest request, List<ResourceQuota> quotas) {
    if (request.object().namespace().isEmpty() || Evaluators.isIgnored(request.resource())) {
      return new QuotaOutcome.Allowed(List.of());
    }
    Evaluator evaluator = evaluators.get(request.resource());
    if (!evaluator.handles(request) || (quotas.isEmpty() && limited.isEmpty())) {
      return new QuotaOutcome.Allowed(List.of());
    }
    return new QuotaCheck(evaluator, request, limited).check(quotas);
  }
}

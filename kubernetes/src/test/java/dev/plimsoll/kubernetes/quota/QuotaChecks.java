package dev.plimsoll.kubernetes.quota;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.cluster;

import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.function.UnaryOperator;

/** Asks the rules of quotas with nothing else in the cluster. */
final class QuotaChecks {

  private QuotaChecks() {}

  /** Returns a scope with an operator. */
  static ScopedResourceSelectorRequirement scope(String name, String operator, String... values) {
    return new ScopedResourceSelectorRequirement(name, operator, List.of(values));
  }

  /** Returns what an object is charged. */
  static Resources usage(ApiObject object, ApiObject... others) {
    return Evaluators.of(cluster(others)).get(object.resource()).usage(object);
  }

  /** Returns what quotas make of a request. */
  static QuotaOutcome check(AdmissionRequest request, ResourceQuota... quotas) {
    return new ResourceQuotaAdmission(List.of(), UnaryOperator.identity())
        .check(cluster(), request, List.of(quotas));
  }

  /** Returns why quotas deny a request; empty if they allow it. */
  static String denial(AdmissionRequest request, ResourceQuota... quotas) {
    return check(request, quotas) instanceof QuotaOutcome.Denied denied
        ? denied.denial().message()
        : "";
  }

  /** Returns what the first quota is charged for a request that is allowed. */
  static Resources charged(AdmissionRequest request, ResourceQuota... quotas) {
    return check(request, quotas) instanceof QuotaOutcome.Allowed allowed
        ? allowed.accounts().get(0).requested()
        : Resources.EMPTY;
  }
}

package dev.plimsoll.model.quota;

import static dev.plimsoll.model.fixtures.PodFixtures.list;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.cluster.ClusterBuilder;
import dev.plimsoll.model.object.AdmissionRequest;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.PersistentVolumeClaim;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceClaim;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.object.ResourceQuotaSpec;
import dev.plimsoll.model.object.ResourceQuotaStatus;
import dev.plimsoll.model.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.model.object.Service;
import dev.plimsoll.model.quantity.Resources;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;

/** Makes quotas and pictures for tests. */
public final class Quotas {
  /** When the pictures were taken. */
  public static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

  private Quotas() {}

  /** Returns a quota of namespace team-a that the controller hasn't seen. */
  public static ResourceQuota fresh(String name, String hard) {
    return new ResourceQuota(
        ObjectMeta.of("team-a", name), ResourceQuotaSpec.of(list(hard)), ResourceQuotaStatus.NONE);
  }

  /** Returns a quota of namespace team-a, of which that much is used. */
  public static ResourceQuota quota(String name, String hard, String used) {
    return fresh(name, hard).withStatus(new ResourceQuotaStatus(list(hard), list(used)));
  }

  /** Returns the quota with these scopes in its selector. */
  public static ResourceQuota scoped(
      ResourceQuota quota, ScopedResourceSelectorRequirement... scopes) {
    return quota.withSpec(new ResourceQuotaSpec(quota.spec().hard(), List.of(), List.of(scopes)));
  }

  /** Returns a scope with an operator. */
  public static ScopedResourceSelectorRequirement scope(
      String name, String operator, String... values) {
    return new ScopedResourceSelectorRequirement(name, operator, List.of(values));
  }

  /** Returns a picture with these objects, in which nothing else was found. */
  public static Cluster cluster(ApiObject... objects) {
    ClusterBuilder builder =
        Cluster.builder(NOW)
            .listed(Pod.RESOURCE)
            .listed(Service.RESOURCE)
            .listed(PersistentVolumeClaim.RESOURCE)
            .listed(ResourceClaim.RESOURCE)
            .listed(ResourceQuota.RESOURCE);
    return builder.addAll(List.of(objects)).build();
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

  /** Returns why quotas refuse a request; empty if they grant it. */
  static String denial(AdmissionRequest request, ResourceQuota... quotas) {
    return check(request, quotas) instanceof QuotaOutcome.Denied denied
        ? denied.denial().message()
        : "";
  }

  /** Returns what the first quota is charged for a request that is granted. */
  static Resources charged(AdmissionRequest request, ResourceQuota... quotas) {
    return check(request, quotas) instanceof QuotaOutcome.Allowed allowed
        ? allowed.accounts().get(0).requested()
        : Resources.EMPTY;
  }
}

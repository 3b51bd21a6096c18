package dev.plimsoll.advisor.recommend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.ConfidenceLevel;
import dev.plimsoll.model.tenancy.plan.ResourceQuotaProposal;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GeneratedQuotaNotesTest {
  @Test
  void quotas_of_one_controller_object_are_told_together() {
    assertThat(
            GeneratedQuotaNotes.of(
                List.of(owned("a", "oil", true), owned("b", "oil", true), owned("c", "gas", true))))
        .containsExactly(
            "Tenant oil declares quota a/q and 1 more: make the change there, because --apply"
                + " leaves these alone without --force-conflicts",
            "Tenant gas declares quota c/q: make the change there, because --apply leaves it"
                + " alone without --force-conflicts");
  }

  @Test
  void few_controller_objects_are_named() {
    assertThat(
            GeneratedQuotaNotes.of(
                Stream.of("a", "b", "c", "d", "e").map(n -> owned(n, n, true)).toList()))
        .hasSize(4)
        .last()
        .isEqualTo(
            "2 more quotas are declared elsewhere, too, and --apply leaves these alone without"
                + " --force-conflicts");
  }

  @Test
  void quotas_that_stay_or_that_nobody_makes_are_not_told() {
    assertThat(GeneratedQuotaNotes.of(List.of(owned("a", "oil", false)))).isEmpty();
    assertThat(
            GeneratedQuotaNotes.of(
                List.of(recommendation(ResourceQuotaBuilder.quota("a", "q").build(), true))))
        .isEmpty();
  }

  private static QuotaRecommendation owned(String namespace, String tenant, boolean changes) {
    OwnerReference owner =
        new OwnerReference("capsule.clastix.io/v1beta2", "Tenant", tenant, tenant, true);
    ResourceQuota plain = ResourceQuotaBuilder.quota(namespace, "q").build();
    return recommendation(
        new ResourceQuota(
            plain.metadata().withOwners(List.of(owner)), plain.spec(), plain.status()),
        changes);
  }

  private static QuotaRecommendation recommendation(ResourceQuota quota, boolean changes) {
    return new QuotaRecommendation(
        new ResourceQuotaProposal(
            "t",
            quota.namespace(),
            quota.name(),
            Resources.EMPTY.with(ResourceName.PODS, Quantity.of(1)),
            List.of(),
            changes ? List.of(ResourceName.PODS) : List.of()),
        quota,
        new RecommendationEffect(0, 0, 0, 0, 0, List.of(), List.of()),
        new Confidence(ConfidenceLevel.HIGH, ""));
  }
}

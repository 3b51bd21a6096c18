package dev.plimsoll.advisor.recommend;

import static java.util.stream.Collectors.partitioningBy;

import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.decision.CeilingPlan;
import dev.plimsoll.model.tenancy.decision.ResourceCeilings;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The recommendations for a cluster.
 *
 * @param shares who may have how much, by the policy
 * @param plan the ceilings on what is divided, as they were decided
 * @param recommendations one a quota, in the order of the policy's tenants
 * @param limitRanges defaults of limit ranges that should be others
 * @param nodes nodes that are missing for what is wanted
 * @param gapsNow the gaps there are
 * @param gapsExpected the gaps there would be
 * @param notes what to know about all this, a sentence each
 * @param asOf when the snapshot was taken
 * @param omissions what the snapshot lacks, a sentence each
 * @param unread what every recommendation rests on and the snapshot lacks altogether
 * @param elsewhere recommendations for other namespaces, which are not what was asked for
 * @param unexamined what could not be looked at; what is recommended is so as if it were not there,
 *     and the quotas of its namespace are left alone
 */
@RecordBuilder
public record Advice(
    Shares shares,
    CeilingPlan plan,
    List<QuotaRecommendation> recommendations,
    List<LimitRangeAdvice> limitRanges,
    List<NodeAdvice> nodes,
    List<Gap> gapsNow,
    List<Gap> gapsExpected,
    List<String> notes,
    Instant asOf,
    List<String> omissions,
    List<GroupResource> unread,
    List<QuotaRecommendation> elsewhere,
    List<Unexamined> unexamined)
    implements AdviceBuilder.With {

  public Advice {
    recommendations = List.copyOf(recommendations);
    limitRanges = List.copyOf(limitRanges);
    nodes = List.copyOf(nodes);
    gapsNow = List.copyOf(gapsNow);
    gapsExpected = List.copyOf(gapsExpected);
    notes = List.copyOf(notes);
    omissions = List.copyOf(omissions);
    unread = List.copyOf(unread);
    elsewhere = List.copyOf(elsewhere);
    unexamined = List.copyOf(unexamined);
  }

  /** Returns the decided ceilings of a divided resource. */
  public ResourceCeilings decided(DividedResource resource) {
    return plan.resources().stream()
        .filter(r -> r.capacity().resource().equals(resource))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the recommendations that would change something. */
  public List<QuotaRecommendation> changes() {
    return recommendations.stream().filter(r -> r.proposal().changes()).toList();
  }

  /** Returns the advice for one namespace; the cluster-wide parts stay. */
  public Advice in(String namespace) {
    Map<Boolean, List<QuotaRecommendation>> parts =
        recommendations.stream()
            .collect(partitioningBy(r -> r.proposal().namespace().equals(namespace)));
    return withRecommendations(parts.getOrDefault(true, List.of()))
        .withElsewhere(parts.getOrDefault(false, List.of()))
        .withLimitRanges(
            limitRanges.stream()
                .filter(l -> l.limitRange().namespace().equals(namespace))
                .toList());
  }
}

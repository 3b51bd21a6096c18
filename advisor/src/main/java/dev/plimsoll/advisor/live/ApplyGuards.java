package dev.plimsoll.advisor.live;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.QuotaRecommendation;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.model.tenancy.ChangeLimits;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.TenantCapacity;
import dev.plimsoll.model.tenancy.plan.PlannedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Checks whether advice may be applied. The snapshot must have all resources that the advice needs.
 * The changes must be within the policy's limits for one run without a person.
 */
final class ApplyGuards {
  private static final String BY_A_PERSON = "; a person can apply it with --over-limits";

  private final Advice advice;
  private final ChangeLimits limits;
  private final boolean overLimits;
  private final Set<String> declined;

  /**
   * Makes the guards of a run.
   *
   * @param declined the labels of quotas that stay as they are anyway
   */
  ApplyGuards(Advice advice, ApplyOverrides overrides, Set<String> declined) {
    this.advice = advice;
    this.declined = Set.copyOf(declined);
    this.limits = advice.shares().capacity().policy().changes().limits();
    this.overLimits = overrides.overLimits();
  }

  /** Returns the reason for leaving a quota unchanged, regardless of other quotas. */
  Optional<String> ofQuota(QuotaRecommendation quotaRecommendation) {
    return overLimits
            || quotaRecommendation.confidence().level().compareTo(limits.confidence()) >= 0
        ? Optional.empty()
        : Optional.of(
            "its confidence is "
                + name(quotaRecommendation.confidence().level())
                + " ("
                + quotaRecommendation.confidence().reason()
                + "), and changes.limits.confidence is "
                + name(limits.confidence())
                + BY_A_PERSON);
  }

  /**
   * Returns why no quota is changed.
   *
   * @param plannedCeilings the plan as it would be carried out
   */
  Optional<String> ofAll(PlannedCeilings plannedCeilings) {
    return unread().or(() -> overLimits ? Optional.empty() : beyondLimits(plannedCeilings));
  }

  /** Returns which unread resources keep all quotas unchanged. */
  Optional<String> unread() {
    List<GroupResource> unread = advice.unread();
    return unread.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "no quota is changed, because "
                + names(unread, " and ")
                + " could not be listed and every change rests on them; grant the verb list on "
                + names(unread, ", ")
                + " at cluster scope");
  }

  private static String names(List<GroupResource> resources, String separator) {
    return resources.stream().map(GroupResource::toString).collect(joining(separator));
  }

  private Optional<String> beyondLimits(PlannedCeilings plannedCeilings) {
    List<QuotaRecommendation> changes =
        advice.changes().stream()
            .filter(r -> ofQuota(r).isEmpty() && !declined.contains(r.label()))
            .toList();
    Set<String> namespaces = changes.stream().map(r -> r.proposal().namespace()).collect(toSet());
    TenantCapacity capacity = advice.shares().capacity();
    List<PlannedRun.Total> totals = new ArrayList<>();
    for (DividedResource resource : capacity.policy().resources()) {
      totals.add(
          new PlannedRun.Total(
              capacity.of(resource),
              resource.written(plannedCeilings.raised(resource.name(), namespaces)),
              resource.written(plannedCeilings.reduced(resource.name(), namespaces))));
    }
    return new PlannedRun(changes.size(), totals)
        .beyond(limits)
        .map(reason -> "no quota is changed, because " + reason + BY_A_PERSON);
  }

  private static String name(Enum<?> level) {
    String name = level.name();
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }
}

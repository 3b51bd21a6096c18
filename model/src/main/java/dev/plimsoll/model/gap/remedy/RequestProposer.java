package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import java.util.List;

/** Proposes to set the requests and limits that a quota requires. */
final class RequestProposer implements RemedyProposer {
  private static final Quantity DEFAULT_CPU = Quantity.parse("1");
  private static final Quantity DEFAULT_MEMORY = Quantity.parse("1Gi");

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    return cause instanceof GapCause.Denied denied
            && denied.denial().report().quotaDenial().orElse(null)
                instanceof QuotaDenial.MustSpecify must
        ? List.of(proposal(must.missing().names()))
        : List.of();
  }

  private static Proposal proposal(List<ResourceName> keys) {
    return Proposal.ofPods(
        "set "
            + String.join(", ", keys.stream().map(ResourceName::name).toList())
            + " in every container (tried with the values in the patch)",
        PodEdit.ofTemplate(spec -> set(spec, keys)));
  }

  private static PodSpec set(PodSpec spec, List<ResourceName> keys) {
    return spec.with()
        .containers(spec.containers().stream().map(c -> set(c, keys)).toList())
        .initContainers(spec.initContainers().stream().map(c -> set(c, keys)).toList())
        .build();
  }

  private static Container set(Container container, List<ResourceName> keys) {
    ResourceRequirements resources = container.resources();
    for (ResourceName key : keys) {
      boolean limit = key.name().startsWith("limits.");
      ResourceName resource = ResourceName.of(key.name().replaceFirst("^(requests|limits)\\.", ""));
      Resources given = limit ? resources.limits() : resources.requests();
      if (!given.contains(resource)) {
        Resources other = limit ? resources.requests() : resources.limits();
        Quantity value =
            other
                .get(resource)
                .orElse(resource.equals(ResourceName.CPU) ? DEFAULT_CPU : DEFAULT_MEMORY);
        Resources with = given.with(resource, value);
        resources = limit ? resources.withLimits(with) : resources.withRequests(with);
      }
    }
    return container.withResources(resources);
  }
}

package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.WorkloadDenial;
import dev.plimsoll.model.object.Container;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceRequirements;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.quota.QuotaDenial;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.List;

/** Proposes to set the requests and limits that a quota requires. */
final class RequestProposer implements RemedyProposer {
  private static final Quantity DEFAULT_CPU = Quantity.parse("1");
  private static final Quantity DEFAULT_MEMORY = Quantity.parse("1Gi");

  @Override
  public List<Remedy> propose(DetectionContext context, GapCause cause) {
    return cause instanceof GapCause.Denied denied
            && denied.denial().report().quotaDenial().orElse(null)
                instanceof QuotaDenial.MustSpecify must
        ? List.of(set(context, denied.denial(), must.missing().names()))
        : List.of();
  }

  private static Remedy set(
      DetectionContext context, WorkloadDenial denial, List<ResourceName> keys) {
    List<Pod> changed = denial.missingPods().stream().map(p -> set(p, keys)).toList();
    StringBuilder yaml = new StringBuilder();
    containers(yaml, "containers", changed.get(0).spec().containers(), keys);
    containers(yaml, "initContainers", changed.get(0).spec().initContainers(), keys);
    return PodTemplatePatch.ofPodSpec(
            denial.workload(),
            "set "
                + String.join(", ", keys.stream().map(ResourceName::name).toList())
                + " in every container (tried with the values in the patch)",
            yaml.toString())
        .tried(SimulationRun.create(context.simulation(), changed));
  }

  private static Pod set(Pod pod, List<ResourceName> keys) {
    return pod.withSpec(
        pod.spec()
            .with()
            .containers(pod.spec().containers().stream().map(c -> set(c, keys)).toList())
            .initContainers(pod.spec().initContainers().stream().map(c -> set(c, keys)).toList())
            .build());
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

  private static void containers(
      StringBuilder yaml, String field, List<Container> containers, List<ResourceName> keys) {
    if (containers.isEmpty()) {
      return;
    }
    yaml.append(field).append(":\n");
    for (Container container : containers) {
      yaml.append("- name: ").append(container.name()).append("\n  resources:\n");
      side(yaml, "limits", container.resources().limits(), keys);
      side(yaml, "requests", container.resources().requests(), keys);
    }
  }

  private static void side(
      StringBuilder yaml, String field, Resources values, List<ResourceName> keys) {
    List<ResourceName> shown =
        values.names().stream()
            .filter(
                n ->
                    keys.contains(ResourceName.of(field + "." + n))
                        || (field.equals("requests") && keys.contains(n)))
            .toList();
    if (shown.isEmpty()) {
      return;
    }
    yaml.append("    ").append(field).append(":\n");
    for (ResourceName name : shown) {
      yaml.append("      ").append(name).append(": ");
      yaml.append(PodTemplatePatch.quoted(values.getOrZero(name).toString())).append('\n');
    }
  }
}

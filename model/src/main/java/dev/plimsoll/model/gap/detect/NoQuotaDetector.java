package dev.plimsoll.model.gap.detect;

import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.object.ObjectReference;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import java.util.ArrayList;
import java.util.List;

/** Finds namespaces that request a scarce resource which none of their quotas names. */
final class NoQuotaDetector implements GapDetector {

  @Override
  public List<Finding> detect(DetectionContext context) {
    List<Finding> found = new ArrayList<>();
    for (ResourceName resource : context.scarce()) {
      context
          .requestsByNamespace(resource)
          .forEach(
              (namespace, requested) -> {
                if (!named(context, namespace, resource)) {
                  found.add(finding(context, namespace, resource, requested));
                }
              });
    }
    return found;
  }

  private static boolean named(DetectionContext context, String namespace, ResourceName resource) {
    return context.cluster().list(ResourceQuota.class, namespace).stream()
        .flatMap(q -> q.spec().hard().names().stream())
        .map(ResourceName::name)
        .anyMatch(
            key ->
                key.equals(resource.name())
                    || key.equals("requests." + resource)
                    || key.equals("limits." + resource));
  }

  private static Finding finding(
      DetectionContext context, String namespace, ResourceName resource, Quantity requested) {
    return FindingBuilder.of(
            GapKind.NoQuota, new ObjectReference("Namespace", namespace, namespace, ""))
        .resource(resource)
        .message(
            "pods of namespace "
                + namespace
                + " request "
                + requested
                + " of "
                + resource
                + ", and no quota limits it")
        .evidence("requested", requested)
        .cause(context, new GapCause.Unlimited(namespace, resource, requested));
  }
}

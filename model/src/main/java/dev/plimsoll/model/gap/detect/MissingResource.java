package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.OtherDevices;
import dev.plimsoll.model.gap.UnmetSelector;
import java.util.List;

/**
 * An extended resource that no node has.
 *
 * @param name its name
 */
record MissingResource(ResourceName name) {

  /** Says where else devices may be: under another name, or on a node that lists none. */
  String elsewhere(DetectionContext context) {
    List<ResourceName> others = OtherDevices.of(context).like(name);
    return (others.isEmpty() ? "" : "; nodes have " + UnmetSelector.named(others, ", "))
        + UnavailableDevicesDetector.firstUnlisted(context.cluster())
            .map(unlisted -> "; " + unlisted)
            .orElse("");
  }
}

package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import java.util.List;

/**
 * Another limit for one key of a quota.
 *
 * @param namespace the quota's namespace
 * @param quota the quota's name
 * @param key the key
 * @param hard the limit to set
 */
record QuotaPatch(String namespace, String quota, ResourceName key, Quantity hard) {

  /** Returns the remedy with the command, the patch and the options that set the limit. */
  Remedy addTo(Remedy remedy) {
    return remedy
        .withCommand(command())
        .withPatch("spec:\n  hard:\n    " + key + ": \"" + hard + "\"\n")
        .withOptions(options());
  }

  /** Returns the kubectl command that sets the limit. */
  String command() {
    return "kubectl patch resourcequota %s -n %s --type=merge -p '{\"spec\":{\"hard\":{\"%s\":\"%s\"}}}'"
        .formatted(quota, namespace, key, hard);
  }

  /** Returns the options of {@code plimsoll whatif} that set the limit. */
  List<String> options() {
    return List.of("--set-quota", namespace + "/" + quota + ":" + key + "=" + hard);
  }
}

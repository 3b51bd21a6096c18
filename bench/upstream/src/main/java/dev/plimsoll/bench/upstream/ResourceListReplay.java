package dev.plimsoll.bench.upstream;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Set;
import java.util.stream.Collectors;

/** Replays the arithmetic of resource lists. */
final class ResourceListReplay {
  private ResourceListReplay() {}

  static Comparison compare(Call call) {
    QuotaCall quota = new QuotaCall(call);
    Resources a = quota.resources("a");
    Resources b = quota.resources("b");
    return switch (call.name()) {
      case "Equals" -> Comparison.of(call.text("out"), Boolean.toString(a.equals(b)));
      case "LessThanOrEqual" ->
          Comparison.of(sorted(call), a.exceeding(b).stream().sorted().toList().toString());
      case "IsNegative" -> Comparison.of(sorted(call), a.negatives().toString());
      case "Add" -> lists(quota, a.add(b));
      case "Subtract" -> lists(quota, a.subtract(b));
      case "SubtractWithNonNegativeResult" -> lists(quota, a.subtractWithNonNegativeResult(b));
      case "Max" -> lists(quota, a.max(b));
      case "Mask" -> {
        Set<ResourceName> names =
            call.texts("names").stream().map(ResourceName::of).collect(Collectors.toSet());
        yield lists(quota, a.mask(names));
      }
      case "RemoveZeros" -> lists(quota, a.removeZeros());
      default -> throw new IllegalArgumentException("no such call: " + call.name());
    };
  }

  private static String sorted(Call call) {
    return call.texts("out").stream().sorted().toList().toString();
  }

  private static Comparison lists(QuotaCall quota, Resources result) {
    return Comparison.of(quota.resources("out").toString(), result.toString());
  }
}

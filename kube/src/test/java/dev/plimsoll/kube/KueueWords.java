package dev.plimsoll.kube;

import dev.plimsoll.kubernetes.object.Workload;
import java.util.Set;
import java.util.regex.Pattern;

/** What Kueue says of a Workload that it can never admit. */
final class KueueWords {
  private static final Set<String> NEVER = Set.of("ExceedsMaxQuota", "NoMatchingFlavor");

  /** What Kueue before v0.19 says, whose only reason is {@code Pending}. */
  private static final Pattern CAUSES =
      Pattern.compile("maximum capacity|doesn't match node affinity|unavailable in ClusterQueue");

  private KueueWords() {}

  static boolean isNever(Workload workload) {
    return workload.conditions().stream()
        .filter(c -> c.type().equals("QuotaReserved") && c.status().equals("False"))
        .anyMatch(
            c ->
                NEVER.contains(c.reason())
                    || (c.reason().equals("Pending")
                        && CAUSES.matcher(c.message()).find()
                        && !c.message().contains("more needed")));
  }
}

package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.TenantDemand;
import dev.plimsoll.model.tenancy.UnservableDemand;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Notes on what tenants wait for that isn't counted as demand. */
final class DemandNotes {
  private static final int NAMED = 10;

  private DemandNotes() {}

  static List<String> of(Shares shares) {
    Set<ResourceName> divided =
        shares.capacity().policy().resources().stream()
            .map(DividedResource::name)
            .collect(Collectors.toSet());
    List<String> notes = new ArrayList<>();
    for (TenantDemand demand : shares.demands()) {
      demand.unservable().stream()
          .filter(u -> !u.each().mask(divided).removeZeros().isEmpty())
          .forEach(u -> notes.add(unservable(u, u.each().mask(divided).removeZeros())));
      notes.addAll(demand.unknown());
    }
    return notes.size() <= NAMED
        ? notes
        : List.copyOf(
            concat(
                notes.subList(0, NAMED),
                notes.size() - NAMED + " more like these aren't counted as demand"));
  }

  private static List<String> concat(List<String> some, String last) {
    List<String> all = new ArrayList<>(some);
    all.add(last);
    return all;
  }

  private static String unservable(UnservableDemand unservable, Resources divided) {
    return unservable.object().kind()
        + " "
        + unservable.object().namespace()
        + "/"
        + unservable.object().name()
        + " wants "
        + (unservable.object().kind().equals("Pod")
            ? ""
            : Counted.of(unservable.pods(), "pod") + " with ")
        + divided
        + ", which no node could take even if it were empty: not counted as demand";
  }
}

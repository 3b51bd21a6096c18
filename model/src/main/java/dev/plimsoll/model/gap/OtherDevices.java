package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Names of extended resources that nodes have, where no node has the requested one. The requested
 * name may have a typing error, or be the profile of a partition that no device has.
 */
public final class OtherDevices {
  private OtherDevices() {}

  /**
   * Returns the names that are like a name, the most alike first. Alike are names of one domain.
   * Where there are none, alike are names with other domains, such as {@code amd.com/gpu} and
   * {@code nvidia.com/gpu}.
   */
  public static List<ResourceName> like(ResourceName wanted, Collection<Node> nodes) {
    Set<ResourceName> all = new TreeSet<>();
    for (Node node : nodes) {
      for (ResourceName name : node.allocatable().names()) {
        if (name.isExtended() && node.allocatable().getOrZero(name).signum() > 0) {
          all.add(name);
        }
      }
    }
    List<ResourceName> ofDomain =
        all.stream().filter(n -> domain(n).equals(domain(wanted))).toList();
    return (ofDomain.isEmpty()
            ? all.stream().filter(n -> device(n).equals(device(wanted))).toList()
            : ofDomain)
        .stream()
            .sorted(
                Comparator.comparingInt((ResourceName n) -> -alike(n.name(), wanted.name()))
                    .thenComparing(Comparator.naturalOrder()))
            .toList();
  }

  private static String domain(ResourceName name) {
    return name.name().substring(0, Math.max(0, name.name().lastIndexOf('/')));
  }

  private static String device(ResourceName name) {
    return name.name().substring(name.name().lastIndexOf('/') + 1);
  }

  /** Returns how many first characters two names have in common. */
  private static int alike(String one, String other) {
    int common = 0;
    while (common < Math.min(one.length(), other.length())
        && one.charAt(common) == other.charAt(common)) {
      common++;
    }
    return common;
  }
}

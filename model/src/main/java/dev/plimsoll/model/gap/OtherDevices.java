package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Names of extended resources that nodes have, where no node has the requested one. The requested
 * name may have a typing error, or be the profile of a partition that no device has.
 *
 * @param all the names in their order
 */
public record OtherDevices(List<ResourceName> all) {

  public OtherDevices {
    all = List.copyOf(all);
  }

  /** Returns the names that nodes of the cluster have; they are gathered once. */
  public static OtherDevices of(DetectionContext context) {
    return context
        .shared()
        .of(
            OtherDevices.class,
            () -> {
              Set<ResourceName> names = new TreeSet<>();
              for (Node node : context.cluster().nodes()) {
                Resources has = node.allocatable();
                has.names().stream()
                    .filter(n -> n.isExtended() && has.getOrZero(n).signum() > 0)
                    .forEach(names::add);
              }
              return new OtherDevices(List.copyOf(names));
            });
  }

  /** Returns whether a node has the resource. */
  public boolean has(ResourceName name) {
    return Collections.binarySearch(all, name) >= 0;
  }

  /**
   * Returns the names that are like a name, the most alike first. Alike are names of one domain.
   * Where there are none, alike are names with other domains, such as {@code amd.com/gpu} and
   * {@code nvidia.com/gpu}.
   */
  public List<ResourceName> like(ResourceName wanted) {
    String domain = domain(wanted);
    List<ResourceName> ofDomain = all.stream().filter(n -> domain(n).equals(domain)).toList();
    String device = device(wanted);
    return (ofDomain.isEmpty()
            ? all.stream().filter(n -> device(n).equals(device)).toList()
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

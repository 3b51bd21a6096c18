package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.object.DeviceTaint;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.placement.dra.DeviceShortage.Alternative;
import dev.plimsoll.kubernetes.placement.dra.DeviceShortage.Cause;
import dev.plimsoll.kubernetes.placement.dra.DeviceShortage.Kind;
import dev.plimsoll.kubernetes.placement.dra.UnmetRequest.Remedy;
import dev.plimsoll.kubernetes.placement.framework.NodeDiagnosis;
import dev.plimsoll.kubernetes.placement.framework.RejectionDetail;
import dev.plimsoll.kubernetes.version.DefaultPlugin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Gathers which requests of devices can't be met on which nodes, by what keeps the devices. */
public final class UnmetRequests {
  private record Key(String claim, String request, Set<Kind> kinds) {}

  private record CauseKey(Kind kind, String detail) {}

  private static final Comparator<CauseKey> ORDER =
      Comparator.comparing(CauseKey::kind).thenComparing(CauseKey::detail);

  /** The causes and remedies found so far for one group of nodes. */
  private static final class Group {
    private final ResourceClaim claim;
    private final Alternative alternative;
    private final List<String> nodes = new ArrayList<>();
    private final Map<CauseKey, Integer> causes = new TreeMap<>(ORDER);
    private final Map<String, List<String>> remedies = new TreeMap<>();

    Group(ResourceClaim claim, Alternative alternative) {
      this.claim = claim;
      this.alternative = alternative;
    }

    void add(String node, DeviceShortage shortage, Alternative same) {
      nodes.add(node);
      for (Cause cause : same.causes()) {
        causes.merge(new CauseKey(cause.kind(), detail(cause)), cause.devices(), Integer::sum);
      }
      if (!shortage.tolerable().isEmpty()) {
        String taints =
            shortage.tolerable().stream()
                .map(DeviceTaint::toString)
                .collect(Collectors.joining(" and "));
        remedy("if it tolerated " + taints, node);
      }
      shortage.lowerCount().ifPresent(c -> remedy("if it requested " + c, node));
    }

    /** Claims of other namespaces aren't named. */
    private String detail(Cause cause) {
      if (cause.kind() != Kind.Allocated) {
        return cause.detail();
      }
      String own = claim.namespace() + "/";
      return cause.detail().startsWith(own) ? cause.detail().substring(own.length()) : "";
    }

    private void remedy(String action, String node) {
      remedies.computeIfAbsent(action, a -> new ArrayList<>()).add(node);
    }

    UnmetRequest request() {
      List<Cause> all = new ArrayList<>();
      causes.forEach((key, devices) -> all.add(new Cause(key.kind(), key.detail(), devices)));
      List<Remedy> helping = new ArrayList<>();
      remedies.forEach((action, where) -> helping.add(new Remedy(action, where)));
      return new UnmetRequest(
          claim.name(),
          alternative.name(),
          alternative.wanted().deviceClassName(),
          alternative.wanted().isForAll() ? 0 : alternative.wanted().count(),
          nodes,
          all,
          helping);
    }
  }

  private UnmetRequests() {}

  /** Returns the requests that keep a pod from nodes, those of most nodes first. */
  public static List<UnmetRequest> of(List<NodeDiagnosis> nodes) {
    return of(details(nodes));
  }

  /** Returns the details of nodes that lack devices, by the nodes' names. */
  public static Map<String, RejectionDetail> details(List<NodeDiagnosis> nodes) {
    Map<String, RejectionDetail> details = new LinkedHashMap<>();
    for (NodeDiagnosis node : nodes) {
      if (node.plugin().equals(DefaultPlugin.DynamicResources.name())) {
        node.detail().ifPresent(d -> details.put(node.node().name(), d));
      }
    }
    return details;
  }

  /**
   * Returns the requests that keep a pod from nodes, those of most nodes first.
   *
   * @param byNode what is known of the rejections, by the nodes' names
   */
  public static List<UnmetRequest> of(Map<String, RejectionDetail> byNode) {
    Map<Key, Group> groups = new LinkedHashMap<>();
    byNode.forEach(
        (node, detail) -> {
          if (detail instanceof DeviceShortage shortage) {
            shortage.alternatives().forEach(a -> group(groups, shortage, a).add(node, shortage, a));
          }
        });
    return groups.values().stream()
        .map(Group::request)
        .sorted(Comparator.comparing((UnmetRequest r) -> -r.nodes().size()))
        .toList();
  }

  private static Group group(
      Map<Key, Group> groups, DeviceShortage shortage, Alternative alternative) {
    return groups.computeIfAbsent(
        key(shortage, alternative), k -> new Group(shortage.claim(), alternative));
  }

  private static Key key(DeviceShortage shortage, Alternative alternative) {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    alternative.causes().forEach(c -> kinds.add(c.kind()));
    return new Key(shortage.claim().name(), alternative.name(), kinds);
  }
}

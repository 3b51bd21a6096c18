package dev.plimsoll.server.report;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.CsiNode;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.object.RuntimeClass;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.VolumeAttachment;
import dev.plimsoll.server.access.AccessException;
import dev.plimsoll.server.access.AccessRequest;
import dev.plimsoll.server.access.CallerAccess;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The part of the cluster that a caller may see: namespaces whose pods the caller may list, and
 * nodes if the caller may get them. Answers are made from that alone, as from a dump that the
 * caller could have taken, so that they can't tell anything of the rest.
 *
 * @param namespaces the namespaces
 * @param nodes whether nodes, and what there is of the whole cluster without names
 */
public record Visibility(Coverage namespaces, boolean nodes) {
  /** The kinds that apply to everybody who creates a pod. */
  private static final Set<GroupResource> CLASSES =
      Set.of(
          PriorityClass.RESOURCE,
          RuntimeClass.RESOURCE,
          StorageClass.RESOURCE,
          DeviceClass.RESOURCE);

  private static final Set<GroupResource> NODES =
      Set.of(Node.RESOURCE, CsiNode.RESOURCE, VolumeAttachment.RESOURCE);

  /** Returns the part of the whole cluster that a caller may see. */
  public static Visibility of(CallerAccess access, Cluster cluster) {
    return new Visibility(
        access.allows(AccessRequest.listPods(""))
            ? Coverage.COMPLETE
            : Coverage.of(
                cluster.namespaces().stream()
                    .filter(n -> access.allows(AccessRequest.listPods(n)))
                    .collect(Collectors.toSet())),
        access.allows(AccessRequest.getNodes()));
  }

  /**
   * Returns the part that a caller may see for a question about a namespace. Whether there is such
   * a namespace is told to those only who may see it.
   *
   * @throws dev.plimsoll.server.access.AccessException if the namespace isn't for the caller
   */
  public static Visibility of(CallerAccess access, String namespace) {
    boolean nodes = access.allows(AccessRequest.getNodes());
    if (access.allows(AccessRequest.listPods(""))) {
      return new Visibility(Coverage.COMPLETE, nodes);
    }
    access.require(AccessRequest.listPods(namespace));
    return new Visibility(Coverage.of(Set.of(namespace)), nodes);
  }

  /**
   * Requires that the caller may see nodes.
   *
   * @throws AccessException if not
   */
  public void requireNodes() {
    if (!nodes) {
      throw new AccessException(
          403, "forbidden: requires the right to " + AccessRequest.getNodes().text());
    }
  }

  /**
   * Requires that the caller may see all namespaces and nodes.
   *
   * @throws AccessException if not
   */
  public void requireAll() {
    requireNodes();
    if (!namespaces.complete()) {
      throw new AccessException(
          403,
          "forbidden: requires the right to "
              + AccessRequest.listPods("").text()
              + " in all namespaces");
    }
  }

  /** Returns the part of the cluster that the caller may see, which says what it leaves out. */
  public Cluster of(Cluster cluster) {
    if (namespaces.complete() && nodes) {
      return cluster;
    }
    Set<GroupResource> clusterScoped = new HashSet<>(CLASSES);
    if (nodes) {
      clusterScoped.addAll(NODES);
    }
    if (cluster.list(ClusterResourceQuota.class).isEmpty()) {
      clusterScoped.add(ClusterResourceQuota.RESOURCE);
    }
    Collection<LedgerSummary> ledgers = cluster.list(LedgerSummary.class);
    List<LedgerSummary> concerning = ledgers.stream().filter(this::concerns).toList();
    Cluster known = cluster;
    if (concerning.stream().allMatch(l -> l.namespaces().stream().allMatch(namespaces::includes))) {
      clusterScoped.add(LedgerSummary.RESOURCE);
      for (LedgerSummary ledger : ledgers) {
        known = concerning.contains(ledger) ? known : known.without(ledger);
      }
    }
    return known.excerpt(namespaces, clusterScoped).withOmissions(omissions());
  }

  private boolean concerns(LedgerSummary ledger) {
    return ledger.namespaces().stream().anyMatch(namespaces::includes);
  }

  private List<String> omissions() {
    return List.of(
        "Only what your token lets you see is shown: "
            + (namespaces.complete() ? "all namespaces" : "the namespaces whose pods you may list")
            + (nodes ? " and the nodes." : ", without nodes."));
  }
}

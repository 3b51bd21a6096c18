package dev.plimsoll.kube.live;

import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.model.tenancy.SuspendedDemand;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Lists all objects of a cluster for a snapshot. These are the kinds in the rules, custom resources
 * that own pods, and resources in quotas.
 */
final class ClusterLister {
  /** Owners have owners: a workflow's job's pods. */
  private static final int GENERATIONS = 4;

  private final ClusterSink sink;
  private final boolean readsQueues;
  private final Set<String> kinds;
  private final ResourceLister resourceLister;
  private final Connection connection;
  private final RelatedKinds relatedKinds = new RelatedKinds();
  private final Set<GroupResource> seen = new HashSet<>();

  ClusterLister(Connection connection, NamespaceScope scope, ClusterSink sink) {
    this(connection, scope, Set.of(), Set.of(), true, sink);
  }

  /**
   * Lists kinds of suspended work too, in addition to the kinds in the cluster's policies.
   *
   * @param kinds the custom kinds to be listed even if they own no pods, as a user names them
   */
  ClusterLister(
      Connection connection,
      NamespaceScope scope,
      Set<SuspendedDemand> suspended,
      Set<String> kinds,
      boolean readsQueues,
      ClusterSink sink) {
    this.readsQueues = readsQueues;
    this.kinds = Set.copyOf(kinds);
    this.connection = connection;
    this.sink = sink;
    this.resourceLister = new ResourceLister(connection, scope, relatedKinds, sink);
    relatedKinds.suspended(suspended);
  }

  void listAll() {
    ServerVersion.ask(connection).ifPresent(sink::controlPlane);
    Discovery discovery = new Discovery(connection);
    listServed(SnapshotResource.CLUSTER_QUOTAS, discovery);
    resourceLister.namespaces();
    seen.add(SnapshotResource.NAMESPACES.resource().resource());
    SnapshotResource.LISTS.forEach(w -> listServed(w, discovery));
    resourceLister.requireAny();
    if (readsQueues) {
      resourceLister.listIfAllowed(SnapshotResource.AUTOSCALER_STATUS);
    }
    for (int i = 0; i < GENERATIONS; i++) {
      for (GroupVersionKind owner : relatedKinds.owners()) {
        discovery.find(owner).ifPresent(r -> list(SnapshotResource.owner(r), Connection.JSON));
      }
    }
    for (String kind : kinds) {
      discovery.custom(kind).forEach(this::listNamed);
    }
    for (GroupResource counted : relatedKinds.counted()) {
      if (!seen.contains(counted)) {
        discovery
            .find(counted)
            .ifPresent(r -> list(SnapshotResource.counted(r), Connection.METADATA));
      }
    }
  }

  /** An answer about a kind that may not be listed must not take the kind's objects for absent. */
  private void listNamed(ApiResource kind) {
    list(SnapshotResource.owner(kind), Connection.JSON);
    if (resourceLister.isUnlisted(kind)) {
      sink.begin(kind);
      sink.end(kind, Coverage.NONE);
    }
  }

  private void listServed(SnapshotResource snapshotResource, Discovery discovery) {
    discovery
        .served(snapshotResource)
        .map(snapshotResource::servedAs)
        .map(w -> w.isOfAddOn() && isOwner(w.resource()) ? SnapshotResource.owner(w.resource()) : w)
        .ifPresentOrElse(
            this::listServed,
            () -> notListed(snapshotResource, discovery.unknownVersions(snapshotResource)));
  }

  /** Lists a kind in the version that is served. A kind for queues only may be left out. */
  private void listServed(SnapshotResource served) {
    if (readsQueues || !served.isOfAddOn()) {
      list(served, Connection.JSON);
    }
  }

  /** Returns whether work of the kind counts as demand, or owns an object that was read before. */
  private boolean isOwner(ApiResource resource) {
    return relatedKinds.owners().stream()
        .anyMatch(
            o ->
                o.group().equals(resource.type().group())
                    && o.kind().equals(resource.type().kind()));
  }

  private void notListed(SnapshotResource snapshotResource, List<String> versions) {
    if (versions.isEmpty()) {
      sink.absent(snapshotResource.resource());
    } else {
      sink.unknown(snapshotResource, versions);
    }
  }

  private void list(SnapshotResource snapshotResource, String accept) {
    if (seen.add(snapshotResource.resource().resource())) {
      resourceLister.list(snapshotResource, accept);
    }
  }
}

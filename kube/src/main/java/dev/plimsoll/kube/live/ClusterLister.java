package dev.plimsoll.kube.live;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.JsonTreeReader;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.model.object.GroupResource;
import dev.plimsoll.model.object.GroupVersionKind;
import dev.plimsoll.model.tenancy.SuspendedDemand;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lists all that a snapshot of a cluster is made of: the kinds the rules look at, the custom
 * resources that own pods, and what quotas count. A list that is forbidden becomes an omission.
 */
final class ClusterLister {
  /** Owners have owners: a workflow's job's pods. */
  private static final int GENERATIONS = 4;

  private final Connection connection;
  private final Optional<String> namespace;
  private final ClusterSink sink;
  private final RelatedKinds relatedKinds = new RelatedKinds();
  private final Set<GroupResource> seen = new HashSet<>();

  ClusterLister(Connection connection, Optional<String> namespace, ClusterSink sink) {
    this(connection, namespace, Set.of(), sink);
  }

  /** Lists the kinds of suspended work too, besides those that the cluster's policies name. */
  ClusterLister(
      Connection connection,
      Optional<String> namespace,
      Set<SuspendedDemand> suspended,
      ClusterSink sink) {
    this.connection = connection;
    this.namespace = namespace;
    this.sink = sink;
    relatedKinds.suspended(suspended);
  }

  void listAll() {
    Discovery discovery = new Discovery(connection);
    listServed(SnapshotResource.CLUSTER_QUOTAS, discovery);
    if (namespace.isPresent()) {
      oneNamespace(namespace.get());
    } else {
      list(SnapshotResource.NAMESPACES, Connection.JSON);
    }
    SnapshotResource.LISTS.forEach(w -> listServed(w, discovery));
    for (int i = 0; i < GENERATIONS; i++) {
      for (GroupVersionKind owner : relatedKinds.owners()) {
        discovery.find(owner).ifPresent(r -> list(SnapshotResource.owner(r), Connection.JSON));
      }
    }
    for (GroupResource counted : relatedKinds.counted()) {
      if (!seen.contains(counted)) {
        discovery
            .find(counted)
            .ifPresent(r -> list(SnapshotResource.counted(r), Connection.METADATA));
      }
    }
  }

  private void listServed(SnapshotResource snapshotResource, Discovery discovery) {
    discovery
        .served(snapshotResource)
        .map(snapshotResource::servedAs)
        .ifPresent(w -> list(w, Connection.JSON));
  }

  private void list(SnapshotResource snapshotResource, String accept) {
    ApiResource resource = snapshotResource.resource();
    if (!seen.add(resource.resource())) {
      return;
    }
    String path = resource.path(namespace);
    sink.begin(resource);
    try {
      new ListPager(connection, sink.pruning(), accept).read(path, taker(snapshotResource));
      sink.end(resource);
    } catch (StatusException e) {
      if (e.code() == StatusException.FORBIDDEN) {
        sink.omission(snapshotResource.forbidden("list", namespace));
      } else if (e.code() != StatusException.NOT_FOUND
          || snapshotResource.equals(SnapshotResource.NAMESPACES)) {
        throw connection.errors().status(path, e);
      }
    }
  }

  private ListPager.PageConsumer taker(SnapshotResource snapshotResource) {
    return new ListPager.PageConsumer() {
      @Override
      public void accept(List<JsonTree> items) {
        items.forEach(i -> relatedKinds.observe(snapshotResource, i));
        sink.items(snapshotResource.resource(), items);
      }

      @Override
      public void restart() {
        sink.begin(snapshotResource.resource());
      }
    };
  }

  private void oneNamespace(String name) {
    ApiResource resource = SnapshotResource.NAMESPACES.resource();
    seen.add(resource.resource());
    String path = resource.path(Optional.empty()) + "/" + name;
    try {
      JsonTree object =
          connection.get(path, Map.of(), Connection.JSON, sink.pruning(), JsonTreeReader::object);
      sink.begin(resource);
      sink.items(resource, List.of(object));
      sink.end(resource);
    } catch (StatusException e) {
      if (e.code() == StatusException.NOT_FOUND) {
        throw new InputException("The cluster has no namespace \"" + name + "\".");
      }
      if (e.code() != StatusException.FORBIDDEN) {
        throw connection.errors().status(path, e);
      }
      sink.omission(SnapshotResource.NAMESPACES.forbidden("get", namespace));
    }
    sink.omission(
        "Only the namespace "
            + name
            + " was read, so answers omit what pods of other namespaces hold on the nodes.");
  }
}

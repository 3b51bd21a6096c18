package dev.plimsoll.kube.live;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.JsonTreeReader;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kube.resource.Omissions;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lists the objects of one resource after the other, in all namespaces where that is wanted and
 * allowed, else in one. Who may list neither pods nor quotas of all namespaces is a tenant, for
 * whom it isn't tried with other resources.
 */
final class ResourceLister {
  private static final Set<GroupResource> OF_ADMINISTRATORS =
      Set.of(Pod.RESOURCE, ResourceQuota.RESOURCE);

  private final Connection connection;
  private final NamespaceScope scope;
  private final RelatedKinds relatedKinds;
  private final ClusterSink sink;
  private final Set<GroupResource> forbidden = new HashSet<>();
  private final Set<GroupResource> unlisted = new HashSet<>();
  private boolean foundNothing = true;

  ResourceLister(
      Connection connection, NamespaceScope scope, RelatedKinds relatedKinds, ClusterSink sink) {
    this.connection = connection;
    this.scope = scope;
    this.relatedKinds = relatedKinds;
    this.sink = sink;
  }

  /** Lists the objects of a resource, and tells the sink if that is forbidden. */
  void list(SnapshotResource resource, String accept) {
    boolean namespaced = resource.resource().namespaced();
    boolean inAll = !namespaced || (scope.all() && !isTenant());
    if (inAll && isListed(resource, Optional.empty(), accept)) {
      return;
    }
    boolean inOne =
        namespaced
            && scope.namespace().isPresent()
            && isListed(resource, scope.namespace(), accept);
    if (!inOne) {
      unlisted.add(resource.resource().resource());
    }
    if (scope.all() || !inOne) {
      forbidden.add(resource.resource().resource());
      sink.forbidden(resource);
    }
  }

  /** Returns whether no object of a resource may be listed, not even in the namespace. */
  boolean isUnlisted(ApiResource resource) {
    return unlisted.contains(resource.resource());
  }

  /** Lists the objects of a resource that few clusters have; nobody misses the forbidden ones. */
  void listIfAllowed(SnapshotResource resource) {
    if (scope.all() && !isListed(resource, Optional.empty(), Connection.JSON)) {
      forbidden.add(resource.resource().resource());
    }
  }

  private boolean isTenant() {
    return scope.namespace().isPresent() && forbidden.containsAll(OF_ADMINISTRATORS);
  }

  private boolean isListed(SnapshotResource resource, Optional<String> namespace, String accept) {
    ApiResource served = resource.resource();
    String path = served.path(namespace);
    sink.begin(served);
    try {
      new ListPager(connection, sink.pruning(), accept)
          .read(served, namespace, pageConsumer(resource));
      sink.end(served, namespace.map(n -> Coverage.of(Set.of(n))).orElse(Coverage.COMPLETE));
      foundNothing &= !served.namespaced();
      return true;
    } catch (StatusException e) {
      if (e.code() == StatusException.FORBIDDEN) {
        return false;
      }
      if (e.code() == StatusException.NOT_FOUND && !resource.equals(SnapshotResource.NAMESPACES)) {
        sink.absent(served);
        return true;
      }
      if (StatusException.isOutage(e.code()) && resource.isServedByOthers()) {
        sink.failed(resource, Omissions.answer(e.code(), e.getMessage()));
        return true;
      }
      throw connection.errors().status(path, e);
    } catch (UnreachableException e) {
      if (foundNothing || !resource.isServedByOthers()) {
        throw e;
      }
      sink.failed(resource, String.valueOf(e.getMessage()));
      return true;
    }
  }

  private ListPager.PageConsumer pageConsumer(SnapshotResource resource) {
    return new ListPager.PageConsumer() {
      @Override
      public void accept(List<JsonTree> items) {
        items.forEach(i -> relatedKinds.observe(resource, i));
        sink.items(resource.resource(), items);
      }

      @Override
      public void restart() {
        sink.begin(resource.resource());
      }
    };
  }

  /** Lists the namespaces, or reads the one of them that is wanted or may be read. */
  void namespaces() {
    SnapshotResource namespaces = SnapshotResource.NAMESPACES;
    if (scope.all() && isListed(namespaces, Optional.empty(), Connection.JSON)) {
      return;
    }
    boolean isRead = scope.namespace().isPresent() && isRead(scope.namespace().get());
    if (scope.all() || !isRead) {
      sink.forbidden(namespaces);
    }
  }

  private boolean isRead(String namespace) {
    ApiResource namespaces = SnapshotResource.NAMESPACES.resource();
    String path = namespaces.path(Optional.empty()) + "/" + namespace;
    try {
      JsonTree object =
          connection.get(path, Map.of(), Connection.JSON, sink.pruning(), JsonTreeReader::object);
      sink.begin(namespaces);
      sink.items(namespaces, List.of(object));
      sink.end(namespaces, Coverage.NONE);
      return true;
    } catch (StatusException e) {
      if (e.code() == StatusException.NOT_FOUND) {
        throw new InputException("The cluster has no namespace \"" + namespace + "\".");
      }
      if (e.code() != StatusException.FORBIDDEN) {
        throw connection.errors().status(path, e);
      }
      return false;
    }
  }

  /**
   * Checks that something could be listed in the namespace that is wanted.
   *
   * @throws InputException if everything in it is forbidden
   */
  void requireAny() {
    if (foundNothing && scope.namespace().isPresent()) {
      throw new InputException(
          "cannot list anything in the namespace "
              + scope.namespace().get()
              + " (forbidden); use -n with a namespace that you may read");
    }
  }
}

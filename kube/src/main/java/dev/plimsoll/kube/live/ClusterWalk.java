package dev.plimsoll.kube.live;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.model.object.GroupResource;
import dev.plimsoll.model.object.GroupVersionKind;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lists all that a picture of a cluster is made of: the kinds the rules look at, the custom
 * resources that own pods, and what quotas count. A list that is forbidden is left out, and said.
 */
final class ClusterWalk {
  /** Owners have owners: a workflow's job's pods. */
  private static final int GENERATIONS = 4;

  private final Connection connection;
  private final Optional<String> namespace;
  private final ClusterSink sink;
  private final Leads leads = new Leads();
  private final Set<GroupResource> seen = new HashSet<>();

  ClusterWalk(Connection connection, Optional<String> namespace, ClusterSink sink) {
    this.connection = connection;
    this.namespace = namespace;
    this.sink = sink;
  }

  void walk() {
    Discovery discovery = new Discovery(connection);
    listServed(Wanted.CLUSTER_QUOTAS, discovery);
    if (namespace.isPresent()) {
      oneNamespace(namespace.get());
    } else {
      list(Wanted.NAMESPACES, Connection.JSON);
    }
    Wanted.LISTS.forEach(w -> listServed(w, discovery));
    for (int i = 0; i < GENERATIONS; i++) {
      for (GroupVersionKind owner : leads.owners()) {
        discovery.find(owner).ifPresent(r -> list(Wanted.owner(r), Connection.JSON));
      }
    }
    for (GroupResource counted : leads.counted()) {
      if (!seen.contains(counted)) {
        discovery.find(counted).ifPresent(r -> list(Wanted.counted(r), Connection.METADATA));
      }
    }
  }

  private void listServed(Wanted wanted, Discovery discovery) {
    discovery
        .served(wanted)
        .map(r -> new Wanted(r, List.of(), wanted.makesPods(), wanted.loss()))
        .ifPresent(w -> list(w, Connection.JSON));
  }

  private void list(Wanted wanted, String accept) {
    ApiResource resource = wanted.resource();
    if (!seen.add(resource.resource())) {
      return;
    }
    String path = resource.path(namespace);
    sink.begin(resource);
    try {
      new PagedList(connection, sink.pruning(), accept).read(path, taker(wanted));
      sink.end(resource);
    } catch (StatusException e) {
      if (e.code() == StatusException.FORBIDDEN) {
        sink.omission(forbidden("list", wanted));
      } else if (e.code() != StatusException.NOT_FOUND || wanted.equals(Wanted.NAMESPACES)) {
        throw connection.failures().refused(path, e);
      }
    }
  }

  private PagedList.Taker taker(Wanted wanted) {
    return new PagedList.Taker() {
      @Override
      public void items(List<JsonObject> items) {
        items.forEach(i -> leads.follow(wanted, i));
        sink.items(wanted.resource(), items);
      }

      @Override
      public void restart() {
        sink.begin(wanted.resource());
      }
    };
  }

  private void oneNamespace(String name) {
    ApiResource resource = Wanted.NAMESPACES.resource();
    seen.add(resource.resource());
    String path = resource.path(Optional.empty()) + "/" + name;
    try {
      JsonObject object = connection.get(path, Map.of(), Connection.JSON, sink.pruning()::readItem);
      sink.begin(resource);
      sink.items(resource, List.of(object));
      sink.end(resource);
    } catch (StatusException e) {
      if (e.code() == StatusException.NOT_FOUND) {
        throw new InputException("The cluster has no namespace \"" + name + "\".");
      }
      if (e.code() != StatusException.FORBIDDEN) {
        throw connection.failures().refused(path, e);
      }
      sink.omission(forbidden("get", Wanted.NAMESPACES));
    }
    sink.omission(
        "Only the namespace "
            + name
            + " was read, so answers leave out what pods of other namespaces hold on the nodes.");
  }

  private String forbidden(String verb, Wanted wanted) {
    Optional<String> in = wanted.resource().namespaced() ? namespace : Optional.empty();
    return "Forbidden: the verb "
        + verb
        + " on "
        + wanted.resource().resource()
        + in.map(n -> " in the namespace " + n).orElse(" at cluster scope")
        + "; answers leave out "
        + wanted.loss()
        + ".";
  }
}

package dev.plimsoll.admission.controller;

import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.Discovery;
import dev.plimsoll.kube.live.ListPager;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ResourceVersion;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * The versions of resources that nothing changes. The API server tells watchers of such a resource
 * nothing, so that a replica that listed it earlier than another seems to be behind for ever. If
 * the server lists exactly the objects that the replica has observed, the replica is up to date.
 */
final class ListedVersions {
  private final Connection connection;

  ListedVersions(Connection connection) {
    this.connection = connection;
  }

  /**
   * Returns the observed versions; a version that is behind is replaced by a newer one if a list
   * proves that no object is missing.
   *
   * @param ahead what somebody else has counted up to
   * @throws StatusException if the server doesn't list
   */
  SortedMap<GroupResource, String> newest(
      SortedMap<GroupResource, String> versions,
      SortedMap<GroupResource, String> ahead,
      SortedSet<String> namespaces,
      Cluster observed)
      throws StatusException {
    SortedMap<GroupResource, String> newest = new TreeMap<>(versions);
    for (Map.Entry<GroupResource, String> version : versions.entrySet()) {
      GroupResource resource = version.getKey();
      String other = ahead.getOrDefault(resource, version.getValue());
      if (!other.equals(version.getValue()) && ResourceVersion.isNewer(other, version.getValue())) {
        listed(resource, namespaces, observed).ifPresent(v -> newest.put(resource, v));
      }
    }
    return newest;
  }

  /**
   * Returns whether the API server has exactly the objects that were observed.
   *
   * @throws StatusException if the server doesn't list
   */
  boolean isCurrent(QuotaCount count) throws StatusException {
    for (GroupResource resource : count.versions().keySet()) {
      if (listed(resource, count.quota().namespaces(), count.cluster()).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** Returns the version of the first list, if the lists are what was observed. */
  private Optional<String> listed(
      GroupResource resource, SortedSet<String> namespaces, Cluster observed)
      throws StatusException {
    Optional<ApiResource> served = new Discovery(connection).find(resource);
    Optional<String> first = Optional.empty();
    for (String namespace : namespaces) {
      if (served.isEmpty()) {
        return Optional.empty();
      }
      Map<String, String> stored = new HashMap<>();
      String version =
          new ListPager(connection, JsonPruning.NONE, Connection.JSON)
              .read(served.get(), Optional.of(namespace), pages(stored));
      if (!stored.equals(observed(resource, namespace, observed))) {
        return Optional.empty();
      }
      first = first.isPresent() ? first : Optional.of(version);
    }
    return first;
  }

  private static ListPager.PageConsumer pages(Map<String, String> stored) {
    return new ListPager.PageConsumer() {
      @Override
      public void accept(List<JsonTree> items) {
        for (JsonTree item : items) {
          JsonTree metadata = item.object("metadata");
          stored.put(metadata.text("uid"), metadata.text("resourceVersion"));
        }
      }

      @Override
      public void restart() {
        stored.clear();
      }
    };
  }

  private static Map<String, String> observed(
      GroupResource resource, String namespace, Cluster observed) {
    Map<String, String> versions = new HashMap<>();
    observed
        .objects(namespace)
        .filter(o -> o.resource().equals(resource))
        .map(ApiObject::metadata)
        .forEach(m -> versions.put(m.uid(), m.resourceVersion()));
    return versions;
  }
}

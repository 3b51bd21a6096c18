package dev.plimsoll.kube.watch;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.GroupResource;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A snapshot, and how far each resource of it was observed.
 *
 * @param cluster the snapshot
 * @param versions of each resource that was listed, the resource version up to which all changes of
 *     its objects are in the snapshot, and none after it
 */
public record ObservedCluster(Cluster cluster, SortedMap<GroupResource, String> versions) {

  public ObservedCluster {
    versions = Collections.unmodifiableSortedMap(new TreeMap<>(versions));
  }
}

package dev.plimsoll.admission.gate;

import dev.plimsoll.kube.watch.ObservedCluster;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceVersion;
import java.util.List;

/**
 * All pods that the API server had at a time.
 *
 * @param version the resource version up to which all changes of pods are in it
 * @param pods of each its namespace, name, UID and resource version
 */
record ListedPods(String version, List<ObjectMeta> pods) {

  ListedPods {
    pods = List.copyOf(pods);
  }

  /** Returns whether informers have observed all that had been done to pods by then. */
  boolean areObserved(ObservedCluster observed) {
    return isReached(observed) || pods.stream().allMatch(p -> isObserved(p, observed.cluster()));
  }

  private boolean isReached(ObservedCluster observed) {
    String reached = observed.versions().getOrDefault(Pod.RESOURCE, "");
    return !reached.isEmpty() && !ResourceVersion.isNewer(version, reached);
  }

  private static boolean isObserved(ObjectMeta listed, Cluster cluster) {
    return cluster
        .find(Pod.class, listed.namespace(), listed.name())
        .map(Pod::metadata)
        .filter(now -> now.uid().equals(listed.uid()))
        .filter(now -> isSince(now.resourceVersion(), listed.resourceVersion()))
        .isPresent();
  }

  private static boolean isSince(String version, String listed) {
    return version.equals(listed) || !ResourceVersion.isNewer(listed, version);
  }
}

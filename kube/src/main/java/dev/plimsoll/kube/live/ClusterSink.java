package dev.plimsoll.kube.live;

import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.util.List;

/** Takes the objects of a cluster, list after list. */
interface ClusterSink {

  /** Returns the parts of objects to drop. */
  JsonPruning pruning();

  /** A list begins or restarts: objects of the resource read before no longer count. */
  void begin(ApiResource resource);

  /** Takes some items of the list. */
  void items(ApiResource resource, List<JsonTree> items);

  /** The list has been read to its end. It has all objects of the resource in what it covers. */
  void end(ApiResource resource, Coverage coverage);

  /** The cluster knows no such resource, so there are no objects of it. */
  void absent(ApiResource resource);

  /** The cluster has objects of the resource, but only in versions that nobody here can read. */
  void unknown(SnapshotResource resource, List<String> versions);

  /**
   * The API server can't list the resource. Its objects exist.
   *
   * @param error what the API server answered, or that it did not answer
   */
  void failed(SnapshotResource resource, String error);

  /** The resource may not be listed in all namespaces. */
  void forbidden(SnapshotResource resource);

  /** Takes what the API server says of itself. */
  void controlPlane(KubernetesControlPlane known);
}

package dev.plimsoll.kube.live;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ServedFields;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.model.tenancy.SuspendedDemand;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Reads a snapshot of a running cluster through its API. Resources that the user may not list are
 * left out and reported in {@link Cluster#omissions()}.
 */
public final class LiveCluster {
  private static final String REVIEWS = "/apis/authentication.k8s.io/v1/selfsubjectreviews";

  private LiveCluster() {}

  /**
   * Reads the whole cluster.
   *
   * @param progress told how many objects have been read, from time to time
   * @throws InputException if there is no kubeconfig that can be used; it says which and why
   * @throws UnreachableException if the cluster doesn't answer, or lets nobody in
   */
  public static Cluster read(ClusterAccess access, LongConsumer progress) {
    return read(access, NamespaceScope.ALL, Set.of(), progress, p -> {});
  }

  /**
   * Reads a cluster.
   *
   * @param scope which namespaces
   * @param suspended whose suspended work to read, besides what the cluster's policies name
   * @param progress told how many objects have been read, from time to time
   * @param policies takes the capacity policies, as the API server has them
   * @throws InputException if there is no kubeconfig that can be used, or no such namespace
   * @throws UnreachableException if the cluster doesn't answer, or lets nobody in
   */
  public static Cluster read(
      ClusterAccess access,
      NamespaceScope scope,
      Set<SuspendedDemand> suspended,
      LongConsumer progress,
      Consumer<JsonObject> policies) {
    return read(access, scope, suspended, Set.of(), progress, policies);
  }

  /**
   * Reads a cluster, and custom kinds that somebody wants to know about.
   *
   * @param kinds the plurals or kinds, in lower case; the group may follow, after a dot
   */
  public static Cluster read(
      ClusterAccess access,
      NamespaceScope scope,
      Set<SuspendedDemand> suspended,
      Set<String> kinds,
      LongConsumer progress,
      Consumer<JsonObject> policies) {
    return read(access, scope, suspended, kinds, true, progress, policies);
  }

  /**
   * Reads a cluster without queues of Kueue, Volcano and KAI, for answers that need no queue. Kinds
   * of suspended work are read. The queues count as not read if the cluster serves them.
   */
  public static Cluster readWithoutQueues(
      ClusterAccess access,
      NamespaceScope scope,
      Set<SuspendedDemand> suspended,
      LongConsumer progress,
      Consumer<JsonObject> policies) {
    return read(access, scope, suspended, Set.of(), false, progress, policies);
  }

  private static Cluster read(
      ClusterAccess access,
      NamespaceScope scope,
      Set<SuspendedDemand> suspended,
      Set<String> kinds,
      boolean readsQueues,
      LongConsumer progress,
      Consumer<JsonObject> policies) {
    try (Connection connection = new Login(access, Environment.ofProcess()).connect()) {
      Instant start = Instant.now();
      LiveSnapshotCollector liveSnapshotCollector =
          new LiveSnapshotCollector(start, progress, policies);
      new ClusterLister(connection, scope, suspended, kinds, readsQueues, liveSnapshotCollector)
          .listAll();
      return ServedTemplates.completed(
          liveSnapshotCollector.cluster().at(connection.serverTime(start)),
          connection,
          liveSnapshotCollector.workloads());
    }
  }

  /**
   * Reads objects of a running cluster in full: nested maps and lists. What the API server doesn't
   * give is left out.
   *
   * @throws UnreachableException if the cluster no longer answers
   */
  public static Map<ServedFields.Key, Map<String, Object>> fields(
      ClusterAccess access, Collection<ApiObject> objects) {
    if (objects.isEmpty()) {
      return Map.of();
    }
    try (Connection connection = new Login(access, Environment.ofProcess()).connect()) {
      return StoredObjectFields.read(connection, objects);
    }
  }

  /**
   * Returns the default namespace: that of the context, else of the pod this runs in, else {@code
   * default}.
   *
   * @throws InputException if there is a kubeconfig that can't be used
   */
  public static String currentNamespace(ClusterAccess access) {
    return new Login(access, Environment.ofProcess()).namespace();
  }

  /** Returns the API server's name for the user; empty if it doesn't tell. */
  public static Optional<String> currentUser(ClusterAccess access) {
    JsonObject review = new JsonObject();
    review.addProperty("apiVersion", "authentication.k8s.io/v1");
    review.addProperty("kind", "SelfSubjectReview");
    try (Connection connection = new Login(access, Environment.ofProcess()).connect()) {
      JsonTree answer =
          JsonTree.of(connection.write("POST", REVIEWS, Map.of(), Connection.JSON, review));
      return Optional.of(answer.object("status").object("userInfo").text("username"))
          .filter(name -> !name.isEmpty());
    } catch (StatusException | UnreachableException e) {
      return Optional.empty();
    }
  }
}

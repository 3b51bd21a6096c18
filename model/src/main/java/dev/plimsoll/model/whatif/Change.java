package dev.plimsoll.model.whatif;

import dev.plimsoll.model.capacity.NodeAvailability;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.ClusterResourceQuota;
import dev.plimsoll.model.object.LedgerSummary;
import dev.plimsoll.model.object.LimitRange;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.PolicyObject;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.object.ResourceQuotaSpec;
import dev.plimsoll.model.object.ResourceQuotaStatus;
import dev.plimsoll.model.object.Taint;
import dev.plimsoll.model.object.Workload;
import dev.plimsoll.model.patch.ObjectPatch;
import dev.plimsoll.model.placement.snapshot.Tolerations;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.workload.PodTemplateOwner;
import dev.plimsoll.model.workload.WorkloadPods;
import dev.plimsoll.model.workload.Workloads;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** A change of a cluster that can be simulated. */
public sealed interface Change {

  /**
   * Returns the changed cluster.
   *
   * @throws NoSuchObjectException if what is to be changed isn't there
   */
  Cluster applyTo(Cluster cluster);

  /** Returns what is done, as an imperative without full stop. */
  String describe();

  /** Returns the stored pods that go, if it does nothing to other pods. */
  default List<Pod> leaving(Cluster cluster) {
    return List.of();
  }

  /**
   * Sets one ceiling of a quota, in the spec and, as the controller would, in the status.
   *
   * @param namespace the quota's namespace
   * @param quota the quota's name
   * @param key the quota key
   * @param value the new ceiling
   */
  record SetQuota(String namespace, String quota, ResourceName key, Quantity value)
      implements Change {
    @Override
    public Cluster applyTo(Cluster cluster) {
      ResourceQuota old = require(cluster, ResourceQuota.class, "resourcequota", namespace, quota);
      return withLedger(cluster, l -> l.isOf(old), key, value)
          .with(
              old.withSpec(old.spec().withHard(old.spec().hard().with(key, value)))
                  .withStatus(limited(old.status(), key, value)));
    }

    @Override
    public String describe() {
      return "set " + key + " of quota " + namespace + "/" + quota + " to " + value;
    }
  }

  /**
   * Sets one ceiling of a quota over several namespaces, in the spec and, as the controllers would,
   * in the status and the ledger.
   *
   * @param quota the quota's name
   * @param key the quota key
   * @param value the new ceiling
   */
  record SetClusterQuota(String quota, ResourceName key, Quantity value) implements Change {
    @Override
    public Cluster applyTo(Cluster cluster) {
      ClusterResourceQuota old =
          require(cluster, ClusterResourceQuota.class, "clusterresourcequota", "", quota);
      return withLedger(cluster, l -> l.isOf(old), key, value)
          .with(
              old.withLimits(
                  old.quota().withHard(old.quota().hard().with(key, value)),
                  limited(old.total(), key, value)));
    }

    @Override
    public String describe() {
      return "set " + key + " of cluster resource quota " + quota + " to " + value;
    }
  }

  /**
   * Changes a capacity policy and, as the controller would, the limits of its tenants' ledgers.
   *
   * @param policy the policy as it is to be
   * @param ledgers the limits by the ledger's name
   * @param patch what does it to the stored policy
   */
  record SetPolicy(PolicyObject policy, Map<String, ResourceQuotaSpec> ledgers, ObjectPatch patch)
      implements Change {
    /** Makes the map unmodifiable. */
    public SetPolicy {
      ledgers = Map.copyOf(ledgers);
    }

    @Override
    public Cluster applyTo(Cluster cluster) {
      require(cluster, PolicyObject.class, "capacitypolicy", "", policy.name());
      Cluster changed = cluster.with(policy);
      for (Map.Entry<String, ResourceQuotaSpec> limits : ledgers.entrySet()) {
        changed =
            changed.with(
                require(changed, LedgerSummary.class, "quotaledger", "", limits.getKey())
                    .withSpec(limits.getValue()));
      }
      return changed;
    }

    @Override
    public String describe() {
      return "change capacity policy " + policy.name();
    }
  }

  /**
   * Removes one key of a quota, in the spec and, as the controller would, in the status.
   *
   * @param namespace the quota's namespace
   * @param quota the quota's name
   * @param key the quota key
   */
  record RemoveQuotaKey(String namespace, String quota, ResourceName key) implements Change {
    @Override
    public Cluster applyTo(Cluster cluster) {
      ResourceQuota old = require(cluster, ResourceQuota.class, "resourcequota", namespace, quota);
      ResourceQuotaStatus status =
          new ResourceQuotaStatus(
              old.status().hard().without(key), old.status().used().without(key));
      return cluster.with(
          old.withSpec(old.spec().withHard(old.spec().hard().without(key))).withStatus(status));
    }

    @Override
    public String describe() {
      return "remove " + key + " from quota " + namespace + "/" + quota;
    }
  }

  /**
   * Removes a limit range.
   *
   * @param namespace the limit range's namespace
   * @param name the limit range's name
   */
  record RemoveLimitRange(String namespace, String name) implements Change {
    @Override
    public Cluster applyTo(Cluster cluster) {
      return cluster.without(require(cluster, LimitRange.class, "limitrange", namespace, name));
    }

    @Override
    public String describe() {
      return "remove limit range " + namespace + "/" + name;
    }
  }

  /**
   * Removes a quota.
   *
   * @param namespace the quota's namespace
   * @param name the quota's name
   */
  record RemoveQuota(String namespace, String name) implements Change {
    @Override
    public Cluster applyTo(Cluster cluster) {
      return cluster.without(
          require(cluster, ResourceQuota.class, "resourcequota", namespace, name));
    }

    @Override
    public String describe() {
      return "remove quota " + namespace + "/" + name;
    }
  }

  /**
   * Lets a node take pods again; the taint goes as the node lifecycle controller would take it
   * away.
   *
   * @param node the node's name
   */
  record Uncordon(String node) implements Change {
    @Override
    public Cluster applyTo(Cluster cluster) {
      Node old = require(cluster, Node.class, "node", "", node);
      return cluster.with(
          old.withUnschedulable(false)
              .withTaints(taints(old, t -> !t.key().equals(Tolerations.UNSCHEDULABLE.key()))));
    }

    @Override
    public String describe() {
      return "uncordon node " + node;
    }
  }

  /**
   * Keeps a node from taking further pods.
   *
   * @param node the node's name
   */
  record Cordon(String node) implements Change {
    @Override
    public Cluster applyTo(Cluster cluster) {
      return cluster.with(require(cluster, Node.class, "node", "", node).withUnschedulable(true));
    }

    @Override
    public String describe() {
      return "cordon node " + node;
    }
  }

  /**
   * Adds nodes like one that is there, empty and available, whatever state that one is in.
   *
   * @param like the name of the node
   * @param count how many
   */
  record AddNodes(String like, int count) implements Change {
    @Override
    public Cluster applyTo(Cluster cluster) {
      Node model = require(cluster, Node.class, "node", "", like);
      Cluster changed = cluster;
      for (int i = 1; i <= count; i++) {
        changed = changed.with(copy(model, like + "-new-" + i));
      }
      return changed;
    }

    private static Node copy(Node model, String name) {
      Map<String, String> labels = new HashMap<>(model.metadata().labels());
      labels.computeIfPresent("kubernetes.io/hostname", (k, v) -> name);
      ObjectMeta meta = ObjectMeta.builder().name(name).labels(labels).build();
      List<Taint> taints = taints(model, t -> !NodeAvailability.isLifecycle(t));
      return new Node(meta, false, taints, model.capacity(), model.allocatable(), List.of());
    }

    @Override
    public String describe() {
      return "add " + count + (count == 1 ? " node" : " nodes") + " like " + like;
    }
  }

  /**
   * Deletes a pod.
   *
   * @param namespace the pod's namespace
   * @param name the pod's name
   */
  record DeletePod(String namespace, String name) implements Change {
    @Override
    public Cluster applyTo(Cluster cluster) {
      return cluster.without(require(cluster, Pod.class, "pod", namespace, name));
    }

    @Override
    public List<Pod> leaving(Cluster cluster) {
      return cluster.find(Pod.class, namespace, name).map(List::of).orElseGet(List::of);
    }

    @Override
    public String describe() {
      return "delete pod " + namespace + "/" + name;
    }
  }

  /**
   * Deletes a workload with all its pods.
   *
   * @param workload the workload
   */
  record DeleteWorkload(WorkloadPods workload) implements Change {
    @Override
    public Cluster applyTo(Cluster cluster) {
      Cluster changed = cluster;
      for (PodTemplateOwner owner : workload.templateOwners()) {
        changed = changed.without(owner.workload());
      }
      for (Pod pod : workload.pods()) {
        changed = changed.without(pod);
      }
      return changed;
    }

    @Override
    public List<Pod> leaving(Cluster cluster) {
      return workload.pods();
    }

    @Override
    public String describe() {
      return "delete " + workload.label() + " in namespace " + workload.root().namespace();
    }
  }

  /**
   * Suspends a workload or scales it down.
   *
   * @param smaller the workload as it is to be
   * @param leaving the pods that its controller deletes then
   */
  record ScaleDown(Workload smaller, List<Pod> leaving) implements Change {
    /** Makes the list unmodifiable. */
    public ScaleDown {
      leaving = List.copyOf(leaving);
    }

    @Override
    public Cluster applyTo(Cluster cluster) {
      Cluster changed = cluster.with(smaller);
      for (Pod pod : leaving) {
        changed = changed.without(pod);
      }
      return changed;
    }

    @Override
    public List<Pod> leaving(Cluster cluster) {
      return leaving;
    }

    @Override
    public String describe() {
      return "scale down "
          + Workloads.label(smaller.reference())
          + " in namespace "
          + smaller.namespace();
    }
  }

  /**
   * Creates an object, or replaces its former version.
   *
   * @param object the object as it is to be
   */
  record Apply(ApiObject object) implements Change {
    @Override
    public Cluster applyTo(Cluster cluster) {
      return cluster.with(object);
    }

    @Override
    public String describe() {
      String where = object.namespace().isEmpty() ? "" : object.namespace() + "/";
      return "apply " + object.type().kind().toLowerCase(Locale.ROOT) + " " + where + object.name();
    }
  }

  private static ResourceQuotaStatus limited(
      ResourceQuotaStatus old, ResourceName key, Quantity value) {
    boolean isNew = !old.used().contains(key) && !old.hard().contains(key);
    return new ResourceQuotaStatus(
        old.hard().with(key, value), isNew ? old.used().with(key, Quantity.ZERO) : old.used());
  }

  private static Cluster withLedger(
      Cluster cluster, Predicate<LedgerSummary> isOfQuota, ResourceName key, Quantity value) {
    return cluster.list(LedgerSummary.class).stream()
        .filter(isOfQuota)
        .findFirst()
        .map(l -> cluster.with(l.withSpec(l.spec().withHard(l.spec().hard().with(key, value)))))
        .orElse(cluster);
  }

  private static List<Taint> taints(Node node, Predicate<Taint> kept) {
    return node.taints().stream().filter(kept).toList();
  }

  private static <T extends ApiObject> T require(
      Cluster cluster, Class<T> type, String kind, String namespace, String name) {
    Optional<T> found = cluster.find(type, namespace, name);
    return found.orElseThrow(
        () -> new NoSuchObjectException(kind, namespace, name, names(cluster, type, namespace)));
  }

  private static <T extends ApiObject> List<String> names(
      Cluster cluster, Class<T> type, String namespace) {
    return cluster.list(type, namespace).stream().map(ApiObject::name).toList();
  }
}

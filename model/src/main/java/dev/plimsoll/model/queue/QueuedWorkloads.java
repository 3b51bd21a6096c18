package dev.plimsoll.model.queue;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.kueue.QuotaTree;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.FlavorQuota.FlavorResource;
import dev.plimsoll.kubernetes.object.LocalQueue;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails.Queued;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.DetectionContext;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The Workloads of Kueue in a cluster. */
public final class QueuedWorkloads {
  /** The label of a Workload that MultiKueue has copied from another cluster. */
  private static final String ORIGIN = "kueue.x-k8s.io/multikueue-origin";

  private static final Set<String> COMPARED = Set.of("ExceedsMaxQuota", "NoMatchingFlavor");

  private QueuedWorkloads() {}

  /** Returns them all, in order of namespace and name. */
  public static List<Workload> list(Cluster cluster) {
    return cluster.list(Workload.class).stream().filter(QueuedWorkloads::isQueued).toList();
  }

  /** Returns the Workloads that wait for quota; an empty name means all namespaces. */
  public static List<Workload> waiting(Cluster cluster, String namespace) {
    return list(cluster).stream()
        .filter(Workload::waiting)
        .filter(w -> namespace.isEmpty() || w.namespace().equals(namespace))
        .toList();
  }

  /** Returns whether some wait, or may wait because not all were read. */
  public static boolean mayWait(Cluster cluster, String namespace) {
    return !waiting(cluster, namespace).isEmpty()
        || cluster.list(Workload.class).stream()
            .filter(w -> namespace.isEmpty() || w.namespace().equals(namespace))
            .filter(w -> !cluster.covers(Queued.RESOURCE, w.namespace()))
            .anyMatch(w -> w.waiting() && w.metadata().labels().containsKey(QueueAnswer.LABEL));
  }

  /**
   * Returns whether Kueue has compared a waiting Workload with quota. Without Kueue's amounts, its
   * transformations of resources are unknown. A Workload that another cluster has dispatched may
   * run in a third.
   */
  public static boolean isCompared(Workload workload) {
    return !workload.metadata().labels().containsKey(ORIGIN)
        && (!details(workload).requested().isEmpty()
            || condition(workload, "QuotaReserved")
                .filter(c -> COMPARED.contains(c.reason()))
                .isPresent());
  }

  /**
   * Returns whether the cohorts above a ClusterQueue form a cycle, in which Kueue admits nothing.
   */
  public static boolean isInCycle(Cluster cluster, ClusterQueue queue) {
    return queue.quotas().stream()
        .limit(1)
        .map(q -> QuotaTree.of(q.key(), List.of(queue), cluster.list(Cohort.class)))
        .anyMatch(tree -> tree.hasCycle(queue.name()));
  }

  /** Returns the Workloads that stand for an object. */
  static List<Workload> of(Cluster cluster, ObjectReference object) {
    return cluster.list(Workload.class, object.namespace()).stream()
        .filter(QueuedWorkloads::isQueued)
        .filter(w -> owners(w).anyMatch(o -> isSame(o, object)) || isSame(w.reference(), object))
        .toList();
  }

  /** Returns the Workloads that stand for single pods; first those without quota. */
  static List<Workload> of(Cluster cluster, Collection<Pod> pods) {
    return pods.stream()
        .flatMap(p -> of(cluster, p.reference()).stream())
        .distinct()
        .sorted(Comparator.comparing(w -> !details(w).clusterQueue().isEmpty()))
        .toList();
  }

  /** Returns the objects that a Workload stands for. */
  public static Stream<ObjectReference> owners(Workload workload) {
    return workload.metadata().owners().stream()
        .map(o -> new ObjectReference(o.kind(), workload.namespace(), o.name(), o.uid()));
  }

  /** Returns the Workload for which Kueue preempted another, by the UID in Kueue's message. */
  static Optional<Workload> preempting(Cluster cluster, Workload preempted) {
    return condition(preempted, "Preempted")
        .filter(c -> c.status().equals("True"))
        .flatMap(
            c ->
                list(cluster).stream()
                    .filter(w -> !w.metadata().uid().isEmpty())
                    .filter(w -> c.message().contains("UID: " + w.metadata().uid() + ","))
                    .findFirst());
  }

  /** Returns whether Kueue queues the workload that owns a pod, by the workload's label. */
  public static boolean owns(Cluster cluster, Pod pod) {
    return pod.metadata().owners().stream()
        .anyMatch(
            o ->
                cluster.list(Workload.class, pod.namespace()).stream()
                    .filter(w -> o.kind().equals(w.type().kind()) && o.name().equals(w.name()))
                    .anyMatch(w -> w.metadata().labels().containsKey(QueueAnswer.LABEL)));
  }

  /** Returns Kueue's part of a Workload. */
  public static Queued details(Workload workload) {
    return (Queued) workload.details();
  }

  /** Returns the ClusterQueue that holds the Workload, or that its LocalQueue names. */
  public static Optional<String> clusterQueue(Cluster cluster, Workload workload) {
    Queued queued = details(workload);
    return queued.clusterQueue().isEmpty()
        ? cluster
            .find(LocalQueue.class, workload.namespace(), queued.queue())
            .map(LocalQueue::clusterQueue)
        : Optional.of(queued.clusterQueue());
  }

  /**
   * Returns the labels by which Kueue has chosen nodes for the pods of an object. Kueue adds them
   * to the node selector, and adds them again if the object is created again.
   */
  public static Map<String, String> flavorLabels(Cluster cluster, ObjectReference object) {
    Map<String, String> labels = new HashMap<>();
    of(cluster, object).stream()
        .flatMap(w -> details(w).reserved().keySet().stream())
        .flatMap(key -> cluster.find(ResourceFlavor.class, "", key.flavor()).stream())
        .forEach(flavor -> labels.putAll(flavor.nodeLabels()));
    return labels;
  }

  /** Returns whether Kueue may have chosen nodes for pods by labels that were not read. */
  public static boolean mayHaveUnreadLabels(Cluster cluster, WorkloadPods pods) {
    boolean isRead =
        cluster.covers(Queued.RESOURCE, pods.root().namespace())
            && cluster.covers(ResourceFlavor.RESOURCE);
    return !isRead
        && pods.templateOwners().stream()
            .anyMatch(o -> o.workload().metadata().labels().containsKey(QueueAnswer.LABEL));
  }

  /** Returns the amounts that Kueue compares with quota for a waiting Workload. */
  public static Resources requests(Workload workload) {
    return podSetRequests(workload).stream().reduce(Resources.EMPTY, Resources::add);
  }

  /**
   * Returns these amounts by pod set. Kueue says the amounts after its first look, with its
   * transformations of resources; until then, pod specs say them.
   */
  static List<Resources> podSetRequests(Workload workload) {
    List<Resources> said = details(workload).requested();
    return said.isEmpty()
        ? workload.templates().stream().map(t -> requests(workload, t)).toList()
        : said;
  }

  /** Returns whether Kueue's configuration makes the resource of others, as a Workload shows. */
  public static boolean isTransformed(Cluster cluster, ResourceName resource) {
    return !resource.equals(ResourceName.PODS)
        && list(cluster).stream()
            .anyMatch(
                w ->
                    isCounted(w, resource)
                        && w.templates().stream()
                            .map(t -> requests(w, t))
                            .noneMatch(r -> r.contains(resource)));
  }

  private static boolean isCounted(Workload workload, ResourceName resource) {
    return requests(workload).contains(resource)
        || details(workload).reserved().keySet().stream()
            .anyMatch(k -> k.resource().equals(resource));
  }

  private static Resources requests(Workload workload, Workload.PodTemplate template) {
    Resources.Builder all = Resources.builder();
    DetectionContext.requests(DetectionContext.podOf(workload, template))
        .forEach((name, amount) -> all.put(name, amount.multiply(template.replicas().orElse(1))));
    return all.build();
  }

  /** Returns the quota that a Workload reserves and whose Admitted condition is true. */
  public static Map<FlavorResource, Quantity> admitted(Workload workload) {
    return isTrue(workload, "Admitted") && !isTrue(workload, "Finished")
        ? details(workload).reserved()
        : Map.of();
  }

  /** Returns whether Kueue's message about the missing quota has the words. */
  static boolean says(Workload workload, String words) {
    return condition(workload, "QuotaReserved")
        .filter(c -> c.message().contains(words))
        .isPresent();
  }

  /** Returns the condition of that type. */
  public static Optional<Condition> condition(Workload workload, String type) {
    return workload.conditions().stream().filter(c -> c.type().equals(type)).findFirst();
  }

  private static boolean isTrue(Workload workload, String type) {
    return condition(workload, type).filter(c -> c.status().equals("True")).isPresent();
  }

  private static boolean isQueued(Workload workload) {
    return workload.details() instanceof Queued;
  }

  private static boolean isSame(ObjectReference a, ObjectReference b) {
    return a.kind().equals(b.kind()) && a.name().equals(b.name());
  }
}

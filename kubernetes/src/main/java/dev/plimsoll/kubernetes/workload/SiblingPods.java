package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.MutatingAdmissionPolicy;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.object.WebhookConfiguration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;

/**
 * Containers, tolerations, node selectors, requests and limits of a pod that its template hasn't.
 * Webhooks and policies set them, and plug-ins with files that aren't known. The next pod of the
 * Deployment, CronJob, ReplicaSet or Job is taken to get them, too. Only pods of ReplicaSets and
 * Jobs count, whose template doesn't change. Changes by Kueue are for single pods.
 *
 * <p>The admission controller of Vertical Pod Autoscaler replaces requests and limits and doesn't
 * regard the template's amounts. A pod whose spec was written again may have been resized, so its
 * amounts show no webhook.
 */
public final class SiblingPods {
  private static final String KUEUE = "kueue.x-k8s.io/";

  private final Optional<Cluster> told;
  private final ConcurrentMap<String, Map<String, Pod>> newest = new ConcurrentHashMap<>();

  private SiblingPods(Optional<Cluster> told) {
    this.told = told;
  }

  /** Returns the pods of nobody. */
  public static SiblingPods none() {
    return new SiblingPods(Optional.empty());
  }

  /** Returns the pods of a cluster as it was read. */
  public static SiblingPods of(Cluster told) {
    return new SiblingPods(Optional.of(told));
  }

  /** Returns the spec of a new pod with what its newest sibling got. */
  public PodSpec added(Pod pod) {
    return told.flatMap(cluster -> added(cluster, pod)).orElse(pod.spec());
  }

  private Optional<PodSpec> added(Cluster cluster, Pod pod) {
    return family(cluster, pod)
        .flatMap(
            family ->
                Optional.ofNullable(
                    newest.computeIfAbsent(pod.namespace(), n -> newest(cluster, n)).get(family)))
        .flatMap(
            sibling ->
                PluginEvidence.template(cluster, sibling)
                    .map(template -> added(cluster, pod, template.spec(), sibling)));
  }

  /** Returns the UID of the Deployment or CronJob, else that of the ReplicaSet or Job. */
  private static Optional<String> family(Cluster cluster, Pod pod) {
    return PluginEvidence.creator(cluster, pod)
        .map(
            creator ->
                creator
                    .metadata()
                    .controller()
                    .map(OwnerReference::uid)
                    .orElse(creator.metadata().uid()));
  }

  private static PodSpec added(Cluster cluster, Pod next, PodSpec template, Pod newest) {
    PodSpec spec = next.spec();
    PodSpec sibling = newest.spec();
    List<Toleration> tolerations = new ArrayList<>(spec.tolerations());
    sibling.tolerations().stream()
        .filter(t -> !template.tolerations().contains(t) && !tolerations.contains(t))
        .forEach(tolerations::add);
    Map<String, String> selector = new TreeMap<>(spec.nodeSelector());
    sibling.nodeSelector().entrySet().stream()
        .filter(e -> !template.nodeSelector().containsKey(e.getKey()))
        .forEach(e -> selector.putIfAbsent(e.getKey(), e.getValue()));
    PodSpec added =
        spec.with()
            .tolerations(tolerations)
            .nodeSelector(selector)
            .containers(added(spec.containers(), template.containers(), sibling.containers()))
            .initContainers(
                added(spec.initContainers(), template.initContainers(), sibling.initContainers()))
            .build();
    return newest.metadata().generation().orElse(1) == 1 && mayChange(cluster, next)
        ? SiblingAmounts.of(cluster, template, newest).given(added)
        : added;
  }

  /** Returns whether a webhook or policy may change the pod, or the webhooks were not read. */
  private static boolean mayChange(Cluster cluster, Pod pod) {
    Optional<Map<String, String>> labels =
        cluster.find(Namespace.class, "", pod.namespace()).map(n -> n.metadata().labels());
    return !cluster.covers(WebhookConfiguration.MUTATING_RESOURCE)
        || !cluster.list(MutatingAdmissionPolicy.class).isEmpty()
        || cluster.list(WebhookConfiguration.class).stream()
            .filter(WebhookConfiguration::isMutating)
            .flatMap(c -> c.webhooks().stream())
            .anyMatch(w -> w.maySeeCreationOf(pod, labels));
  }

  /** Returns all containers in the sibling's order, which counts for init containers. */
  private static List<Container> added(
      List<Container> own, List<Container> template, List<Container> sibling) {
    Set<String> ofTemplate = names(template);
    Set<String> ofOwn = names(own);
    Map<String, Container> all = new LinkedHashMap<>();
    sibling.stream()
        .filter(c -> ofOwn.contains(c.name()) || !ofTemplate.contains(c.name()))
        .forEach(c -> all.put(c.name(), c));
    own.forEach(c -> all.put(c.name(), c));
    return all.size() == own.size() ? own : List.copyOf(all.values());
  }

  private static Set<String> names(List<Container> containers) {
    return containers.stream().map(Container::name).collect(Collectors.toSet());
  }

  private static Map<String, Pod> newest(Cluster cluster, String namespace) {
    Map<String, Pod> newest = new HashMap<>();
    for (Pod pod : cluster.list(Pod.class, namespace)) {
      if (pod.metadata().labels().keySet().stream().noneMatch(l -> l.startsWith(KUEUE))) {
        family(cluster, pod).ifPresent(f -> newest.merge(f, pod, SiblingPods::newer));
      }
    }
    return newest;
  }

  private static Pod newer(Pod one, Pod other) {
    return created(other).isAfter(created(one)) ? other : one;
  }

  private static Instant created(Pod pod) {
    return pod.metadata().creationTimestamp().orElse(Instant.MIN);
  }
}

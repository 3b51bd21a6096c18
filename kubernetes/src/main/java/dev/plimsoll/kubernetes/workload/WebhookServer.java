package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.object.WebhookConfiguration;
import dev.plimsoll.kubernetes.object.WebhookConfiguration.ServiceReference;
import dev.plimsoll.kubernetes.object.WebhookConfiguration.Webhook;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The pods that should answer an admission webhook. If the webhook's Service was not read, all pods
 * of the Service's namespace may be such pods.
 */
public final class WebhookServer {
  private static final int MOST = 3;

  private WebhookServer() {}

  /**
   * Returns the Service of a webhook and the state of the pods behind it, as a part of a sentence.
   * The result is empty unless the webhook configurations name one Service.
   */
  public static Optional<String> of(Cluster cluster, Workloads workloads, String webhook) {
    List<ServiceReference> services =
        cluster.list(WebhookConfiguration.class).stream()
            .flatMap(c -> c.webhooks().stream())
            .filter(w -> w.name().equals(webhook))
            .flatMap(w -> w.service().stream())
            .distinct()
            .toList();
    return services.size() == 1
        ? Optional.of(sentence(cluster, workloads, services.get(0)))
        : Optional.empty();
  }

  private static String sentence(Cluster cluster, Workloads workloads, ServiceReference service) {
    String namespace = service.namespace();
    String start = "Service %s of namespace %s; ".formatted(service.name(), namespace);
    if (cluster.covers(Namespace.RESOURCE)
        && cluster.find(Namespace.class, "", namespace).isEmpty()) {
      return start + "that namespace doesn't exist";
    }
    Optional<Service> found = cluster.find(Service.class, namespace, service.name());
    if (found.isEmpty() && cluster.covers(Service.RESOURCE, namespace)) {
      return start + "that Service doesn't exist";
    }
    if (found.filter(s -> s.selector().isEmpty()).isPresent()) {
      return start + "that Service selects no pods";
    }
    if (!cluster.covers(Pod.RESOURCE, namespace)) {
      return start + "the pods of that namespace were not read";
    }
    Predicate<Map<String, String>> selects = selects(found);
    List<String> unready =
        workloads.list(namespace).stream().flatMap(w -> unready(workloads, w, selects)).toList();
    if (!unready.isEmpty()) {
      int more = unready.size() - MOST;
      return start
          + "there, "
          + unready.stream().limit(MOST).collect(Collectors.joining(", "))
          + (more > 0 ? ", and " + more + " more like these" : "");
    }
    String whose = found.isPresent() ? "that Service" : "that namespace";
    return start
        + (active(cluster.list(Pod.class, namespace).stream(), selects).findAny().isPresent()
            ? "all pods of " + whose + " are ready"
            : whose + " has no pods");
  }

  /** Returns whether a Service selects pods with these labels. An unread Service may. */
  private static Predicate<Map<String, String>> selects(Optional<Service> service) {
    return labels ->
        service.stream().allMatch(s -> labels.entrySet().containsAll(s.selector().entrySet()));
  }

  private static Stream<String> unready(
      Workloads workloads, WorkloadPods workload, Predicate<Map<String, String>> selects) {
    List<Pod> pods = active(workload.pods().stream(), selects).toList();
    List<PodTemplateOwner> owners =
        workload.templateOwners().stream()
            .filter(o -> selects.test(o.template().metadata().labels()))
            .toList();
    long ready = pods.stream().filter(Pod::isReady).count();
    long all = pods.size() + owners.stream().mapToLong(PodTemplateOwner::missing).sum();
    if (ready < all) {
      return Stream.of("%s has %d of %d pods ready".formatted(workload.label(), ready, all));
    }
    return all == 0 && !owners.isEmpty()
        ? workloads.inactivityOf(workload).stream()
            .filter(Inactivity::isScaledToNone)
            .map(i -> workload.label() + " " + i.reason())
        : Stream.empty();
  }

  private static Stream<Pod> active(Stream<Pod> pods, Predicate<Map<String, String>> selects) {
    return pods.filter(p -> !p.isTerminal() && selects.test(p.metadata().labels()));
  }

  /**
   * Returns the rest of a sentence about a webhook that the API server must be able to call:
   * whether no pod can answer. Returns an empty text if a pod may, or if the pods weren't read.
   */
  public static String withoutReadyPods(Cluster cluster, Webhook webhook) {
    return webhook
        .service()
        .filter(s -> webhook.failurePolicy().equals("Fail"))
        .filter(s -> cluster.covers(Pod.RESOURCE, s.namespace()))
        .filter(s -> isWithoutReadyPods(cluster, s))
        .map(
            s ->
                ": its Service %s in namespace %s has no ready pod"
                    .formatted(s.name(), s.namespace()))
        .orElse("");
  }

  private static boolean isWithoutReadyPods(Cluster cluster, ServiceReference service) {
    Optional<Service> found = cluster.find(Service.class, service.namespace(), service.name());
    Predicate<Map<String, String>> selects = selects(found);
    return found.stream().noneMatch(s -> s.selector().isEmpty())
        && cluster.list(Pod.class, service.namespace()).stream()
            .noneMatch(p -> p.isReady() && selects.test(p.metadata().labels()));
  }
}

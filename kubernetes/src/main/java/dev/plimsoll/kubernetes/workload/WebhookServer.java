package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.WebhookConfiguration;
import dev.plimsoll.kubernetes.object.WebhookConfiguration.ServiceReference;
import dev.plimsoll.kubernetes.object.WebhookConfiguration.Webhook;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The pods that should answer an admission webhook. The cluster's Services aren't read, so the pods
 * are all pods of the Service's namespace.
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
    if (!cluster.covers(Pod.RESOURCE, namespace)) {
      return start + "the pods of that namespace were not read";
    }
    List<String> unready =
        workloads.list(namespace).stream().flatMap(w -> unready(workloads, w)).toList();
    if (!unready.isEmpty()) {
      int more = unready.size() - MOST;
      return start
          + "there, "
          + unready.stream().limit(MOST).collect(Collectors.joining(", "))
          + (more > 0 ? ", and " + more + " more like these" : "");
    }
    return start
        + (active(cluster.list(Pod.class, namespace).stream()).findAny().isPresent()
            ? "all pods of that namespace are ready"
            : "that namespace has no pods");
  }

  private static Stream<String> unready(Workloads workloads, WorkloadPods workload) {
    long ready = active(workload.pods().stream()).filter(Pod::isReady).count();
    long all = active(workload.pods().stream()).count() + workload.missing();
    if (ready < all) {
      return Stream.of("%s has %d of %d pods ready".formatted(workload.label(), ready, all));
    }
    return all == 0
        ? workloads.inactivityOf(workload).stream()
            .filter(Inactivity::isScaledToNone)
            .map(i -> workload.label() + " " + i.reason())
        : Stream.empty();
  }

  private static Stream<Pod> active(Stream<Pod> pods) {
    return pods.filter(p -> !p.isTerminal());
  }

  /**
   * Returns the rest of a sentence about a webhook that the API server must be able to call:
   * whether no pod can answer. Returns an empty text if a pod may, or if the pods weren't read.
   */
  public static String withoutReadyPods(Cluster cluster, Webhook webhook) {
    return webhook
        .service()
        .map(ServiceReference::namespace)
        .filter(n -> webhook.failurePolicy().equals("Fail"))
        .filter(n -> cluster.covers(Pod.RESOURCE, n))
        .filter(n -> cluster.list(Pod.class, n).stream().noneMatch(Pod::isReady))
        .map(n -> ": its Service is in namespace " + n + ", where no pod is ready")
        .orElse("");
  }
}

package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.version.FeatureGate;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Charges pods. Each existing pod counts under {@code count/pods}. Until it ends, it also counts
 * under {@code pods} and is charged its requests and limits. Extended resources such as GPUs are
 * charged by their request and only under {@code requests.<name>}.
 *
 * <p>Source: {@code pkg/quota/v1/evaluator/core/pods.go}.
 *
 * @param now the time by which a pod that doesn't end is found to be stuck
 * @param controlPlane by whose rules pods are charged
 */
public record PodEvaluator(Instant now, KubernetesControlPlane controlPlane) implements Evaluator {
  private static final String REQUESTS = "requests.";
  private static final String DEVICE_CLASS_REQUESTS =
      REQUESTS + "deviceclass.resource.kubernetes.io/";
  private static final Quantity ONE = Quantity.of(1);
  private static final Resources COUNT_ONLY = Resources.of(ResourceName.COUNT_PODS, ONE);

  private static final Map<ResourceName, List<ResourceName>> REQUEST_KEYS =
      Map.of(
          ResourceName.CPU, List.of(ResourceName.CPU, ResourceName.REQUESTS_CPU),
          ResourceName.MEMORY, List.of(ResourceName.MEMORY, ResourceName.REQUESTS_MEMORY),
          ResourceName.EPHEMERAL_STORAGE,
              List.of(ResourceName.EPHEMERAL_STORAGE, ResourceName.REQUESTS_EPHEMERAL_STORAGE));

  private static final Map<ResourceName, ResourceName> LIMIT_KEYS =
      Map.of(
          ResourceName.CPU, ResourceName.LIMITS_CPU,
          ResourceName.MEMORY, ResourceName.LIMITS_MEMORY,
          ResourceName.EPHEMERAL_STORAGE, ResourceName.LIMITS_EPHEMERAL_STORAGE);

  private static final Set<ResourceName> TRACKED =
      Set.of(
          ResourceName.COUNT_PODS,
          ResourceName.PODS,
          ResourceName.CPU,
          ResourceName.REQUESTS_CPU,
          ResourceName.LIMITS_CPU,
          ResourceName.MEMORY,
          ResourceName.REQUESTS_MEMORY,
          ResourceName.LIMITS_MEMORY,
          ResourceName.EPHEMERAL_STORAGE,
          ResourceName.REQUESTS_EPHEMERAL_STORAGE,
          ResourceName.LIMITS_EPHEMERAL_STORAGE);

  /** Returns the evaluator by a cluster's time and control plane. */
  public static PodEvaluator of(Cluster cluster) {
    return new PodEvaluator(cluster.asOf(), cluster.controlPlane());
  }

  @Override
  public GroupResource resource() {
    return Pod.RESOURCE;
  }

  /** Handles changes that move a pod into a scope or out of one since Kubernetes 1.33. */
  @Override
  public boolean handles(AdmissionRequest request) {
    return switch (request.subresource()) {
      case "" ->
          request.isCreate()
              || (controlPlane.isAtLeast(KubernetesVersion.V1_33)
                  && changesTerminatingScope(request));
      case "resize" -> !request.isCreate();
      default -> false;
    };
  }

  private static boolean changesTerminatingScope(AdmissionRequest request) {
    return request.object() instanceof Pod pod
        && request.old().orElse(pod) instanceof Pod old
        && QuotaScopeMatcher.isTerminating(old) != QuotaScopeMatcher.isTerminating(pod);
  }

  @Override
  public boolean tracks(ResourceName key) {
    return TRACKED.contains(key) || key.isQuotaHugePage() || isExtendedRequest(key);
  }

  /** Returns whether the key counts requests of an extended resource. */
  boolean isExtendedRequest(ResourceName key) {
    return key.name().startsWith(REQUESTS)
        && (!key.isNative()
            || (knowsDeviceClasses() && key.name().startsWith(DEVICE_CLASS_REQUESTS)));
  }

  /** Returns whether resources that are named after device classes are extended ones. */
  private boolean knowsDeviceClasses() {
    return controlPlane.isAtLeast(KubernetesVersion.V1_35);
  }

  /** Returns the key that counts requests of the resource. */
  static ResourceName requestsKey(ResourceName resource) {
    return ResourceName.of(REQUESTS + resource.name());
  }

  @Override
  public Resources usage(ApiObject object) {
    Pod pod = (Pod) object;
    if (!isCharged(pod)) {
      return COUNT_ONLY;
    }
    Resources.Builder usage = Resources.builder();
    usage.put(ResourceName.COUNT_PODS, ONE).put(ResourceName.PODS, ONE);
    PodResourcesOptions options = PodResourcesOptions.QUOTA.under(controlPlane);
    PodResources.requests(pod, options)
        .forEach((resource, request) -> chargeRequest(usage, resource, request));
    PodResources.limits(pod, options)
        .forEach((resource, limit) -> chargeLimit(usage, resource, limit));
    return usage.build();
  }

  private void chargeRequest(Resources.Builder usage, ResourceName resource, Quantity request) {
    if (resource.isHugePage()) {
      usage.put(resource, request).put(requestsKey(resource), request);
    } else if (knowsDeviceClasses() ? resource.isDraExtended() : resource.isExtended()) {
      usage.put(requestsKey(resource), request);
    } else {
      REQUEST_KEYS.getOrDefault(resource, List.of()).forEach(key -> usage.put(key, request));
    }
  }

  private static void chargeLimit(Resources.Builder usage, ResourceName resource, Quantity limit) {
    ResourceName key = LIMIT_KEYS.get(resource);
    if (key != null) {
      usage.put(key, limit);
    }
  }

  /**
   * Returns whether the pod is charged for more than its existence. A pod isn't if it has ended, or
   * if its deletion is overdue by another grace period.
   */
  public boolean isCharged(Pod pod) {
    if (pod.isTerminal()) {
      return false;
    }
    ObjectMeta metadata = pod.metadata();
    return metadata.deletionTimestamp().isEmpty()
        || metadata.deletionGracePeriodSeconds().isEmpty()
        || !now.isAfter(
            metadata
                .deletionTimestamp()
                .get()
                .plusSeconds(metadata.deletionGracePeriodSeconds().getAsLong()));
  }

  @Override
  public boolean matches(ScopedResourceSelectorRequirement scope, ApiObject object) {
    return QuotaScopeMatcher.matches(scope, (Pod) object);
  }

  @Override
  public Optional<String> malformed(ScopedResourceSelectorRequirement scope) {
    return scope.scopeName().equals(QuotaScopeMatcher.PRIORITY_CLASS)
        ? QuotaScopeMatcher.malformed(scope)
        : Optional.empty();
  }

  @Override
  public MissingResources constraints(Collection<ResourceName> keys, ApiObject object) {
    Pod pod = (Pod) object;
    if (controlPlane.enables(FeatureGate.POD_LEVEL_RESOURCES) && hasPodLevelResources(pod)) {
      return MissingResources.NOTHING;
    }
    SortedMap<ResourceName, SortedSet<String>> missing = new TreeMap<>();
    for (ResourceName key : keys) {
      pod.spec().containers().forEach(c -> require(key, c, missing));
      pod.spec().initContainers().forEach(c -> require(key, c, missing));
    }
    return missing.isEmpty() ? MissingResources.NOTHING : new MissingResources(missing);
  }

  private static boolean hasPodLevelResources(Pod pod) {
    return pod.spec().resources().stream()
        .flatMap(r -> Stream.concat(r.requests().names().stream(), r.limits().names().stream()))
        .anyMatch(PodResourcesOptions::isSupportedPodLevelResource);
  }

  private static void require(
      ResourceName key, Container container, SortedMap<ResourceName, SortedSet<String>> missing) {
    Resources requests = container.resources().requests();
    Resources limits = container.resources().limits();
    boolean present =
        switch (key.name()) {
          case "cpu", "requests.cpu" -> requests.contains(ResourceName.CPU);
          case "memory", "requests.memory" -> requests.contains(ResourceName.MEMORY);
          case "limits.cpu" -> limits.contains(ResourceName.CPU);
          case "limits.memory" -> limits.contains(ResourceName.MEMORY);
          default -> true;
        };
    if (!present) {
      missing.computeIfAbsent(key, k -> new TreeSet<>()).add(container.name());
    }
  }
}

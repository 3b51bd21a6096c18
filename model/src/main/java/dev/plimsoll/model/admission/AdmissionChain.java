package dev.plimsoll.model.admission;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.AdmissionRequest;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.LimitRange;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.PersistentVolumeClaim;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceClaim;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.object.Service;
import dev.plimsoll.model.quota.LimitedResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The API server's way from a request to a stored object: it fills in defaults, lets plug-ins
 * change the object, validates it, and lets plug-ins refuse it. The layers and their order are the
 * default ones of Kubernetes 1.36, as far as they have to do with quota or placement, and
 * OpenShift's quotas over several namespaces at the end. Webhooks and policies aren't known.
 *
 * <p>The object must have its final name. Quantities are taken as the API server decodes them.
 *
 * <p>Source: {@code pkg/kubeapiserver/options/plugins.go} and {@code
 * staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go}.
 */
public final class AdmissionChain {
  private final List<LimitedResource> limited;
  private final UnaryOperator<List<LimitRange>> defaultsOrder;
  private final UnaryOperator<List<LimitRange>> boundsOrder;
  private final UnaryOperator<List<ResourceQuota>> quotaOrder;
  private final List<Layer> layers;

  private AdmissionChain(
      List<LimitedResource> limited,
      UnaryOperator<List<LimitRange>> defaultsOrder,
      UnaryOperator<List<LimitRange>> boundsOrder,
      UnaryOperator<List<ResourceQuota>> quotaOrder) {
    this.limited = limited;
    this.defaultsOrder = defaultsOrder;
    this.boundsOrder = boundsOrder;
    this.quotaOrder = quotaOrder;
    LimitRangerAdmission limitRanger = new LimitRangerAdmission(defaultsOrder, boundsOrder);
    QuotaAdmission quotas = new QuotaAdmission(limited, quotaOrder);
    this.layers =
        List.of(
            new Defaulting(),
            new NamespaceLifecycle(),
            limitRanger::mutate,
            new PriorityAdmission(),
            new DefaultTolerationSeconds(),
            new DefaultStorageClass(),
            RuntimeClassAdmission::mutate,
            new Strategy(),
            new Validation(),
            limitRanger::validate,
            RuntimeClassAdmission::validate,
            new ResizeAdmission(),
            quotas::check,
            QuotaAdmission::checkCluster);
  }

  /** Returns the chain as it is by default, with LimitRanges and quotas in the order of names. */
  public static AdmissionChain standard() {
    return new AdmissionChain(
        List.of(), UnaryOperator.identity(), UnaryOperator.identity(), UnaryOperator.identity());
  }

  /** Returns a chain in which these resources may only be consumed under a quota. */
  public AdmissionChain withLimitedResources(List<LimitedResource> resources) {
    return new AdmissionChain(List.copyOf(resources), defaultsOrder, boundsOrder, quotaOrder);
  }

  /**
   * Returns a chain that takes LimitRanges and quotas in other orders, given the order of names.
   * Kubernetes itself has no fixed one, and reads the LimitRanges anew for each of its two uses.
   *
   * @param defaults the order in which LimitRanges fill in what a pod lacks
   * @param bounds the order in which LimitRanges are held against an object
   * @param quotas the order in which quotas are held against an object
   */
  public AdmissionChain withOrders(
      UnaryOperator<List<LimitRange>> defaults,
      UnaryOperator<List<LimitRange>> bounds,
      UnaryOperator<List<ResourceQuota>> quotas) {
    return new AdmissionChain(limited, defaults, bounds, quotas);
  }

  /** Puts a request through all layers, up to the first that refuses it. */
  public AdmissionReport admit(Cluster cluster, AdmissionRequest request) {
    List<AdmissionStep> steps = new ArrayList<>();
    AdmissionRequest current = request;
    for (Layer layer : layers) {
      Optional<AdmissionStep> step = layer.admit(cluster, current);
      if (step.isPresent()) {
        steps.add(step.get());
        if (step.get().denial().isPresent()) {
          return new AdmissionReport(request, steps, cluster);
        }
        current = current.withObject(step.get().object());
      }
    }
    return new AdmissionReport(
        request, steps, request.dryRun() ? cluster : stored(cluster, current.object(), steps));
  }

  private static Cluster stored(Cluster cluster, ApiObject object, List<AdmissionStep> steps) {
    Cluster charged = cluster;
    for (AdmissionStep step : steps) {
      charged = QuotaAdmission.charge(charged, object.namespace(), step);
    }
    return charged.with(versioned(object));
  }

  /** Gives an object a version, by which a later update knows it for a stored one. */
  private static ApiObject versioned(ApiObject object) {
    if (!object.metadata().resourceVersion().isEmpty()) {
      return object;
    }
    ObjectMeta metadata = object.metadata().toBuilder().resourceVersion("1").build();
    if (object instanceof Pod pod) {
      return pod.withMetadata(metadata);
    }
    if (object instanceof Service service) {
      return service.withMetadata(metadata);
    }
    if (object instanceof PersistentVolumeClaim claim) {
      return claim.withMetadata(metadata);
    }
    return object instanceof ResourceClaim claim ? claim.withMetadata(metadata) : object;
  }
}

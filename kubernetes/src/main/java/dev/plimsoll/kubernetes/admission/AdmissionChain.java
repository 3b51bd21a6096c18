package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.admission.podsecurity.PodSecurityConfiguration;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.limits.LimitRanger;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.quota.ClusterResourceQuotaAdmission;
import dev.plimsoll.kubernetes.quota.Evaluators;
import dev.plimsoll.kubernetes.quota.LimitedResource;
import dev.plimsoll.kubernetes.quota.QuotaLedgerAdmission;
import dev.plimsoll.kubernetes.quota.QuotaOutcome;
import dev.plimsoll.kubernetes.quota.ResourceQuotaAdmission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The API server's path from a request to a stored object: defaulting, mutating plug-ins,
 * validation, and validating plug-ins. Defaulting comes once more, since a stored object is decoded
 * when it is read. The layers and their order are Kubernetes' defaults, as far as they affect quota
 * or placement. OpenShift's quotas over several namespaces come last. Webhooks are unknown here but
 * for Plimsoll's own, and so are policies that change objects.
 *
 * <p>The object must have its final name. Quantities are taken as the API server decodes them.
 *
 * <p>Source: {@code pkg/kubeapiserver/options/plugins.go} and {@code
 * staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go}.
 */
public final class AdmissionChain {
  /** The layer of OpenShift's quotas over several namespaces. */
  public static final String CLUSTER_QUOTA = "ClusterResourceQuota";

  private final List<LimitedResource> limited;
  private final Optional<PodSecurityConfiguration> podSecurity;
  private final UnaryOperator<List<LimitRange>> defaultsOrder;
  private final UnaryOperator<List<LimitRange>> boundsOrder;
  private final UnaryOperator<List<ResourceQuota>> quotaOrder;
  private final ObservedPlugins observed;
  private final List<Layer> layers;

  private AdmissionChain(
      List<LimitedResource> limited,
      Optional<PodSecurityConfiguration> podSecurity,
      UnaryOperator<List<LimitRange>> defaultsOrder,
      UnaryOperator<List<LimitRange>> boundsOrder,
      UnaryOperator<List<ResourceQuota>> quotaOrder,
      ObservedPlugins observed) {
    this.limited = limited;
    this.podSecurity = podSecurity;
    this.defaultsOrder = defaultsOrder;
    this.boundsOrder = boundsOrder;
    this.quotaOrder = quotaOrder;
    this.observed = observed;
    ResourceQuotaAdmission quotas = new ResourceQuotaAdmission(limited, quotaOrder);
    this.layers =
        List.of(
            new ServedResources(),
            new Defaulting(),
            new NamespaceLifecycle(),
            reading(LimitRange.RESOURCE, LimitRanger::handles, this::applyDefaults),
            new ServiceAccountAdmission(),
            observed.nodeSelectors(),
            new PriorityAdmission(),
            new DefaultTolerationSeconds(),
            observed.tolerations(),
            new DefaultStorageClass(),
            new RuntimeClassAdmission(),
            observed.webhooks(),
            new Strategy(),
            new Validation(),
            reading(LimitRange.RESOURCE, LimitRanger::handles, this::checkLimitRanges),
            new PodSecurityAdmission(podSecurity),
            RuntimeClassAdmission::validate,
            new PodResizeValidator(),
            new ValidatingAdmissionPolicyPlugin(),
            new QuotaLedgers(),
            reading(
                ResourceQuota.RESOURCE,
                r -> !Evaluators.isIgnored(r.resource()),
                (c, r) -> AdmissionStep.ofQuotas("ResourceQuota", r.object(), quotas.check(c, r))),
            new ClusterQuotas(),
            new Defaulting());
  }

  /** Returns the chain as it is by default, with LimitRanges and quotas in the order of names. */
  public static AdmissionChain standard() {
    return new AdmissionChain(
        List.of(),
        Optional.empty(),
        UnaryOperator.identity(),
        UnaryOperator.identity(),
        UnaryOperator.identity(),
        ObservedPlugins.none());
  }

  /** Returns the chain with the plug-ins and webhooks that no object names and the pods show. */
  public AdmissionChain of(Cluster cluster) {
    return new AdmissionChain(
        limited, podSecurity, defaultsOrder, boundsOrder, quotaOrder, ObservedPlugins.of(cluster));
  }

  /**
   * Returns the tolerations that a pod gets if the API server runs {@code
   * ExtendedResourceToleration}; none where that is known.
   */
  public List<Toleration> uncertainTolerations(Pod pod) {
    return observed.tolerations().tolerations().uncertain(pod.spec());
  }

  /** Returns a chain in which these resources may only be consumed under a quota. */
  public AdmissionChain withLimitedResources(List<LimitedResource> resources) {
    return new AdmissionChain(
        List.copyOf(resources), podSecurity, defaultsOrder, boundsOrder, quotaOrder, observed);
  }

  /** Returns a chain of an API server that configures the plug-in {@code PodSecurity} so. */
  public AdmissionChain withPodSecurity(PodSecurityConfiguration configuration) {
    return new AdmissionChain(
        limited, Optional.of(configuration), defaultsOrder, boundsOrder, quotaOrder, observed);
  }

  /**
   * Returns a chain that takes LimitRanges and quotas in other orders, given the order of names.
   * Kubernetes itself has no fixed one, and reads the LimitRanges anew for each of its two uses.
   *
   * @param defaults the order in which LimitRanges fill in what a pod lacks
   * @param bounds the order in which an object is checked against LimitRanges
   * @param quotas the order in which an object is checked against quotas
   */
  public AdmissionChain withOrders(
      UnaryOperator<List<LimitRange>> defaults,
      UnaryOperator<List<LimitRange>> bounds,
      UnaryOperator<List<ResourceQuota>> quotas) {
    return new AdmissionChain(limited, podSecurity, defaults, bounds, quotas, observed);
  }

  /** Puts a request through all layers, up to the first that denies it. */
  public AdmissionReport admit(Cluster cluster, AdmissionRequest request) {
    List<AdmissionStep> steps = new ArrayList<>();
    List<Requirement> missing = new ArrayList<>();
    List<Requirement> missingToAllow = new ArrayList<>();
    AdmissionRequest current = request;
    for (Layer layer : layers) {
      (layer.onlyDenies() ? missingToAllow : missing)
          .addAll(cluster.unmet(layer.requirements(cluster, current)));
      Optional<AdmissionStep> step = layer.admit(cluster, current);
      if (step.isPresent()) {
        steps.add(step.get());
        if (step.get().denial().isPresent()) {
          return new AdmissionReport(request, steps, cluster, Unread.all(missing));
        }
        current = current.withObject(step.get().object());
      }
    }
    missing.addAll(missingToAllow);
    return new AdmissionReport(
        request,
        steps,
        request.dryRun() ? cluster : stored(cluster, current, steps),
        Unread.all(missing));
  }

  private static Layer reading(
      GroupResource resource, Predicate<AdmissionRequest> concerns, Layer layer) {
    return layer.reading(resource, concerns);
  }

  /** The layer {@link #CLUSTER_QUOTA}. */
  private static final class ClusterQuotas implements Layer {
    @Override
    public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
      return AdmissionStep.ofQuotas(
          CLUSTER_QUOTA, request.object(), ClusterResourceQuotaAdmission.check(cluster, request));
    }

    @Override
    public List<Requirement> requirements(Cluster cluster, AdmissionRequest request) {
      return request.object().namespace().isEmpty()
              || !request.subresource().isEmpty()
              || Evaluators.isIgnored(request.resource())
          ? List.of()
          : ClusterResourceQuotaAdmission.requirements(cluster, request.object().namespace());
    }
  }

  /** Plimsoll's own webhook, as far as its ledgers were read. */
  private static final class QuotaLedgers implements Layer {
    @Override
    public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
      return QuotaLedgerAdmission.denial(cluster, request)
          .map(
              denied ->
                  AdmissionStep.ofWebhook(QuotaLedgerAdmission.WEBHOOK, request.object(), denied));
    }

    @Override
    public List<Requirement> requirements(Cluster cluster, AdmissionRequest request) {
      return Evaluators.isIgnored(request.resource())
          ? List.of()
          : QuotaLedgerAdmission.requirements(cluster, request.object().namespace());
    }

    @Override
    public boolean onlyDenies() {
      return true;
    }
  }

  /** LimitRanger's first half, which gives pods the defaults they lack. */
  private Optional<AdmissionStep> applyDefaults(Cluster cluster, AdmissionRequest request) {
    if (!(request.object() instanceof Pod pod) || !LimitRanger.handles(request)) {
      return Optional.empty();
    }
    LimitRanger.Admitted admitted =
        LimitRanger.admit(pod, defaultsOrder.apply(limitRanges(cluster, pod)));
    return Optional.of(
        AdmissionStep.passed(
            "LimitRanger", admitted.pod(), new AdmissionEffect.Injected(admitted.injections())));
  }

  private Optional<AdmissionStep> checkLimitRanges(Cluster cluster, AdmissionRequest request) {
    ApiObject object = request.object();
    return LimitRanger.handles(request)
        ? Optional.of(
            AdmissionStep.ofLimitRanges(
                object,
                LimitRanger.violations(object, boundsOrder.apply(limitRanges(cluster, object)))))
        : Optional.empty();
  }

  private static List<LimitRange> limitRanges(Cluster cluster, ApiObject object) {
    return List.copyOf(cluster.list(LimitRange.class, object.namespace()));
  }

  private static Cluster stored(
      Cluster cluster, AdmissionRequest request, List<AdmissionStep> steps) {
    ApiObject object = request.object();
    Cluster charged = QuotaLedgerAdmission.charge(cluster, request);
    for (AdmissionStep step : steps) {
      if (step.effect() instanceof AdmissionEffect.Charged effect
          && effect.outcome() instanceof QuotaOutcome.Allowed allowed) {
        charged =
            step.layer().equals(CLUSTER_QUOTA)
                ? ClusterResourceQuotaAdmission.charge(charged, object.namespace(), allowed)
                : ResourceQuotaAdmission.charge(charged, object.namespace(), allowed);
      }
    }
    return charged.with(versioned(object));
  }

  /** Sets an object's version, which marks it as stored for a later update. */
  private static ApiObject versioned(ApiObject object) {
    if (!object.metadata().resourceVersion().isEmpty()) {
      return object;
    }
    ObjectMeta metadata = object.metadata().withResourceVersion("1");
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

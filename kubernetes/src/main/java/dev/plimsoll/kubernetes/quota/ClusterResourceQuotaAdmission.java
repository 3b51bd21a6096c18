package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * OpenShift's admission plug-in for quotas over several namespaces. It comes after {@link
 * ResourceQuotaAdmission} and decides alike, on the total over the namespaces; it never looks at
 * subresources, so pods grow in place past it.
 *
 * <p>Source: {@code pkg/admission/quota/clusterresourcequota} in openshift/apiserver-library-go.
 */
public final class ClusterResourceQuotaAdmission {
  private static final ResourceQuotaAdmission UNDER_TOTALS =
      new ResourceQuotaAdmission(List.of(), UnaryOperator.identity());

  /** Namespaces that each OpenShift cluster has. */
  private static final List<String> OF_OPENSHIFT = List.of("openshift", "openshift-config");

  private ClusterResourceQuotaAdmission() {}

  /**
   * Returns the resources that must have been read for a certain decision of these quotas in a
   * namespace. The list is empty if the cluster shows no sign of having such quotas.
   */
  public static List<Requirement> requirements(Cluster cluster, String namespace) {
    List<Requirement> requirements = new ArrayList<>();
    if (!cluster.covers(ClusterResourceQuota.RESOURCE) && mayHave(cluster)) {
      requirements.add(Requirement.all(ClusterResourceQuota.RESOURCE));
    }
    if (!cluster.list(ClusterResourceQuota.class).isEmpty()
        && cluster.find(Namespace.class, "", namespace).isEmpty()) {
      requirements.add(Requirement.all(Namespace.RESOURCE));
    }
    return List.copyOf(requirements);
  }

  private static boolean mayHave(Cluster cluster) {
    return cluster.partlyRead().contains(ClusterResourceQuota.RESOURCE)
        || OF_OPENSHIFT.stream().anyMatch(n -> cluster.find(Namespace.class, "", n).isPresent());
  }

  /** Decides on a request. */
  public static QuotaOutcome check(Cluster cluster, AdmissionRequest request) {
    String namespace = request.object().namespace();
    if (!request.subresource().isEmpty() || namespace.isEmpty()) {
      return new QuotaOutcome.Allowed(List.of());
    }
    List<ResourceQuota> quotas =
        selecting(cluster, namespace).stream().map(q -> asQuota(q, namespace)).toList();
    return UNDER_TOTALS.check(cluster, request, quotas);
  }

  /** Returns the cluster with the quotas over a namespace charged as decided. */
  public static Cluster charge(Cluster cluster, String namespace, QuotaOutcome.Allowed allowed) {
    Cluster charged = cluster;
    for (QuotaAccount account : allowed.charges()) {
      charged =
          charged
              .find(ClusterResourceQuota.class, "", account.quota())
              .map(q -> charged(q, namespace, account.requested()))
              .map(charged::with)
              .orElse(charged);
    }
    return charged;
  }

  /** Returns the quotas that select a namespace, by name. */
  public static List<ClusterResourceQuota> selecting(Cluster cluster, String namespace) {
    Optional<Namespace> found = cluster.find(Namespace.class, "", namespace);
    List<ClusterResourceQuota> selecting = new ArrayList<>();
    if (found.isPresent()) {
      for (ClusterResourceQuota quota : cluster.list(ClusterResourceQuota.class, "")) {
        if (selects(quota, found.get().metadata())) {
          selecting.add(quota);
        }
      }
    }
    return List.copyOf(selecting);
  }

  /**
   * Returns whether the quota selects a namespace with these labels and annotations. One without a
   * selector, which validation keeps from being created, selects all.
   *
   * <p>Source: {@code GetObjectMatcher} in {@code
   * github.com/openshift/library-go/pkg/quota/clusterquotamapping/helpers.go} of
   * openshift/library-go.
   */
  public static boolean selects(ClusterResourceQuota quota, ObjectMeta namespace) {
    return quota.labels().map(l -> l.matches(namespace.labels())).orElse(true)
        && namespace.annotations().entrySet().containsAll(quota.annotations().entrySet());
  }

  /** Returns the quota charged with what a request in a namespace adds. */
  static ClusterResourceQuota charged(
      ClusterResourceQuota quota, String namespace, Resources requested) {
    Map<String, ResourceQuotaStatus> namespaces = new HashMap<>(quota.namespaces());
    namespaces.merge(
        namespace,
        new ResourceQuotaStatus(Resources.EMPTY, requested),
        (old, added) -> used(old, requested));
    return new ClusterResourceQuota(
        quota.metadata(),
        quota.labels(),
        quota.annotations(),
        quota.quota(),
        used(quota.total(), requested),
        namespaces);
  }

  private static ResourceQuotaStatus used(ResourceQuotaStatus old, Resources requested) {
    return new ResourceQuotaStatus(old.hard(), old.used().add(requested).stored());
  }

  private static ResourceQuota asQuota(ClusterResourceQuota quota, String namespace) {
    return new ResourceQuota(ObjectMeta.of(namespace, quota.name()), quota.quota(), quota.total());
  }
}

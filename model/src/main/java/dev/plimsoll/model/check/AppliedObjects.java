package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.admission.Denial;
import dev.plimsoll.kubernetes.admission.ObjectDefaults;
import dev.plimsoll.kubernetes.admission.policy.UnmodelledAdmission;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodDisruptionBudget;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaimTemplate;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.object.ServiceAccount;
import dev.plimsoll.kubernetes.quota.ResourceQuotaController;
import dev.plimsoll.kubernetes.validation.FieldError;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Puts the objects of a set into a cluster as the API server and the quota controller would. An
 * object that is denied isn't stored.
 */
final class AppliedObjects {
  /** The kinds whose objects a new namespace certainly lacks. */
  private static final List<GroupResource> NAMESPACED =
      Stream.concat(
              Stream.of(
                  Pod.RESOURCE,
                  ResourceQuota.RESOURCE,
                  LimitRange.RESOURCE,
                  ServiceAccount.RESOURCE,
                  PersistentVolumeClaim.RESOURCE,
                  ResourceClaim.RESOURCE,
                  ResourceClaimTemplate.RESOURCE,
                  Service.RESOURCE,
                  PodDisruptionBudget.RESOURCE),
              Workloads.BUILT_IN_RESOURCES.stream())
          .toList();

  private final Map<String, Unread> uncounted = new HashMap<>();
  private Simulation simulation;

  AppliedObjects(Simulation simulation) {
    this.simulation = simulation;
  }

  Simulation simulation() {
    return simulation;
  }

  /** Returns by namespace what was not read of the objects that its new quotas count. */
  Map<String, Unread> uncounted() {
    return Map.copyOf(uncounted);
  }

  /** Applies a manifest of an object that makes no pods, and returns the API server's answer. */
  AdmissionReport apply(CheckedObject manifest) {
    return apply(
        old(manifest.object())
            .map(o -> AppliedManifest.merged(manifest, o))
            .orElse(manifest.object()));
  }

  /** Returns the API server's answer to a manifest that changes an object; stores nothing. */
  Optional<AdmissionReport> changeBy(CheckedObject manifest) {
    return old(manifest.object())
        .filter(o -> !AppliedManifest.merged(manifest, o).equals(o))
        .map(o -> simulation.admissionOf(AppliedManifest.merged(manifest, o), o));
  }

  /** Applies an object, and returns the API server's answer. */
  AdmissionReport apply(ApiObject object) {
    AdmissionReport report = answer(object);
    if (report.allowed()) {
      store(object, report);
    }
    return report;
  }

  /** Stores a new object that makes pods, and returns the API server's answer. */
  AdmissionReport create(ApiObject object) {
    AdmissionReport report = answer(object);
    if (report.allowed()) {
      simulation = simulation.withAdmitted(report);
    }
    return report;
  }

  void replace(Cluster changed) {
    simulation = simulation.of(changed);
  }

  /** Returns the unmodelled webhooks and policies that may change or deny an object. */
  UnmodelledAdmission seeing(ApiObject object) {
    return UnmodelledAdmission.of(
        simulation.cluster(),
        old(object)
            .map(old -> AdmissionRequest.update(old, object))
            .orElseGet(() -> AdmissionRequest.create(object)));
  }

  /** Returns whether the cluster has an object of the same kind and name. */
  boolean isThere(CheckedObject checked) {
    return simulation
        .cluster()
        .objects(checked.object().namespace())
        .anyMatch(o -> checked.is(o.reference()));
  }

  private Optional<? extends ApiObject> old(ApiObject object) {
    return simulation.cluster().find(object.getClass(), object.namespace(), object.identity());
  }

  private AdmissionReport answer(ApiObject object) {
    Optional<? extends ApiObject> old = old(object);
    return old.isPresent()
        ? simulation.admissionOf(object, old.get())
        : simulation.admissionOf(object);
  }

  /** Returns the denial of an object whose namespace certainly doesn't exist. */
  Optional<Denial> withoutNamespace(ApiObject object) {
    Cluster cluster = simulation.cluster();
    String namespace = object.namespace();
    return !namespace.isEmpty()
            && cluster.covers(Namespace.RESOURCE)
            && !cluster.list(Namespace.class).isEmpty()
            && cluster.find(Namespace.class, "", namespace).isEmpty()
        ? Optional.of(new Denial(404, "NotFound", "namespaces \"" + namespace + "\" not found"))
        : Optional.empty();
  }

  /**
   * Returns the errors of a manifest that the API server finds before it decides on quotas, if the
   * object alone doesn't show all of them. Otherwise admission finds the errors.
   */
  List<FieldError> errorsOf(CheckedObject checked) {
    return errors(checked).ofObject();
  }

  /** Returns the errors of the pods of a new object that the API server stores in spite of them. */
  List<FieldError> errorsOfPods(CheckedObject checked) {
    return errors(checked).ofPods();
  }

  private ManifestErrors errors(CheckedObject checked) {
    return new ManifestErrors(
        checked, old(checked.object()).filter(o -> !checked.isRecreated()), simulation);
  }

  private void store(ApiObject object, AdmissionReport report) {
    Cluster cluster = simulation.cluster();
    if (object instanceof Namespace && cluster.find(Namespace.class, "", object.name()).isEmpty()) {
      simulation =
          simulation.of(withNew(cluster, object.name()).with(ObjectDefaults.apply(object)));
    } else if (isFirstAccount(object, cluster)) {
      simulation = simulation.of(cluster);
    } else if (object instanceof ResourceQuota quota) {
      storeQuota(quota);
    } else if (object instanceof PersistentVolumeClaim) {
      simulation = simulation.withAdmitted(report).with(new Change.Apply(report.object()));
    } else {
      simulation = simulation.withAdmitted(report).with(new Change.Apply(object));
    }
  }

  /**
   * A snapshot without any account has not read accounts, or its cluster doesn't use accounts. One
   * account more would deny the pods of all other accounts.
   */
  private static boolean isFirstAccount(ApiObject object, Cluster cluster) {
    return object instanceof ServiceAccount && cluster.list(ServiceAccount.class).isEmpty();
  }

  /** A controller makes the account {@code default} in each namespace. */
  private static Cluster withNew(Cluster cluster, String namespace) {
    Cluster with = cluster;
    for (GroupResource resource : cluster.covers(Namespace.RESOURCE) ? NAMESPACED : noResources()) {
      with =
          with.withCoverage(resource, with.coverage(resource).or(Coverage.of(Set.of(namespace))));
    }
    return with.list(ServiceAccount.class).isEmpty()
        ? with
        : with.with(
            new ServiceAccount(ObjectMeta.of(namespace, ServiceAccount.DEFAULT), false, true));
  }

  private static List<GroupResource> noResources() {
    return List.of();
  }

  /** Usage that is recorded stays, as the objects may have been read in part only. */
  private void storeQuota(ResourceQuota quota) {
    Cluster cluster = simulation.cluster();
    Optional<ResourceQuota> old =
        cluster.find(ResourceQuota.class, quota.namespace(), quota.name());
    ResourceQuotaStatus status =
        new ResourceQuotaStatus(
            old.map(o -> o.status().hard()).orElse(quota.status().hard()),
            old.map(o -> o.status().used()).orElse(quota.status().used()));
    Cluster with = cluster.with(quota.withStatus(status));
    ResourceQuota synced = ResourceQuotaController.sync(with, quota.withStatus(status));
    boolean isCounted = synced.status().used().names().containsAll(quota.spec().hard().names());
    Unread unread = Unread.of(with, ResourceQuotaController.requirements(with, quota));
    if (!unread.isEmpty() && (old.isEmpty() || !isCounted)) {
      uncounted.merge(quota.namespace(), unread, Unread::and);
    }
    simulation = simulation.with(new Change.Apply(synced));
  }
}

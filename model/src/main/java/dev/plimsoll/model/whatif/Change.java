package dev.plimsoll.model.whatif;

import static dev.plimsoll.model.whatif.ExistingObjects.require;

import dev.plimsoll.kubernetes.admission.ObjectDefaults;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceClaimTemplate;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.placement.plugins.PersistentVolumeController;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A change of a cluster that can be simulated. */
public sealed interface Change
    permits QuotaChange,
        NodeChange,
        WorkloadChange,
        Change.RemoveLimitRange,
        Change.CopyStorageClass,
        Change.Apply {

  /**
   * Returns the changed cluster.
   *
   * @throws NoSuchObjectException if what is to be changed isn't there
   */
  Cluster applyTo(Cluster cluster);

  /** Returns the change as an imperative without full stop. */
  String describe();

  /** Returns the stored pods that go, if it does nothing to other pods. */
  default List<Pod> leaving(Cluster cluster) {
    return List.of();
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
   * Creates a storage class like an existing class; the new class isn't the default.
   *
   * @param like the name of the class that is there
   * @param name the name of the new class
   */
  record CopyStorageClass(String like, String name) implements Change {
    @Override
    public Cluster applyTo(Cluster cluster) {
      StorageClass old = require(cluster, StorageClass.class, "storageclass", "", like);
      Cluster changed =
          cluster.with(
              new StorageClass(
                  ObjectMeta.of("", name),
                  old.provisioner(),
                  old.volumeBindingMode(),
                  false,
                  old.allowedTopologies()));
      for (PersistentVolumeClaim claim : cluster.list(PersistentVolumeClaim.class)) {
        if (claim.storageClass().equals(Optional.of(name))) {
          changed = PodClaims.provisioned(changed, claim);
        }
      }
      return changed;
    }

    @Override
    public String describe() {
      return "create storage class " + name + " like " + like;
    }
  }

  /**
   * Creates an object, or replaces its former version. The API server's defaults are set, except
   * those of pods, which are set when a pod is admitted.
   *
   * @param object the object as it is to be
   */
  record Apply(ApiObject object) implements Change {
    @Override
    public Cluster applyTo(Cluster cluster) {
      Cluster changed = cluster.with(ObjectDefaults.apply(object));
      if (object instanceof ResourceClaimTemplate template) {
        return TemplateClaims.made(changed, template);
      }
      if (object instanceof PersistentVolume volume) {
        return PersistentVolumeController.sync(changed, volume);
      }
      return object instanceof PersistentVolumeClaim claim
          ? PodClaims.provisioned(changed, claim)
          : changed;
    }

    @Override
    public String describe() {
      String where = object.namespace().isEmpty() ? "" : object.namespace() + "/";
      return "apply " + object.type().kind().toLowerCase(Locale.ROOT) + " " + where + object.name();
    }
  }
}

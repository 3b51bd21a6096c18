package dev.plimsoll.model.whatif;

import static dev.plimsoll.model.whatif.ExistingObjects.require;

import dev.plimsoll.kubernetes.admission.ObjectDefaults;
import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceClaimTemplate;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.placement.plugins.PersistentVolumeController;
import dev.plimsoll.kubernetes.placement.snapshot.Tolerations;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.kubernetes.workload.Workloads;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** A change of a cluster that can be simulated. */
public sealed interface Change
    permits QuotaChange,
        Change.RemoveLimitRange,
        Change.Uncordon,
        Change.Cordon,
        Change.AddTaint,
        Change.AddNodes,
        Change.DeletePod,
        Change.DeleteWorkload,
        Change.ScaleDown,
        Change.StopNotebook,
        Change.Retry,
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
   * Lets a node take pods again; the taint goes as the node lifecycle controller would take it
   * away.
   *
   * @param node the node's name
   */
  record Uncordon(String node) implements Change {
    @Override
    public Cluster applyTo(Cluster cluster) {
      Node old = require(cluster, Node.class, "node", "", node);
      return cluster.with(
          old.withUnschedulable(false)
              .withTaints(taints(old, t -> !t.key().equals(Tolerations.UNSCHEDULABLE.key()))));
    }

    @Override
    public String describe() {
      return "uncordon node " + node;
    }
  }

  /**
   * Keeps a node from taking further pods.
   *
   * @param node the node's name
   */
  record Cordon(String node) implements Change {
    @Override
    public Cluster applyTo(Cluster cluster) {
      return cluster.with(require(cluster, Node.class, "node", "", node).withUnschedulable(true));
    }

    @Override
    public String describe() {
      return "cordon node " + node;
    }
  }

  /**
   * Sets a taint on nodes.
   *
   * @param nodes the names of the nodes
   * @param taint the taint
   */
  record AddTaint(List<String> nodes, Taint taint) implements Change {
    public AddTaint {
      nodes = List.copyOf(nodes);
    }

    @Override
    public Cluster applyTo(Cluster cluster) {
      Cluster changed = cluster;
      for (String name : nodes) {
        Node old = require(cluster, Node.class, "node", "", name);
        List<Taint> all = new ArrayList<>(taints(old, t -> !t.key().equals(taint.key())));
        all.add(taint);
        changed = changed.with(old.withTaints(all));
      }
      return changed;
    }

    @Override
    public String describe() {
      return "taint " + String.join(", ", nodes) + " with " + taint.text();
    }
  }

  /**
   * Adds empty, available nodes like an existing node, regardless of its state.
   *
   * @param like the name of the node
   * @param count how many
   */
  record AddNodes(String like, int count) implements Change {
    @Override
    public Cluster applyTo(Cluster cluster) {
      Node model = require(cluster, Node.class, "node", "", like);
      Cluster changed = cluster;
      for (int i = 1; i <= count; i++) {
        changed = changed.with(copy(model, like + "-new-" + i));
      }
      return changed;
    }

    private static Node copy(Node model, String name) {
      Map<String, String> labels = new HashMap<>(model.metadata().labels());
      labels.computeIfPresent("kubernetes.io/hostname", (k, v) -> name);
      ObjectMeta meta = ObjectMeta.builder().name(name).labels(labels).build();
      List<Taint> taints = taints(model, t -> !NodeAvailability.isLifecycle(t));
      return new Node(meta, false, taints, model.capacity(), model.allocatable(), List.of());
    }

    @Override
    public String describe() {
      return "add " + count + (count == 1 ? " node" : " nodes") + " like " + like;
    }
  }

  /**
   * Deletes a pod.
   *
   * @param namespace the pod's namespace
   * @param name the pod's name
   */
  record DeletePod(String namespace, String name) implements Change {
    @Override
    public Cluster applyTo(Cluster cluster) {
      return cluster.without(require(cluster, Pod.class, "pod", namespace, name));
    }

    @Override
    public List<Pod> leaving(Cluster cluster) {
      return cluster.find(Pod.class, namespace, name).map(List::of).orElseGet(List::of);
    }

    @Override
    public String describe() {
      return "delete pod " + namespace + "/" + name;
    }
  }

  /**
   * Deletes a workload with all its pods.
   *
   * @param workload the workload
   */
  record DeleteWorkload(WorkloadPods workload) implements Change {
    @Override
    public Cluster applyTo(Cluster cluster) {
      Cluster changed = cluster;
      for (PodTemplateOwner owner : workload.templateOwners()) {
        changed = changed.without(owner.workload());
      }
      for (Pod pod : workload.pods()) {
        changed = changed.without(pod);
      }
      return changed;
    }

    @Override
    public List<Pod> leaving(Cluster cluster) {
      return workload.pods();
    }

    @Override
    public String describe() {
      return "delete " + workload.label() + " in namespace " + workload.root().namespace();
    }
  }

  /**
   * Suspends a workload or scales it down.
   *
   * @param smaller the workload as it is to be
   * @param leaving the pods that its controller deletes then
   */
  record ScaleDown(Workload smaller, List<Pod> leaving) implements Change {
    public ScaleDown {
      leaving = List.copyOf(leaving);
    }

    @Override
    public Cluster applyTo(Cluster cluster) {
      Cluster changed = cluster.with(smaller);
      for (Pod pod : leaving) {
        changed = changed.without(pod);
      }
      return changed;
    }

    @Override
    public List<Pod> leaving(Cluster cluster) {
      return leaving;
    }

    @Override
    public String describe() {
      return "scale down "
          + Workloads.label(smaller.reference())
          + " in namespace "
          + smaller.namespace();
    }
  }

  /**
   * Stops a notebook of Kubeflow by its own annotation.
   *
   * @param type the notebook's kind
   * @param namespace its namespace
   * @param name its name
   * @param smaller its StatefulSet as the notebook's controller scales it, if that was read
   * @param leaving the pods that end
   * @param at the annotation's value
   */
  record StopNotebook(
      GroupVersionKind type,
      String namespace,
      String name,
      Optional<Workload> smaller,
      List<Pod> leaving,
      Instant at)
      implements Change {
    public StopNotebook {
      leaving = List.copyOf(leaving);
    }

    @Override
    public Cluster applyTo(Cluster cluster) {
      Cluster changed = smaller.map(cluster::with).orElse(cluster);
      for (Pod pod : leaving) {
        changed = changed.without(pod);
      }
      return changed;
    }

    @Override
    public List<Pod> leaving(Cluster cluster) {
      return leaving;
    }

    @Override
    public String describe() {
      return "stop notebook " + namespace + "/" + name;
    }
  }

  /**
   * Makes a controller reconcile its object again, as any change of the object does.
   *
   * @param creator the object, which creates pods
   * @param at when that is done
   */
  record Retry(Workload creator, Instant at) implements Change {
    @Override
    public Cluster applyTo(Cluster cluster) {
      return cluster;
    }

    @Override
    public String describe() {
      return "have the controller of "
          + Workloads.label(creator.reference())
          + " in namespace "
          + creator.namespace()
          + " try again";
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

  private static List<Taint> taints(Node node, Predicate<Taint> kept) {
    return node.taints().stream().filter(kept).toList();
  }
}

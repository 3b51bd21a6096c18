package dev.plimsoll.model.whatif;

import static dev.plimsoll.model.whatif.ExistingObjects.require;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.HorizontalPodAutoscaler;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.workload.HorizontalController;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.kubernetes.workload.Workloads;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A change of pods or of what makes them. */
public sealed interface WorkloadChange extends Change {

  /**
   * Deletes a pod.
   *
   * @param namespace the pod's namespace
   * @param name the pod's name
   */
  record DeletePod(String namespace, String name) implements WorkloadChange {
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
  record DeleteWorkload(WorkloadPods workload) implements WorkloadChange {
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
   * Suspends a workload or scales it down. A HorizontalPodAutoscaler of the workload gets the
   * number as its bound, or it would scale the workload up again. It leaves a workload with 0
   * replicas alone.
   *
   * @param smaller the workload as it is to be
   * @param leaving the pods that its controller deletes then
   */
  record ScaleDown(Workload smaller, List<Pod> leaving) implements WorkloadChange {
    public ScaleDown {
      leaving = List.copyOf(leaving);
    }

    @Override
    public Cluster applyTo(Cluster cluster) {
      Cluster changed = cluster.with(smaller);
      Optional<HorizontalPodAutoscaler> bounded = bounded(cluster);
      if (bounded.isPresent()) {
        changed = changed.with(bounded.get());
      }
      for (Pod pod : leaving) {
        changed = changed.without(pod);
      }
      return changed;
    }

    /** Returns the workload's autoscaler with its new bound, if the workload keeps pods. */
    public Optional<HorizontalPodAutoscaler> bounded(Cluster cluster) {
      int replicas = smaller.templates().stream().mapToInt(t -> t.replicas().orElse(0)).sum();
      return HorizontalController.autoscaler(cluster, smaller)
          .filter(a -> replicas > 0)
          .map(a -> a.withMost(replicas));
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
      implements WorkloadChange {
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
  record Retry(Workload creator, Instant at) implements WorkloadChange {
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
}

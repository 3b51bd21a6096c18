package dev.plimsoll.kubernetes.placement.framework;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.util.List;
import java.util.Optional;

/** A plug-in that runs when no node fits, such as preemption. */
public interface PostFilterPlugin {

  /** Returns whether the default profile of a control plane has the plug-in. */
  default boolean isEnabled(KubernetesControlPlane controlPlane) {
    return true;
  }

  /**
   * Returns the values of the pod that the result depends on. The result may also depend on the
   * snapshot, the filters and their statuses. Pods with equal values share a result; empty if the
   * pod shares no result.
   */
  default Optional<Object> likeness(PodInfo pod, Snapshot snapshot) {
    return Optional.empty();
  }

  /** Returns the plug-in's result. */
  Result postFilter(Diagnosis diagnosis);

  /** The result of a plug-in. */
  sealed interface Result {}

  /**
   * The pod would fit on a node if other pods went.
   *
   * @param node the node
   * @param victims the pods that would have to go, the most important first
   * @param assumptions what is assumed because the cluster snapshot doesn't tell, a sentence each
   */
  record Nominated(String node, List<Pod> victims, List<String> assumptions) implements Result {

    public Nominated {
      victims = List.copyOf(victims);
      assumptions = List.copyOf(assumptions);
    }
  }

  /**
   * The plug-in finds no way out; the next one is run.
   *
   * @param reason what kube-scheduler says; empty for nothing
   */
  record Unhelpful(String reason) implements Result {}

  /**
   * The plug-in fails, and no other is run.
   *
   * @param error what kube-scheduler says
   */
  record Failed(String error) implements Result {}
}

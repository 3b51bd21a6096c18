package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.placement.framework.FilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.NodeLocalFilter;
import dev.plimsoll.kubernetes.placement.framework.PreFilterResult;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.Status;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.version.FeatureGate;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Keeps pods from nodes whose kubelets don't say that they have what the pods need. Of the features
 * that pods can need, the one that is enabled by default is that the exit of a container restarts
 * all.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/nodedeclaredfeatures/nodedeclaredfeatures.go},
 * {@code staging/src/k8s.io/component-helpers/nodedeclaredfeatures/features}.
 */
public final class NodeDeclaredFeatures implements FilterPlugin {
  private static final String NAME = "NodeDeclaredFeatures";
  private static final String RESTART_ALL = "RestartAllContainersOnContainerExits";
  private static final Rejection UNDECLARED =
      Rejection.unresolvable(NAME, "node(s) didn't match Pod's required features");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean isEnabled(KubernetesControlPlane controlPlane) {
    return controlPlane.enables(FeatureGate.NODE_DECLARED_FEATURES);
  }

  @Override
  public PreFilterResult preFilter(PodInfo info, Snapshot snapshot) {
    Set<String> required = required(info.pod().spec());
    return required.isEmpty()
        ? PreFilterResult.skip()
        : PreFilterResult.check(new Declared(required));
  }

  private static Set<String> required(PodSpec pod) {
    return Stream.concat(pod.containers().stream(), pod.initContainers().stream())
            .anyMatch(Container::restartsAllContainers)
        ? Set.of(RESTART_ALL)
        : Set.of();
  }

  private record Declared(Set<String> required) implements NodeLocalFilter {

    @Override
    public Status filter(NodeInfo node) {
      return node.node().declaredFeatures().containsAll(required)
          ? Status.Success.SUCCESS
          : UNDECLARED;
    }
  }
}

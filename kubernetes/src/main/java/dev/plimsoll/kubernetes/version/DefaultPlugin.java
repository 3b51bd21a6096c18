package dev.plimsoll.kubernetes.version;

import java.util.Arrays;

/**
 * The default plug-ins of components that decide on pods and on claims, in their order, and whether
 * each is modelled.
 *
 * <p>Sources: {@code pkg/kubeapiserver/options/plugins.go}, {@code
 * pkg/scheduler/apis/config/v1/default_plugins.go}.
 */
public enum DefaultPlugin {
  NamespaceLifecycle(Component.API_SERVER, true),
  LimitRanger(Component.API_SERVER, true),
  ServiceAccount(Component.API_SERVER, true),
  PodSecurity(Component.API_SERVER, true),
  Priority(Component.API_SERVER, true),
  DefaultTolerationSeconds(Component.API_SERVER, true),
  DefaultStorageClass(Component.API_SERVER, true),
  PersistentVolumeClaimResize(Component.API_SERVER, false),
  RuntimeClass(Component.API_SERVER, true),
  PodTopologyLabels(Component.API_SERVER, false),
  NodeDeclaredFeatureValidator(Component.API_SERVER, false),
  PodResizeValidator(Component.API_SERVER, true),
  MutatingAdmissionPolicy(Component.API_SERVER, false),
  MutatingAdmissionWebhook(Component.API_SERVER, false),
  ValidatingAdmissionPolicy(Component.API_SERVER, false),
  ValidatingAdmissionWebhook(Component.API_SERVER, false),
  ResourceQuota(Component.API_SERVER, true),
  SchedulingGates(Component.SCHEDULER, true),
  NodeUnschedulable(Component.SCHEDULER, true),
  NodeName(Component.SCHEDULER, true),
  TaintToleration(Component.SCHEDULER, true),
  NodeAffinity(Component.SCHEDULER, true),
  NodePorts(Component.SCHEDULER, true),
  NodeResourcesFit(Component.SCHEDULER, true),
  VolumeRestrictions(Component.SCHEDULER, true),
  NodeVolumeLimits(Component.SCHEDULER, true),
  VolumeBinding(Component.SCHEDULER, true),
  VolumeZone(Component.SCHEDULER, true),
  PodTopologySpread(Component.SCHEDULER, true),
  InterPodAffinity(Component.SCHEDULER, true),
  DynamicResources(Component.SCHEDULER, true),
  DefaultPreemption(Component.SCHEDULER, true),
  NodeResourcesBalancedAllocation(Component.SCHEDULER, true),
  ImageLocality(Component.SCHEDULER, false),
  NodeDeclaredFeatures(Component.SCHEDULER, true);

  /** The component that has the plug-in. */
  public enum Component {
    API_SERVER("kube-apiserver"),
    SCHEDULER("kube-scheduler");

    private final String program;

    Component(String program) {
      this.program = program;
    }

    /** Returns the program's name. */
    @Override
    public String toString() {
      return program;
    }
  }

  private final Component component;
  private final boolean modelled;

  DefaultPlugin(Component component, boolean modelled) {
    this.component = component;
    this.modelled = modelled;
  }

  /** Returns the component that has the plug-in. */
  public Component component() {
    return component;
  }

  /** Returns whether its rules are known here. */
  public boolean isModelled() {
    return modelled;
  }

  /** Returns whether the rules of a plug-in of this name are known here. */
  public static boolean isModelled(String name) {
    return Arrays.stream(values()).anyMatch(p -> p.name().equals(name) && p.isModelled());
  }
}

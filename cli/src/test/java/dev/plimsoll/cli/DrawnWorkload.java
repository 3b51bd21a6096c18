package dev.plimsoll.cli;

import java.util.List;
import java.util.Locale;

/**
 * A workload of a drawn set.
 *
 * @param kind its kind
 * @param name its name, which is the label {@code app} of its pods
 * @param replicas how many pods it wants at once
 * @param milliCpu the request of its container; empty for none
 * @param selector its node selector
 * @param feature what else its pods have
 */
record DrawnWorkload(
    String kind, String name, int replicas, String milliCpu, String selector, Feature feature) {
  static final List<String> IN_ORDER =
      List.of("DaemonSet", "ReplicaSet", "Deployment", "StatefulSet", "Job", "CronJob");

  /** Further fields of a pod. The workload's label replaces {@code APP}. */
  enum Feature {
    PLAIN(""),
    HOST_NETWORK(", hostNetwork: true"),
    PATIENT(", priorityClassName: patient"),
    URGENT(", priorityClassName: urgent"),
    OVERHEAD(", runtimeClassName: heavy"),
    INIT(", initContainers: [{name: first, image: none, resources: {requests: {cpu: 1200m}}}]"),
    SIDECAR(
        ", initContainers: [{name: aside, image: none, restartPolicy: Always,"
            + " resources: {requests: {cpu: 300m}}},"
            + " {name: first, image: none, resources: {requests: {cpu: 600m}}}]"),
    SPREAD_HOSTS(
        ", topologySpreadConstraints: [{maxSkew: 1, topologyKey: kubernetes.io/hostname,"
            + " whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: APP}}}]"),
    SPREAD_ZONES(
        ", topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, minDomains: 2,"
            + " nodeTaintsPolicy: Honor, matchLabelKeys: [app],"
            + " whenUnsatisfiable: DoNotSchedule, labelSelector: {}}]"),
    APART(
        ", podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
            + " [{topologyKey: kubernetes.io/hostname,"
            + " labelSelector: {matchLabels: {app: APP}}}]}"),
    TOGETHER(
        ", podAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
            + " [{topologyKey: kubernetes.io/hostname,"
            + " labelSelector: {matchLabels: {app: APP}}}]}"),
    NEAR_OTHERS(
        ", podAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
            + " [{topologyKey: zone, labelSelector: {matchLabels: {app: deployment}}}]}"),
    SHARED_DISK(", volumes: [{name: v, persistentVolumeClaim: {claimName: shared}}]"),
    OWN_DISK_ONCE(", volumes: [{name: v, persistentVolumeClaim: {claimName: once}}]"),
    LOCAL_DISK(", volumes: [{name: v, persistentVolumeClaim: {claimName: local}}]"),
    BOUND_AT_ONCE(", volumes: [{name: v, persistentVolumeClaim: {claimName: immediate}}]"),
    NO_SUCH_DISK(", volumes: [{name: v, persistentVolumeClaim: {claimName: missing}}]"),
    EPHEMERAL_DISK(
        ", volumes: [{name: v, ephemeral: {volumeClaimTemplate: {spec: {storageClassName: CLASS,"
            + " accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}}}]"),
    DEVICE(", resourceClaims: [{name: d, resourceClaimTemplateName: device}]"),
    TWO_DEVICES(", resourceClaims: [{name: d, resourceClaimTemplateName: devices}]"),
    SHARED_DEVICE(", resourceClaims: [{name: d, resourceClaimName: shared}]"),
    POD_LEVEL(", resources: {requests: {cpu: 1600m}}"),
    GATED(", schedulingGates: [{name: example.com/wait}]");

    private final String yaml;

    Feature(String yaml) {
      this.yaml = yaml;
    }

    /** Returns the fields of the pod; nodes are preferred in order, so that none are equal. */
    String fields() {
      boolean isAffinity = yaml.startsWith(", pod");
      String nodes = "";
      for (int i = 0; i < 3; i++) {
        nodes +=
            "{weight: %d, preference: {matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [n%d]}]}}, "
                .formatted(100 - 40 * i, i);
      }
      return (isAffinity ? "" : yaml)
          + ", affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: ["
          + nodes
          + "]}"
          + (isAffinity ? yaml : "")
          + "}";
    }
  }

  DrawnWorkload with(String otherMilliCpu) {
    return new DrawnWorkload(kind, name, replicas, otherMilliCpu, selector, feature);
  }

  String yaml(String namespace) {
    String container =
        "{name: main, image: none, resources: {requests: {%s}}}"
            .formatted(milliCpu.isEmpty() ? "" : "cpu: " + milliCpu + "m");
    String pod =
        "{restartPolicy: %s, nodeSelector: {%s}, terminationGracePeriodSeconds: 0, containers: [%s]%s}"
            .formatted(
                isJob() ? "Never" : "Always",
                selector,
                container,
                feature.fields().replace("APP", name).replace("CLASS", namespace));
    String template = "{metadata: {labels: {app: " + name + "}}, spec: " + pod + "}";
    return """
        apiVersion: %s
        kind: %s
        metadata: {name: %s, namespace: %s}
        spec:
          %s
        """
        .formatted(isJob() ? "batch/v1" : "apps/v1", kind, name, namespace, spec(template));
  }

  private String spec(String template) {
    String selected = "template: " + template + "\n  selector: {matchLabels: {app: " + name + "}}";
    return switch (kind) {
      case "Job" ->
          "template: %s\n  parallelism: %d\n  completions: 3\n  activeDeadlineSeconds: 3600"
              .formatted(template, replicas);
      case "CronJob" -> "schedule: 0 0 1 1 *\n  jobTemplate: {spec: {template: " + template + "}}";
      case "DaemonSet" -> selected;
      case "StatefulSet" -> selected + "\n  podManagementPolicy: Parallel\n  replicas: " + replicas;
      default -> selected + "\n  replicas: " + replicas;
    };
  }

  private boolean isJob() {
    return kind.endsWith("Job");
  }

  int wanted() {
    return switch (kind) {
      case "Job" -> Math.min(replicas, 3);
      case "CronJob" -> 1;
      default -> replicas;
    };
  }

  /** Returns whether a new template replaces its pods. */
  boolean rollsOut() {
    return !isJob() && !kind.equals("ReplicaSet");
  }

  String label() {
    return kind.toLowerCase(Locale.ROOT) + "/" + name;
  }

  String path(String namespace) {
    return "/apis/%s/v1/namespaces/%s/%ss"
        .formatted(isJob() ? "batch" : "apps", namespace, kind.toLowerCase(Locale.ROOT));
  }
}

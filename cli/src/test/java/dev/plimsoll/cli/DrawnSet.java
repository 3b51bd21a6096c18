package dev.plimsoll.cli;

import dev.plimsoll.cli.DrawnWorkload.Feature;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * A drawn set of manifests.
 *
 * @param namespace its namespace
 * @param policies the manifests of all that isn't a workload
 * @param workloads the workloads, in the order in which they are applied
 */
record DrawnSet(String namespace, String policies, List<DrawnWorkload> workloads) {
  private static final List<String> SCOPES =
      List.of(
          "",
          "",
          ", scopes: [NotTerminating]",
          ", scopes: [BestEffort]",
          ", scopeSelector: {matchExpressions:"
              + " [{scopeName: PriorityClass, operator: In, values: [patient]}]}");
  private static final List<String> OF_CLAIMS =
      List.of(
          "persistentvolumeclaims: 5",
          "requests.storage: 6Gi",
          "CLASS.storageclass.storage.k8s.io/requests.storage: 5Gi",
          "count/resourceclaims.resource.k8s.io: 3",
          "gpu.deviceclass.resource.k8s.io/devices: 3");

  DrawnSet {
    workloads = List.copyOf(workloads);
  }

  static DrawnSet of(Random random, String namespace) {
    List<DrawnWorkload> workloads = new ArrayList<>();
    for (String kind : DrawnWorkload.IN_ORDER) {
      if (random.nextInt(3) > 0) {
        String cpu = random.nextInt(4) == 0 ? "" : "" + 100 * (1 + random.nextInt(15));
        String selector = random.nextInt(3) > 0 ? "" : "pool: " + oneOf(random, List.of("a", "b"));
        Feature feature =
            random.nextInt(4) == 0
                ? Feature.PLAIN
                : oneOf(random, List.of(DrawnWorkload.Feature.values()));
        String name = kind.toLowerCase(Locale.ROOT);
        workloads.add(new DrawnWorkload(kind, name, 1 + random.nextInt(5), cpu, selector, feature));
      }
    }
    return new DrawnSet(namespace, policies(random, namespace), workloads);
  }

  private static <T> T oneOf(Random random, List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private static String policies(Random random, String namespace) {
    String hard =
        random.nextBoolean()
            ? "pods: " + (4 + random.nextInt(14))
            : "requests.cpu: " + (3 + random.nextInt(11));
    String scopes = oneOf(random, SCOPES);
    if (scopes.contains("BestEffort]")) {
      hard = "pods: " + random.nextInt(5);
    }
    String text =
        """
        apiVersion: v1
        kind: Namespace
        metadata: {name: NAMESPACE, labels: {pod-security.kubernetes.io/enforce: %s}}
        ---
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: quota, namespace: NAMESPACE}
        spec: {hard: {%s}%s}
        ---
        """
            .formatted(random.nextBoolean() ? "baseline" : "privileged", hard, scopes);
    if (random.nextInt(3) == 0) {
      text +=
          """
          apiVersion: v1
          kind: ResourceQuota
          metadata: {name: claims, namespace: NAMESPACE}
          spec: {hard: {%s}}
          ---
          """
              .formatted(oneOf(random, OF_CLAIMS));
    }
    if (random.nextInt(3) > 0) {
      text +=
          """
          apiVersion: v1
          kind: LimitRange
          metadata: {name: defaults, namespace: NAMESPACE}
          spec: {limits: [{type: Container, defaultRequest: {cpu: 700m}, max: {cpu: "%s"}}]}
          ---
          """
              .formatted(random.nextBoolean() ? "2" : "1600m");
    }
    if (random.nextInt(3) == 0) {
      text += POLICY.formatted(oneOf(random, List.of("1", "1500m")));
    }
    if (random.nextInt(3) == 0) {
      text +=
          """
          apiVersion: policy/v1
          kind: PodDisruptionBudget
          metadata: {name: budget, namespace: NAMESPACE}
          spec: {minAvailable: %d, selector: {matchLabels: {app: deployment}}}
          ---
          """
              .formatted(1 + random.nextInt(3));
    }
    return (text + CLASSES + CLAIMS).replace("NAMESPACE", namespace).replace("CLASS", namespace);
  }

  private static final String POLICY =
      """
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicy
      metadata: {name: small-NAMESPACE}
      spec:
        failurePolicy: Fail
        matchConstraints:
          resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]
        validations:
          - expression: >-
              object.spec.containers.all(c, !has(c.resources.requests)
              || !('cpu' in c.resources.requests)
              || !quantity(c.resources.requests['cpu']).isGreaterThan(quantity('%s')))
            message: too large
      ---
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicyBinding
      metadata: {name: small-NAMESPACE}
      spec:
        policyName: small-NAMESPACE
        validationActions: [Deny]
        matchResources: {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: NAMESPACE}}}
      ---
      """;

  private static final String CLASSES =
      """
      apiVersion: storage.k8s.io/v1
      kind: StorageClass
      metadata: {name: NAMESPACE}
      provisioner: kubernetes.io/no-provisioner
      volumeBindingMode: WaitForFirstConsumer
      ---
      apiVersion: storage.k8s.io/v1
      kind: StorageClass
      metadata: {name: NAMESPACE-now}
      provisioner: kubernetes.io/no-provisioner
      volumeBindingMode: Immediate
      ---
      """
          + disk("0", "NAMESPACE", "n0", "2Gi", "ReadWriteOnce, ReadWriteMany")
          + disk("1", "NAMESPACE", "n0", "1Gi", "ReadWriteOnce")
          + disk("2", "NAMESPACE", "n1", "1Gi", "ReadWriteOnce")
          + disk("3", "NAMESPACE", "n2", "3Gi", "ReadWriteOncePod")
          + disk("4", "NAMESPACE-now", "n1", "1Gi", "ReadWriteOnce, ReadWriteMany");

  private static final String CLAIMS =
      claim("shared", "NAMESPACE", "ReadWriteMany", "1Gi")
          + claim("once", "NAMESPACE", "ReadWriteOncePod", "1Gi")
          + claim("local", "NAMESPACE", "ReadWriteOnce", "1Gi")
          + claim("immediate", "NAMESPACE-now", "ReadWriteOnce", "1Gi")
          + """
          apiVersion: resource.k8s.io/v1
          kind: ResourceClaimTemplate
          metadata: {name: device, namespace: NAMESPACE}
          spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}}
          ---
          apiVersion: resource.k8s.io/v1
          kind: ResourceClaimTemplate
          metadata: {name: devices, namespace: NAMESPACE}
          spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu, count: 2}}]}}}
          ---
          apiVersion: resource.k8s.io/v1
          kind: ResourceClaim
          metadata: {name: shared, namespace: NAMESPACE}
          spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
          """;

  private static String disk(
      String number, String storageClass, String node, String size, String modes) {
    return """
        apiVersion: v1
        kind: PersistentVolume
        metadata: {name: NAMESPACE-%s}
        spec:
          capacity: {storage: %s}
          accessModes: [%s]
          persistentVolumeReclaimPolicy: Retain
          storageClassName: %s
          local: {path: /mnt}
          nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [%s]}]}]}}
        ---
        """
        .formatted(number, size, modes, storageClass, node);
  }

  private static String claim(String name, String storageClass, String mode, String size) {
    return """
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: %s, namespace: NAMESPACE}
        spec: {storageClassName: %s, accessModes: [%s], resources: {requests: {storage: %s}}}
        ---
        """
        .formatted(name, storageClass, mode, size);
  }
}

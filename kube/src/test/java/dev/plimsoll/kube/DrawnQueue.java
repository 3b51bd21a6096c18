package dev.plimsoll.kube;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A dump with a ClusterQueue, a lender in its cohort, a node of each flavor and a Workload. */
final class DrawnQueue {
  private static final String QUEUE =
      """
      ---
      apiVersion: kueue.x-k8s.io/v1beta2
      kind: ClusterQueue
      metadata: {name: %s}
      spec:
        cohortName: all
        namespaceSelector: {}
        resourceGroups:
        - coveredResources: [nvidia.com/gpu]
          flavors: [%s]
      """;
  private static final String FLAVOR =
      """
      ---
      apiVersion: kueue.x-k8s.io/v1beta2
      kind: ResourceFlavor
      metadata: {name: %1$s}
      spec: {nodeLabels: {gpu: %1$s}}
      ---
      apiVersion: v1
      kind: Node
      metadata: {name: %1$s-0, labels: {gpu: %1$s}}
      status: {allocatable: {nvidia.com/gpu: %2$d, pods: 99}, capacity: {nvidia.com/gpu: %2$d, pods: 99}}
      """;
  private static final String HEAD =
      """
      apiVersion: v1
      kind: Namespace
      metadata: {name: team}
      ---
      apiVersion: kueue.x-k8s.io/v1beta2
      kind: LocalQueue
      metadata: {name: lq, namespace: team}
      spec: {clusterQueue: gpus}
      """;
  private static final String WORKLOAD =
      """
      ---
      apiVersion: kueue.x-k8s.io/v1beta2
      kind: Workload
      metadata: {name: job-train, namespace: team}
      spec:
        queueName: lq
        podSets: [%s]
      status:
        resourceRequests: [%s]
        conditions:
        - {type: QuotaReserved, status: "False", reason: Pending, message: waits}
      """;

  private DrawnQueue() {}

  /** Writes a dump whose nodes have 16 devices each. */
  static Path write(Path folder, String podSets, String quotas) throws IOException {
    return write(folder, podSets, quotas, 16, "");
  }

  /**
   * Writes a dump.
   *
   * @param podSets names and devices in all, such as {@code a=9/3-1} with 3 pods, of which 1 is
   *     enough
   * @param quotas flavors and nominal quotas, such as {@code a100=4,limit=5,lent=9,lending=4}: the
   *     borrowing limit, and the nominal quota and the lending limit of the lender
   * @param devices how many devices the node of each flavor has
   * @param more further documents
   */
  static Path write(Path folder, String podSets, String quotas, int devices, String more)
      throws IOException {
    StringBuilder own = new StringBuilder();
    StringBuilder lent = new StringBuilder();
    StringBuilder text = new StringBuilder(HEAD);
    for (String quota : quotas.split(" ")) {
      Map<String, String> values = values(quota);
      String flavor = values.keySet().iterator().next();
      own.append(own.isEmpty() ? "" : ", ")
          .append(
              flavor(
                  flavor,
                  values.getOrDefault(flavor, ""),
                  "borrowingLimit",
                  limit(values, "limit")));
      if (values.containsKey("lent")) {
        lent.append(
            flavor(
                flavor, values.getOrDefault("lent", ""), "lendingLimit", limit(values, "lending")));
      }
      text.append(FLAVOR.formatted(flavor, devices));
    }
    text.append(QUEUE.formatted("gpus", own));
    if (!lent.isEmpty()) {
      text.append(QUEUE.formatted("lender", lent));
    }
    text.append(
        WORKLOAD.formatted(
            joined(podSets, DrawnQueue::podSet), joined(podSets, DrawnQueue::requests)));
    return Files.writeString(folder.resolve("dump.yaml"), text + more);
  }

  private static String joined(String podSets, Function<String[], String> text) {
    return Arrays.stream(podSets.split(" "))
        .map(p -> p.split("[=/-]"))
        .map(text)
        .collect(Collectors.joining(", "));
  }

  private static Map<String, String> values(String quota) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String each : quota.split(",")) {
      values.put(each.split("=")[0], each.split("=")[1]);
    }
    return values;
  }

  private static String limit(Map<String, String> values, String name) {
    return values.getOrDefault(name, "");
  }

  private static String flavor(String flavor, String nominal, String field, String limit) {
    return "{name: %s, resources: [{name: nvidia.com/gpu, nominalQuota: %s%s}]}"
        .formatted(flavor, nominal, limit.isEmpty() ? "" : ", " + field + ": " + limit);
  }

  private static String podSet(String[] parts) {
    int count = parts.length > 2 ? Integer.parseInt(parts[2]) : 1;
    int each = Integer.parseInt(parts[1]) / count;
    return ("{name: %s, count: %d%s, template: {spec: {containers: [{name: c, resources: {limits:"
            + " {nvidia.com/gpu: %d}}}]}}}")
        .formatted(parts[0], count, parts.length > 3 ? ", minCount: " + parts[3] : "", each);
  }

  private static String requests(String[] parts) {
    return "{name: %s, resources: {nvidia.com/gpu: \"%s\"}}".formatted(parts[0], parts[1]);
  }
}

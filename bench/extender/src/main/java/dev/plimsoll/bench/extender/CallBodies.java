package dev.plimsoll.bench.extender;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The bodies that kube-scheduler posts about a pod that asks for a GPU. */
final class CallBodies {
  private static final int LABELS = 30;
  private static final int IMAGES = 40;

  private CallBodies() {}

  /** With the nodes' names. */
  static byte[] byName(int pod, int nodes) {
    String names =
        IntStream.range(0, nodes)
            .mapToObj(BenchmarkCluster::node)
            .collect(Collectors.joining("\",\""));
    return bytes("{\"Pod\":" + pod(pod) + ",\"Nodes\":null,\"NodeNames\":[\"" + names + "\"]}\n");
  }

  /** With the nodes themselves, each about 10 KiB. */
  static byte[] whole(int pod, int nodes) {
    String items =
        IntStream.range(0, nodes).mapToObj(CallBodies::node).collect(Collectors.joining(","));
    return bytes(
        "{\"Pod\":"
            + pod(pod)
            + ",\"Nodes\":{\"metadata\":{},\"items\":["
            + items
            + "]},\"NodeNames\":null}\n");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the pod that calls with the number are about. */
  static String pod(int number) {
    return """
    {"metadata":{"name":"new-%1$d","generateName":"new-","namespace":"%2$s","uid":"new-uid-%1$d",\
    "resourceVersion":"77%1$d","creationTimestamp":"2026-01-01T00:00:00Z","labels":%3$s,\
    "ownerReferences":[{"apiVersion":"batch/v1","kind":"Job","name":"new","uid":"j%1$d",\
    "controller":true}]},"spec":{"volumes":[{"name":"kube-api-access","projected":{"sources":[\
    {"serviceAccountToken":{"expirationSeconds":3607,"path":"token"}}]}}],"containers":[\
    {"name":"main","image":"registry.example.org/team/train:1.2.3","command":["python","train.py"],\
    "env":[{"name":"A","value":"\\u003cb\\u003e"}],"resources":{"limits":{"cpu":"8",\
    "memory":"64Gi","nvidia.com/gpu":"1"},"requests":{"cpu":"8","memory":"64Gi",\
    "nvidia.com/gpu":"1"}},"imagePullPolicy":"IfNotPresent"}],"restartPolicy":"Never",\
    "schedulerName":"plimsoll","tolerations":[{"key":"nvidia.com/gpu","operator":"Exists",\
    "effect":"NoSchedule"}],"priority":0},"status":{"phase":"Pending","qosClass":"Guaranteed"}}"""
        .formatted(number, BenchmarkCluster.namespace(number), labels(8));
  }

  private static String node(int number) {
    String images =
        IntStream.range(0, IMAGES)
            .mapToObj(
                i ->
                    """
                    {"names":["registry.example.org/project/image-%1$d@sha256:%2$064x",\
                    "registry.example.org/project/image-%1$d:v1.%1$d"],"sizeBytes":%1$d00000}"""
                        .formatted(i, 31L * i + number))
            .collect(Collectors.joining(","));
    return """
    {"metadata":{"name":"%1$s","uid":"n-%2$d","resourceVersion":"%2$d","labels":%3$s,\
    "annotations":{"node":"{\\"a\\":\\"b\\"}"},"managedFields":[{"manager":"kubelet",\
    "operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:metadata":\
    {"f:labels":{".":{},"f:a":{},"f:b":{}}}}}]},"spec":{"podCIDR":"10.0.0.0/24","taints":\
    [{"key":"nvidia.com/gpu","effect":"NoSchedule"}]},"status":{"capacity":{"cpu":"128",\
    "memory":"1056770012Ki","nvidia.com/gpu":"8","pods":"110"},"allocatable":{"cpu":"127500m",\
    "memory":"1055721436Ki","nvidia.com/gpu":"8","pods":"110"},"conditions":[{"type":"Ready",\
    "status":"True","reason":"KubeletReady","message":"kubelet is posting ready status"}],\
    "images":[%4$s]}}"""
        .formatted(BenchmarkCluster.node(number), number, labels(LABELS), images);
  }

  private static String labels(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "\"feature.node.kubernetes.io/cpu-cpuid.F" + i + "\":\"true\"")
        .collect(Collectors.joining(",", "{", "}"));
  }
}

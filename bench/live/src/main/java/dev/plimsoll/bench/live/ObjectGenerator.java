package dev.plimsoll.bench.live;

/**
 * Makes up nodes and pods as large as real ones: a pod of a workload with a main container and a
 * side car, a token volume, default tolerations, conditions and managed fields; a node with eight
 * GPUs and the labels that discovery puts there.
 *
 * @param nodes how many nodes
 * @param pods how many pods, spread evenly
 */
record ObjectGenerator(int nodes, int pods) {
  private static final int NAMESPACES = 500;

  int size(String request) {
    if (request.startsWith("/api/v1/nodes")) {
      return nodes;
    }
    if (request.startsWith("/api/v1/pods")) {
      return pods;
    }
    return request.startsWith("/api/v1/namespaces") ? NAMESPACES : 0;
  }

  String object(String request, int number) {
    if (request.startsWith("/api/v1/nodes")) {
      return node(number);
    }
    return request.startsWith("/api/v1/pods") ? pod(number) : namespace(number);
  }

  private static String uid(String kind, int number) {
    return String.format("%s%07d-5e0b-4c0e-9d9a-2f1e6b7c8d9e", kind, number);
  }

  private static String namespace(int number) {
    return """
    {"metadata": {"name": "team-%1$d", "uid": "%2$s", "resourceVersion": "%1$d",
      "labels": {"kubernetes.io/metadata.name": "team-%1$d"}}}
    """
        .formatted(number, uid("a", number));
  }

  private static String node(int number) {
    return """
    {"metadata": {"name": "gpu-node-%1$05d", "uid": "%2$s", "resourceVersion": "%1$d",
      "creationTimestamp": "2026-01-01T00:00:00Z",
      "labels": {"kubernetes.io/hostname": "gpu-node-%1$05d", "kubernetes.io/arch": "amd64",
        "kubernetes.io/os": "linux", "topology.kubernetes.io/zone": "zone-%3$d",
        "topology.kubernetes.io/region": "region", "node.kubernetes.io/instance-type": "a100-8",
        "nvidia.com/gpu.product": "NVIDIA-A100-SXM4-80GB", "nvidia.com/gpu.count": "8",
        "nvidia.com/gpu.memory": "81920", "nvidia.com/cuda.driver.major": "550"},
      "annotations": {"csi.volume.kubernetes.io/nodeid": "{}", "node.alpha.kubernetes.io/ttl": "0"}},
     "spec": {"providerID": "cloud:///zone/i-%1$d",
       "taints": [{"key": "nvidia.com/gpu", "value": "present", "effect": "NoSchedule"}]},
     "status": {
       "capacity": {"cpu": "128", "memory": "1056770012Ki", "ephemeral-storage": "3748905484Ki",
         "hugepages-1Gi": "0", "hugepages-2Mi": "0", "nvidia.com/gpu": "8", "pods": "110"},
       "allocatable": {"cpu": "127500m", "memory": "1055721436Ki",
         "ephemeral-storage": "3454991291325", "hugepages-1Gi": "0", "hugepages-2Mi": "0",
         "nvidia.com/gpu": "8", "pods": "110"},
       "conditions": [
         {"type": "Ready", "status": "True", "reason": "KubeletReady", "message": "ready"},
         {"type": "MemoryPressure", "status": "False", "reason": "Sufficient", "message": "ok"},
         {"type": "DiskPressure", "status": "False", "reason": "NoDiskPressure", "message": "ok"}],
       "images": [{"names": ["registry.example/image@sha256:0123456789"], "sizeBytes": 1}]}}
    """
        .formatted(number, uid("b", number), number % 3);
  }

  private String pod(int number) {
    return """
    {"metadata": {"name": "train-%1$d-7d9c5b8f6d-x%1$05d", "namespace": "team-%3$d",
      "generateName": "train-%1$d-7d9c5b8f6d-", "uid": "%2$s", "resourceVersion": "%1$d",
      "creationTimestamp": "2026-01-01T00:00:00Z",
      "labels": {"app.kubernetes.io/name": "train", "app.kubernetes.io/instance": "train-%4$d",
        "app.kubernetes.io/component": "worker", "pod-template-hash": "7d9c5b8f6d",
        "team": "team-%3$d"},
      "annotations": {"kubernetes.io/config.seen": "2026-01-01", "checksum/config": "0123456789"},
      "ownerReferences": [{"apiVersion": "apps/v1", "kind": "ReplicaSet", "controller": true,
        "name": "train-%4$d-7d9c5b8f6d", "uid": "%5$s"}],
      "managedFields": [{"manager": "kube-controller-manager", "fieldsV1": {"f:spec": {}}}]},
     "spec": {"nodeName": "gpu-node-%6$05d", "serviceAccountName": "default",
       "schedulerName": "default-scheduler", "restartPolicy": "Always", "dnsPolicy": "ClusterFirst",
       "priority": 0, "preemptionPolicy": "PreemptLowerPriority", "enableServiceLinks": true,
       "containers": [
         {"name": "main", "image": "registry.example/team/train:1.2.3", "command": ["python"],
          "env": [{"name": "A", "value": "b"}], "ports": [{"containerPort": 8080}],
          "resources": {"limits": {"cpu": "8", "memory": "64Gi", "nvidia.com/gpu": "1"},
            "requests": {"cpu": "8", "memory": "64Gi", "nvidia.com/gpu": "1"}},
          "volumeMounts": [{"name": "kube-api-access-%1$05d", "mountPath": "/var/run/secrets"}]},
         {"name": "side-car", "image": "registry.example/side-car:1",
          "resources": {"limits": {"memory": "256Mi"},
            "requests": {"cpu": "100m", "memory": "256Mi"}}}],
       "tolerations": [
         {"key": "nvidia.com/gpu", "operator": "Exists", "effect": "NoSchedule"},
         {"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute",
          "tolerationSeconds": 300},
         {"key": "node.kubernetes.io/unreachable", "operator": "Exists", "effect": "NoExecute",
          "tolerationSeconds": 300}],
       "volumes": [{"name": "kube-api-access-%1$05d", "projected": {"sources": [
         {"serviceAccountToken": {"path": "token"}}]}}]},
     "status": {"phase": "Running", "qosClass": "Burstable", "startTime": "2026-01-01T00:00:00Z",
       "conditions": [
         {"type": "PodScheduled", "status": "True"}, {"type": "Initialized", "status": "True"},
         {"type": "ContainersReady", "status": "True"}, {"type": "Ready", "status": "True"}],
       "containerStatuses": [
         {"name": "main", "ready": true, "imageID": "registry.example/x@sha256:01234567890123"},
         {"name": "side-car", "ready": true, "imageID": "registry.example/y@sha256:0123456789"}]}}
    """
        .formatted(
            number,
            uid("c", number),
            number % NAMESPACES,
            number / 8,
            uid("d", number / 8),
            number % nodes);
  }
}

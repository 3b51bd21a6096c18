package dev.plimsoll.bench.live;

/**
 * Makes up nodes and pods as large as real ones: a pod of a workload with a main container and a
 * side car, a token volume, default tolerations, conditions and managed fields; a node with eight
 * GPUs and the labels that discovery puts there; for each eight pods a Deployment with the
 * ReplicaSet that it has now and two former ones.
 *
 * @param nodes how many nodes
 * @param pods how many pods, spread evenly
 */
record ObjectGenerator(int nodes, int pods) {
  private static final int NAMESPACES = 500;
  private static final int PODS_OF_A_WORKLOAD = 8;
  private static final int REPLICA_SETS = 3;
  private static final String DEPLOYMENTS = "/apis/apps/v1/deployments";
  private static final String SETS = "/apis/apps/v1/replicasets";
  private static final String TEMPLATE =
      """
      "replicas": %d, "selector": {"matchLabels": {"app.kubernetes.io/instance": "train-%d"}},
      "template": {"metadata": {"labels": {"app.kubernetes.io/name": "train",
        "app.kubernetes.io/instance": "train-%2$d", "app.kubernetes.io/component": "worker"}},
       "spec": {"restartPolicy": "Always", "schedulerName": "default-scheduler",
        "containers": [
         {"name": "main", "image": "registry.example/team/train:1.2.3", "command": ["python"],
          "env": [{"name": "A", "value": "b"}], "ports": [{"containerPort": 8080}],
          "resources": {"limits": {"cpu": "8", "memory": "64Gi", "nvidia.com/gpu": "1"},
            "requests": {"cpu": "8", "memory": "64Gi", "nvidia.com/gpu": "1"}}},
         {"name": "side-car", "image": "registry.example/side-car:1",
          "resources": {"limits": {"memory": "256Mi"},
            "requests": {"cpu": "100m", "memory": "256Mi"}}}],
        "tolerations": [{"key": "nvidia.com/gpu", "operator": "Exists"}]}}""";

  int size(String request) {
    if (request.startsWith("/api/v1/nodes")) {
      return nodes;
    }
    if (request.startsWith("/api/v1/pods")) {
      return pods;
    }
    if (request.startsWith(DEPLOYMENTS)) {
      return pods / PODS_OF_A_WORKLOAD;
    }
    if (request.startsWith(SETS)) {
      return pods / PODS_OF_A_WORKLOAD * REPLICA_SETS;
    }
    return request.startsWith("/api/v1/namespaces") ? NAMESPACES : 0;
  }

  String object(String request, int number) {
    if (request.startsWith("/api/v1/nodes")) {
      return node(number);
    }
    if (request.startsWith(DEPLOYMENTS)) {
      return deployment(number);
    }
    if (request.startsWith(SETS)) {
      return replicaSet(number / REPLICA_SETS, number % REPLICA_SETS);
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

  private static String deployment(int number) {
    return """
    {"metadata": {"name": "train-%1$d", "namespace": "team-%2$d", "uid": "%3$s",
      "resourceVersion": "%1$d", "creationTimestamp": "2026-01-01T00:00:00Z", "generation": 3,
      "labels": {"app.kubernetes.io/instance": "train-%1$d"},
      "annotations": {"deployment.kubernetes.io/revision": "3"}},
     "spec": {%4$s, "strategy": {"type": "RollingUpdate"}, "revisionHistoryLimit": 10},
     "status": {"replicas": 8, "availableReplicas": 8, "conditions": [
       {"type": "Available", "status": "True", "reason": "MinimumReplicasAvailable", "message": "ok"},
       {"type": "Progressing", "status": "True", "reason": "NewReplicaSetAvailable", "message": "ok"}]}}
    """
        .formatted(
            number,
            number % NAMESPACES,
            uid("e", number),
            TEMPLATE.formatted(PODS_OF_A_WORKLOAD, number));
  }

  /** The first is the one that the Deployment has now. */
  private static String replicaSet(int owner, int age) {
    return """
    {"metadata": {"name": "train-%1$d-%2$s", "namespace": "team-%3$d", "uid": "%4$s",
      "resourceVersion": "%1$d", "creationTimestamp": "2026-01-01T00:00:00Z",
      "labels": {"app.kubernetes.io/instance": "train-%1$d", "pod-template-hash": "%2$s"},
      "ownerReferences": [{"apiVersion": "apps/v1", "kind": "Deployment", "controller": true,
        "name": "train-%1$d", "uid": "%5$s"}]},
     "spec": {%6$s}, "status": {"replicas": %7$d}}
    """
        .formatted(
            owner,
            age == 0 ? "7d9c5b8f6d" : "5b8f6d7d9" + age,
            owner % NAMESPACES,
            uid(age == 0 ? "d" : "f" + age, owner),
            uid("e", owner),
            TEMPLATE.formatted(age == 0 ? PODS_OF_A_WORKLOAD : 0, owner),
            age == 0 ? PODS_OF_A_WORKLOAD : 0);
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

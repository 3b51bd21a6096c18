package dev.plimsoll.bench.speed;

import com.google.gson.JsonArray;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.whatif.Simulation;
import java.io.IOException;

/**
 * Makes a cluster of 5,000 nodes in 50 pools whose 50,000 pods are of 1,000 tenants with quotas.
 * Nine of ten pods have a node; each third tenant has a workload whose pods its quota denies.
 * Together they want more GPUs than there are.
 */
final class BusyCluster {
  private static final int TENANTS = 1000;
  private static final int NODES = 5000;
  private static final int POOLS = 50;
  private static final int PODS_OF_A_TENANT = 50;

  private final SharedCluster shared = new SharedCluster(TENANTS, NODES, POOLS);

  CapacityPolicy policy() {
    return shared.policy();
  }

  Simulation simulation() throws IOException {
    JsonArray items = shared.nodes();
    for (int t = 0; t < TENANTS; t++) {
      items.add(SharedCluster.json(namespace(t)));
      items.add(SharedCluster.json(quota(t)));
      if (isWaiting(t)) {
        items.add(SharedCluster.json(workload(t)));
      }
      for (int p = 0; p < PODS_OF_A_TENANT; p++) {
        items.add(SharedCluster.json(pod(t, p)));
      }
    }
    return Simulation.of(
        SharedCluster.read(items), AdmissionChain.standard(), DefaultPlugins.scheduler());
  }

  private static boolean isWaiting(int tenant) {
    return tenant % 3 == 0;
  }

  private static int pool(int tenant) {
    return tenant * 7 % POOLS;
  }

  private static int gpus(int tenant, int number) {
    return (tenant + number) % 2;
  }

  private static String namespace(int tenant) {
    return """
        {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"t%d"}}
        """
        .formatted(tenant);
  }

  /** What is in use, and some slack where nothing is denied. */
  private static String quota(int tenant) {
    int gpus = 0;
    for (int p = 0; p < PODS_OF_A_TENANT; p++) {
      gpus += gpus(tenant, p);
    }
    int slack = isWaiting(tenant) ? 0 : 4 + tenant % 16;
    int all = PODS_OF_A_TENANT + slack;
    return """
        {"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"q","namespace":"t%d"},
         "spec":{"hard":{"requests.nvidia.com/gpu":"%d","requests.cpu":"%d","requests.memory":"%dGi",
          "requests.ephemeral-storage":"%dGi","requests.rdma/hca":"%d"}},
         "status":{"hard":{"requests.nvidia.com/gpu":"%d","requests.cpu":"%d","requests.memory":"%dGi",
          "requests.ephemeral-storage":"%dGi","requests.rdma/hca":"%d"},
          "used":{"requests.nvidia.com/gpu":"%d","requests.cpu":"%d","requests.memory":"%dGi",
          "requests.ephemeral-storage":"%dGi","requests.rdma/hca":"%d"}}}
        """
        .formatted(
            tenant,
            gpus + slack,
            all * 4,
            all * 32,
            all * 100,
            gpus + slack,
            gpus + slack,
            all * 4,
            all * 32,
            all * 100,
            gpus + slack,
            gpus,
            PODS_OF_A_TENANT * 4,
            PODS_OF_A_TENANT * 32,
            PODS_OF_A_TENANT * 100,
            gpus);
  }

  private static String workload(int tenant) {
    return """
        {"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"name":"more","namespace":"t%d"},
         "spec":{"replicas":%d,"selector":{"matchLabels":{"app":"more"}},
          "template":{"metadata":{"labels":{"app":"more"}},"spec":%s}}}
        """
        .formatted(tenant, 4 + tenant % 20, podSpec("", tenant, 4));
  }

  private static String pod(int tenant, int number) {
    boolean bound = number % 10 != 9;
    int node =
        pool(tenant) + POOLS * ((tenant / POOLS * PODS_OF_A_TENANT + number) % (NODES / POOLS));
    return """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"w%d","namespace":"t%d"},
         "spec":%s,"status":{"phase":"%s"}}
        """
        .formatted(
            number,
            tenant,
            podSpec(
                bound ? "\"nodeName\":\"n%d\",".formatted(node) : "", tenant, gpus(tenant, number)),
            bound ? "Running" : "Pending");
  }

  private static String podSpec(String node, int tenant, int gpus) {
    String accelerated = "\"nvidia.com/gpu\":\"%d\",\"rdma/hca\":\"%d\"".formatted(gpus, gpus);
    return """
        {%s"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":
          {"nodeSelectorTerms":[{"matchExpressions":[{"key":"pool","operator":"In",
           "values":["p%d","p%d"]}]}]}}},
         "containers":[{"name":"c","image":"i","resources":{"requests":{%s,
          "cpu":"4","memory":"32Gi","ephemeral-storage":"100Gi"},"limits":{%s}}}]}
        """
        .formatted(node, pool(tenant), (pool(tenant) + 1) % POOLS, accelerated, accelerated);
  }
}

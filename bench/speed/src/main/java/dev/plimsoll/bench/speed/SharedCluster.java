package dev.plimsoll.bench.speed;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** Makes a cluster of several pools, which many tenants want more of than there is. */
final class SharedCluster {
  private static final int PODS_OF_A_TENANT = 20;
  private static final List<String> RESOURCES =
      List.of("nvidia.com/gpu", "cpu", "memory", "ephemeral-storage", "rdma/hca");

  private final int tenants;
  private final int nodes;
  private final int pools;
  private final Random random = new Random(1);

  SharedCluster(int tenants, int nodes, int pools) {
    this.tenants = tenants;
    this.nodes = nodes;
    this.pools = pools;
  }

  /** Half of each tenant's pods have a node; each pod may go to some of the pools. */
  Cluster cluster() throws IOException {
    JsonArray items = nodes();
    for (int t = 0; t < tenants; t++) {
      for (int p = 0; p < PODS_OF_A_TENANT; p++) {
        items.add(json(pod(t, p)));
      }
    }
    return read(items);
  }

  JsonArray nodes() {
    JsonArray items = new JsonArray();
    for (int i = 0; i < nodes; i++) {
      items.add(json(node(i)));
    }
    return items;
  }

  static Cluster read(JsonArray items) throws IOException {
    JsonObject list = json("{\"apiVersion\":\"v1\",\"kind\":\"List\"}");
    list.add("items", items);
    Path file = Files.createTempFile("plimsoll-bench", ".json");
    try {
      Files.writeString(file, list.toString());
      return SnapshotReader.read(List.of(file), read -> {});
    } finally {
      Files.delete(file);
    }
  }

  CapacityPolicy policy() {
    JsonObject policy =
        json(
            """
            {"apiVersion":"plimsoll.dev/v1alpha1","kind":"CapacityPolicy","metadata":{"name":"p"},
             "spec":{"division":{"type":"Demand"},"tenants":[],"pools":[],"resources":[]}}
            """);
    JsonObject spec = policy.getAsJsonObject("spec");
    for (int t = 0; t < tenants; t++) {
      spec.getAsJsonArray("tenants")
          .add(json("{\"name\":\"t%d\",\"namespaces\":[\"t%d\"],\"weight\":%d}", t, t, 1 + t % 5));
    }
    for (int p = 0; p < pools; p++) {
      String pool = "{\"name\":\"p%d\",\"nodeSelector\":{\"matchLabels\":{\"pool\":\"p%d\"}}}";
      spec.getAsJsonArray("pools").add(json(pool, p, p));
    }
    RESOURCES.forEach(r -> spec.getAsJsonArray("resources").add(json("{\"name\":\"%s\"}", r)));
    return PolicyFile.of(policy, "policy").policy();
  }

  private String node(int number) {
    return """
        {"apiVersion":"v1","kind":"Node",
         "metadata":{"name":"n%d","labels":{"pool":"p%d"}},
         "status":{"conditions":[{"type":"Ready","status":"True"}],
          "allocatable":{"nvidia.com/gpu":"8","cpu":"96","memory":"1Ti","pods":"110",
           "ephemeral-storage":"4Ti","rdma/hca":"8"}}}
        """
        .formatted(number, number % pools);
  }

  private String pod(int tenant, int number) {
    int pool = (tenant * 7 + random.nextInt(3)) % pools;
    int count = 1 << random.nextInt(4);
    String node =
        number % 2 == 0
            ? "\"nodeName\":\"n%d\",".formatted(pool + pools * random.nextInt(nodes / pools))
            : "";
    return """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"w%d","namespace":"t%d"},
         "spec":{%s"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":
          {"nodeSelectorTerms":[{"matchExpressions":[{"key":"pool","operator":"In",
           "values":["p%d","p%d"]}]}]}}},
          "containers":[{"name":"c","image":"i","resources":{"requests":{"nvidia.com/gpu":"%d",
           "cpu":"%d","memory":"%dGi","ephemeral-storage":"100Gi","rdma/hca":"%d"},
           "limits":{"nvidia.com/gpu":"%d","rdma/hca":"%d"}}}]},
         "status":{"phase":"%s"}}
        """
        .formatted(
            number,
            tenant,
            node,
            pool,
            (pool + 1) % pools,
            count,
            count * (4 + random.nextInt(9)),
            count * (32 + random.nextInt(97)),
            count,
            count,
            count,
            node.isEmpty() ? "Pending" : "Running");
  }

  static JsonObject json(String text, Object... values) {
    String filled = values.length == 0 ? text : text.formatted(values);
    return JsonParser.parseString(filled).getAsJsonObject();
  }
}

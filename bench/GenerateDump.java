import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a synthetic dump of a GPU cluster that many tenants share, the same one for the same seed.
 *
 * <p>It has what real ones have: pools of several products behind taints, cordoned and unready
 * nodes, quotas that are used up, promise too much or have a key that is never charged, limit
 * ranges, workloads whose pods are denied (and the events that say so), and pods that no node
 * takes. Their conditions have the scheduler's form, but the counts in them are not computed.
 */
final class GenerateDump {
  private static final List<Pool> POOLS =
      List.of(
          new Pool("a100", "NVIDIA-A100-SXM4-80GB", 8, 96, 768, 40),
          new Pool("h100", "NVIDIA-H100-80GB-HBM3", 8, 192, 2048, 10),
          new Pool("t4", "Tesla-T4", 4, 48, 192, 25),
          new Pool("cpu", "", 0, 64, 256, 25));
  private static final int[] GPUS_OF_A_POD = {1, 1, 1, 1, 2, 4, 8};

  private final Random random;
  private final Writer out;
  private final Map<Pool, List<Node>> nodes = new HashMap<>();
  private final List<Tenant> tenants = new ArrayList<>();
  private String separator = "";
  private int pods;

  private GenerateDump(long seed, Writer out) {
    this.random = new Random(seed);
    this.out = out;
  }

  public static void main(String[] args) throws IOException {
    Map<String, Integer> options =
        new HashMap<>(Map.of("--nodes", 5000, "--namespaces", 1000, "--pods", 50000, "--seed", 1));
    int i = 0;
    for (; i + 1 < args.length && options.containsKey(args[i]); i += 2) {
      if (!args[i + 1].matches("[1-9][0-9]{0,6}")) {
        fail(args[i] + " must be a whole number from 1, not " + args[i + 1]);
      }
      options.put(args[i], Integer.parseInt(args[i + 1]));
    }
    if (i != args.length - 1 || args[i].startsWith("-")) {
      fail("usage: GenerateDump [--nodes N] [--namespaces N] [--pods N] [--seed N] OUT[.gz]");
    }
    Path path = Path.of(args[i]);
    try (OutputStream file = Files.newOutputStream(path);
        OutputStream bytes = args[i].endsWith(".gz") ? new GZIPOutputStream(file) : file;
        Writer out = new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8))) {
      GenerateDump dump = new GenerateDump(options.get("--seed"), out);
      out.write("{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[");
      dump.nodes(options.get("--nodes"));
      dump.namespaces(options.get("--namespaces"));
      dump.workloads(options.get("--pods"));
      dump.quotas();
      out.write("\n]}\n");
      System.out.printf(
          "%s: %d nodes, %d namespaces, %d pods%n",
          path, options.get("--nodes"), options.get("--namespaces"), dump.pods);
    }
  }

  private static void fail(String message) {
    System.err.println(message);
    System.exit(2);
  }

  private void nodes(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      Pool pool = pool((int) (i * 100L / count));
      Node node = new Node(pool.name() + "-" + i, pool);
      boolean cordoned = random.nextInt(100) == 0;
      boolean ready = random.nextInt(200) != 0;
      List<String> taints = new ArrayList<>();
      if (pool.gpus() > 0) {
        taints.add(taint("nvidia.com/gpu", "NoSchedule"));
      }
      if (cordoned) {
        taints.add(taint("node.kubernetes.io/unschedulable", "NoSchedule"));
      }
      if (!ready) {
        taints.add(taint("node.kubernetes.io/not-ready", "NoSchedule"));
        taints.add(taint("node.kubernetes.io/not-ready", "NoExecute"));
      }
      if (ready && !cordoned) {
        nodes.computeIfAbsent(pool, p -> new ArrayList<>()).add(node);
      }
      String gpus = pool.gpus() == 0 ? "" : ",\"nvidia.com/gpu\":\"" + pool.gpus() + "\"";
      String size =
          "{\"cpu\":\"%d\",\"memory\":\"%dGi\",\"ephemeral-storage\":\"800Gi\",\"pods\":\"110\"%s}"
              .formatted(pool.cpus(), pool.memory(), gpus);
      String product =
          pool.gpus() == 0 ? "" : ",\"nvidia.com/gpu.product\":\"" + pool.product() + "\"";
      String labels =
          "\"kubernetes.io/hostname\":\"%s\",\"topology.kubernetes.io/zone\":\"zone-%d\"%s"
              .formatted(node.name, i % 3, product);
      item(
          """
          {"apiVersion":"v1","kind":"Node","metadata":{%s,"labels":{%s}},\
          "spec":{"unschedulable":%s,"taints":[%s]},"status":{"capacity":%s,"allocatable":%s,\
          "conditions":[{"type":"Ready","status":"%s"}]}}\
          """
              .formatted(
                  metadata(node.name),
                  labels,
                  cordoned,
                  String.join(",", taints),
                  size,
                  size,
                  ready ? "True" : "False"));
    }
  }

  private static Pool pool(int percent) {
    int upTo = 0;
    for (Pool pool : POOLS) {
      upTo += pool.percent();
      if (percent < upTo) {
        return pool;
      }
    }
    throw new IllegalStateException("the pools make up less than 100 %");
  }

  private static String taint(String key, String effect) {
    return "{\"key\":\"%s\",\"effect\":\"%s\"}".formatted(key, effect);
  }

  private void namespaces(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      Tenant tenant = new Tenant("tenant-" + i, 8 << random.nextInt(5), random.nextInt(10) != 0);
      tenants.add(tenant);
      item(
          "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{%s}}"
              .formatted(metadata(tenant.name)));
      if (random.nextInt(10) == 0) {
        item(
            """
            {"apiVersion":"v1","kind":"LimitRange","metadata":{%s,"namespace":"%s"},\
            "spec":{"limits":[{"type":"Container","default":{"memory":"4Gi"},\
            "defaultRequest":{"memory":"1Gi"},"max":{"memory":"512Gi"}}]}}\
            """
                .formatted(metadata("defaults"), tenant.name));
      }
    }
  }

  /** Makes workloads until there are {@code count} pods, or the tenants' quotas take no more. */
  private void workloads(int count) throws IOException {
    for (int i = 0; pods < count && i < count; i++) {
      // Some tenants have many more pods than others.
      Tenant tenant = tenants.get((int) (Math.pow(random.nextDouble(), 1.5) * tenants.size()));
      Pool pool = POOLS.get(random.nextInt(10) < 7 ? 3 : random.nextInt(3));
      int gpus = Math.min(pool.gpus(), GPUS_OF_A_POD[random.nextInt(GPUS_OF_A_POD.length)]);
      int replicas = Math.min(count - pods, 1 + random.nextInt(gpus > 2 ? 4 : 16));
      boolean tolerates = random.nextInt(50) != 0;
      workload(new Work(tenant, "work-" + i, pool, gpus, replicas, tolerates));
    }
  }

  private void workload(Work work) throws IOException {
    String set = work.name() + "-" + Integer.toHexString(0x1000000 + random.nextInt(0x1000000));
    String deployment = metadata(work.name()) + ",\"namespace\":\"" + work.tenant().name + "\"";
    String replicaSet = metadata(set) + ",\"namespace\":\"" + work.tenant().name + "\"";
    String spec =
        """
        {"replicas":%d,"selector":{"matchLabels":{"app":"%s"}},"template":\
        {"metadata":{"labels":{"app":"%s"}},"spec":%s}}\
        """
            .formatted(work.replicas(), work.name(), work.name(), work.podSpec(""));
    int made = 0;
    for (; made < work.replicas() && work.tenant().admits(work); made++) {
      pod(work, set + "-" + made, owner("ReplicaSet", replicaSet));
    }
    if (made < work.replicas()) {
      String denied = "Error creating: pods \\\"%s-%d\\\" is forbidden: exceeded quota: gpu, %s";
      event(
          work.tenant(),
          "\"kind\":\"ReplicaSet\"," + replicaSet,
          "FailedCreate",
          denied.formatted(set, made, work.tenant().denial(work)));
    }
    String item =
        """
        {"apiVersion":"apps/v1","kind":"%s","metadata":{%s%s},"spec":%s,\
        "status":{"replicas":%d}}\
        """;
    item(item.formatted("Deployment", deployment, "", spec, made));
    item(item.formatted("ReplicaSet", replicaSet, owner("Deployment", deployment), spec, made));
  }

  private void pod(Work work, String name, String owner) throws IOException {
    pods++;
    work.tenant().charge(work);
    String metadata = metadata(name) + ",\"namespace\":\"" + work.tenant().name + "\"";
    String node = place(work);
    String condition = "\"status\":\"True\"";
    if (node.isEmpty()) {
      String message = "0/1 nodes are available: 1 Insufficient nvidia.com/gpu.";
      event(work.tenant(), "\"kind\":\"Pod\"," + metadata, "FailedScheduling", message);
      condition =
          "\"status\":\"False\",\"reason\":\"Unschedulable\",\"message\":\"" + message + "\"";
    }
    item(
        """
        {"apiVersion":"v1","kind":"Pod","metadata":{%s,"labels":{"app":"%s"}%s},"spec":%s,\
        "status":{"phase":"%s","conditions":[{"type":"PodScheduled",%s}]}}\
        """
            .formatted(
                metadata,
                work.name(),
                owner,
                work.podSpec(node.isEmpty() ? "" : ",\"nodeName\":\"" + node + "\""),
                node.isEmpty() ? "Pending" : "Running",
                condition));
  }

  /** Returns the name of the first node with headroom, from a random one on, or "". */
  private String place(Work work) {
    List<Node> pool =
        work.tolerates() || work.gpus() == 0
            ? nodes.getOrDefault(work.pool(), List.of())
            : List.of();
    int start = pool.isEmpty() ? 0 : random.nextInt(pool.size());
    for (int i = 0; i < pool.size(); i++) {
      Node node = pool.get((start + i) % pool.size());
      if (node.takes(work)) {
        return node.name;
      }
    }
    return "";
  }

  private void quotas() throws IOException {
    for (Tenant tenant : tenants) {
      if (tenant.hasQuota) {
        String dead = random.nextInt(20) == 0 ? ",\"limits.nvidia.com/gpu\":\"4\"" : "";
        String hard =
            "{\"pods\":\"%d\",\"requests.nvidia.com/gpu\":\"%d\"%s}"
                .formatted(Tenant.MOST_PODS, tenant.gpus, dead);
        item(
            """
            {"apiVersion":"v1","kind":"ResourceQuota","metadata":{%s,"namespace":"%s"},\
            "spec":{"hard":%s},"status":{"hard":%s,\
            "used":{"pods":"%d","requests.nvidia.com/gpu":"%d"}}}\
            """
                .formatted(
                    metadata("gpu"), tenant.name, hard, hard, tenant.usedPods, tenant.usedGpus));
      }
    }
  }

  private void event(Tenant tenant, String object, String reason, String message)
      throws IOException {
    String name = reason.toLowerCase() + "." + Integer.toHexString(random.nextInt());
    item(
        """
        {"apiVersion":"v1","kind":"Event","metadata":{%s,"namespace":"%s"},\
        "involvedObject":{%s},"reason":"%s","message":"%s","type":"Warning","count":3,\
        "lastTimestamp":"2026-01-05T09:00:00Z"}\
        """
            .formatted(metadata(name), tenant.name, object, reason, message));
  }

  private static String owner(String kind, String metadata) {
    return """
    ,"ownerReferences":[{"apiVersion":"apps/v1","kind":"%s",%s,"controller":true}]\
    """
        .formatted(kind, metadata.replaceFirst(",\"creationTimestamp.*", ""));
  }

  private String metadata(String name) {
    return "\"name\":\"%s\",\"uid\":\"%s\",\"creationTimestamp\":\"2026-01-05T08:00:00Z\""
        .formatted(name, new UUID(random.nextLong(), random.nextLong()));
  }

  private void item(String json) throws IOException {
    out.write(separator);
    out.write('\n');
    out.write(json);
    separator = ",";
  }
}

/** Nodes of one kind; {@code percent} of all nodes, {@code memory} in GiB. */
record Pool(String name, String product, int gpus, int cpus, int memory, int percent) {}

/** A deployment: what each of its pods asks for, and of which pool. */
record Work(Tenant tenant, String name, Pool pool, int gpus, int replicas, boolean tolerates) {
  int cpus() {
    return Math.max(1, 4 * gpus);
  }

  int memory() {
    return Math.max(2, 32 * gpus);
  }

  String podSpec(String more) {
    String gpu = gpus == 0 ? "" : ",\"nvidia.com/gpu\":\"" + gpus + "\"";
    String selector =
        gpus == 0
            ? ""
            : ",\"nodeSelector\":{\"nvidia.com/gpu.product\":\"" + pool.product() + "\"}";
    String toleration =
        gpus == 0 || !tolerates ? "" : "{\"key\":\"nvidia.com/gpu\",\"operator\":\"Exists\"},";
    return """
    {"containers":[{"name":"main","image":"registry.example/%s:1",\
    "env":[{"name":"TEAM","value":"%s"},{"name":"NCCL_DEBUG","value":"WARN"}],\
    "resources":{"requests":{"cpu":"%d","memory":"%dGi"%s},"limits":{"memory":"%dGi"%s}},\
    "volumeMounts":[{"name":"scratch","mountPath":"/scratch"}],\
    "terminationMessagePath":"/dev/termination-log","imagePullPolicy":"IfNotPresent"}],\
    "volumes":[{"name":"scratch","emptyDir":{}}],"restartPolicy":"Always",\
    "dnsPolicy":"ClusterFirst","schedulerName":"default-scheduler","priority":0,\
    "serviceAccountName":"default","terminationGracePeriodSeconds":30,"tolerations":[%s\
    {"key":"node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute",\
    "tolerationSeconds":300}]%s%s}\
    """
        .formatted(
            name, tenant.name, cpus(), memory(), gpu, memory(), gpu, toleration, selector, more);
  }
}

/** A node and what is free on it. */
final class Node {
  final String name;
  private int gpus;
  private int cpus;
  private int memory;
  private int pods = 110;

  Node(String name, Pool pool) {
    this.name = name;
    this.gpus = pool.gpus();
    this.cpus = pool.cpus();
    this.memory = pool.memory();
  }

  boolean takes(Work work) {
    if (pods < 1 || gpus < work.gpus() || cpus < work.cpus() || memory < work.memory()) {
      return false;
    }
    pods--;
    gpus -= work.gpus();
    cpus -= work.cpus();
    memory -= work.memory();
    return true;
  }
}

/** A namespace, what its quota allows and what its pods have of it. */
final class Tenant {
  static final int MOST_PODS = 150;

  final String name;
  final int gpus;
  final boolean hasQuota;
  int usedGpus;
  int usedPods;

  Tenant(String name, int gpus, boolean hasQuota) {
    this.name = name;
    this.gpus = gpus;
    this.hasQuota = hasQuota;
  }

  boolean admits(Work work) {
    return !hasQuota || (usedPods < MOST_PODS && usedGpus + work.gpus() <= gpus);
  }

  void charge(Work work) {
    usedGpus += work.gpus();
    usedPods++;
  }

  String denial(Work work) {
    String amounts = "requested: %s=%d, used: %s=%d, limited: %s=%d";
    String key = usedPods < MOST_PODS ? "requests.nvidia.com/gpu" : "pods";
    return usedPods < MOST_PODS
        ? amounts.formatted(key, work.gpus(), key, usedGpus, key, gpus)
        : amounts.formatted(key, 1, key, usedPods, key, MOST_PODS);
  }
}

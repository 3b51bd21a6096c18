import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes a synthetic dump of a GPU cluster in which pods wait, the same dump for the same seed.
 *
 * <p>Its pools are full. Its tenants have shares by weight. An owner is a Job or a service of a
 * tenant, whose pods are alike and run for similarly long. Some owners have gangs. A fifth of the
 * pods has ended within some hours, and a quarter fewer pods have arrived since.
 */
final class GenerateQueue {
  private static final Instant NOW = Instant.parse("2026-01-05T12:00:00Z");
  private static final int TENANTS = 40;
  private static final int OWNERS_OF_A_TENANT = 8;
  private static final int MOST_FAILURES = 2000;
  private static final double SHORTEST_HOURS = 4;
  private static final double DEVIATION = 0.7;
  private static final int ENDED_SECONDS = 4 * 3600;
  private static final List<Pool> POOLS =
      List.of(
          new Pool("a100", 8, 96, 768, 40),
          new Pool("h100", 8, 192, 2048, 20),
          new Pool("t4", 4, 48, 192, 25),
          new Pool("cpu", 0, 64, 256, 15));
  private static final int[] GPUS_OF_A_POD = {1, 1, 1, 2, 2, 4, 8};

  private final Random random;
  private final Writer out;
  private final String gate;
  private final Map<Pool, List<Node>> nodes = new HashMap<>();
  private final List<Owner> owners = new ArrayList<>();
  private String separator = "";
  private int count;

  private GenerateQueue(long seed, Writer out, String placement) {
    this.random = new Random(seed);
    this.out = out;
    this.gate =
        placement.equals("Gate") ? ",\"schedulingGates\":[{\"name\":\"plimsoll.dev/share\"}]" : "";
  }

  public static void main(String[] args) throws IOException {
    Map<String, String> options =
        new HashMap<>(
            Map.of(
                "--nodes", "5000", "--pods", "50000", "--waiting", "2000", "--seed", "1",
                "--placement", "Hold"));
    int i = 0;
    for (; i + 1 < args.length && options.containsKey(args[i]); i += 2) {
      String expected = args[i].equals("--placement") ? "Hold|Gate|Off" : "[1-9][0-9]{0,6}";
      if (!args[i + 1].matches(expected)) {
        fail(args[i] + " " + args[i + 1] + " must match " + expected);
      }
      options.put(args[i], args[i + 1]);
    }
    if (i != args.length - 1 || args[i].startsWith("-")) {
      fail(
          "usage: GenerateQueue [--nodes N] [--pods N] [--waiting N] [--seed N]"
              + " [--placement Hold|Gate|Off] OUT");
    }
    try (Writer out =
        new BufferedWriter(Files.newBufferedWriter(Path.of(args[i]), StandardCharsets.UTF_8))) {
      GenerateQueue queue =
          new GenerateQueue(
              Long.parseLong(options.get("--seed")), out, options.get("--placement"));
      out.write("{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[");
      queue.nodes(Integer.parseInt(options.get("--nodes")));
      queue.tenants(options.get("--placement"));
      queue.pods(
          Integer.parseInt(options.get("--pods")), Integer.parseInt(options.get("--waiting")));
      out.write("\n]}\n");
    }
  }

  private static void fail(String message) {
    System.err.println("GenerateQueue: " + message);
    System.exit(2);
  }

  private void nodes(int number) throws IOException {
    for (int i = 0; i < number; i++) {
      Pool pool = pool((int) (i * 100L / number));
      Node node = new Node(pool.name() + "-" + i, pool);
      nodes.computeIfAbsent(pool, p -> new ArrayList<>()).add(node);
      String gpus = pool.gpus() == 0 ? "" : ",\"nvidia.com/gpu\":\"" + pool.gpus() + "\"";
      String size =
          "{\"cpu\":\"%d\",\"memory\":\"%dGi\",\"pods\":\"110\"%s}"
              .formatted(pool.cpus(), pool.memory(), gpus);
      item(
          """
          {"apiVersion":"v1","kind":"Node","metadata":{%s,"labels":\
          {"kubernetes.io/hostname":"%s","nvidia.com/gpu.product":"%s"}},\
          "status":{"capacity":%s,"allocatable":%s,"conditions":[{"type":"Ready","status":"True"}]}}\
          """
              .formatted(
                  metadata(node.name, NOW.minusSeconds(86_400 * 30)),
                  node.name,
                  pool.name(),
                  size,
                  size));
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

  private void tenants(String placement) throws IOException {
    for (String name : List.of("low", "usual", "high")) {
      item(
          """
          {"apiVersion":"scheduling.k8s.io/v1","kind":"PriorityClass","metadata":{%s},"value":%d}\
          """
              .formatted(metadata(name, NOW.minusSeconds(86_400 * 30)), priority(name)));
    }
    for (int i = 0; i < TENANTS; i++) {
      String tenant = "tenant-" + i;
      item(
          "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{%s}}"
              .formatted(metadata(tenant, NOW.minusSeconds(86_400 * 30))));
      for (int j = 0; j < OWNERS_OF_A_TENANT; j++) {
        owners.add(owner(tenant, j));
      }
    }
    String tenants =
        IntStream.range(0, TENANTS)
            .mapToObj(
                i ->
                    "{\"name\":\"tenant-%1$d\",\"namespaces\":[\"tenant-%1$d\"],\"weight\":%2$d}"
                        .formatted(i, 1 + random.nextInt(4)))
            .collect(Collectors.joining(","));
    item(
        """
        {"apiVersion":"plimsoll.dev/v1alpha1","kind":"CapacityPolicy","metadata":{%s},\
        "spec":{"tenants":[%s],"resources":[{"name":"nvidia.com/gpu"}],\
        "division":{"type":"Proportional"},"enforcement":{"placement":"%s"}}}\
        """
            .formatted(metadata("gpus", NOW.minusSeconds(86_400 * 30)), tenants, placement));
  }

  private Owner owner(String tenant, int number) {
    boolean isOfGpus = number < OWNERS_OF_A_TENANT - 1;
    Pool pool = isOfGpus ? POOLS.get(random.nextInt(3)) : POOLS.get(3);
    int gpus = Math.min(pool.gpus(), GPUS_OF_A_POD[random.nextInt(GPUS_OF_A_POD.length)]);
    int gang = number == 0 && random.nextInt(2) == 0 ? 2 + random.nextInt(15) : 1;
    return new Owner(
        tenant,
        (number == 1 ? "serve-" : "train-") + (char) ('a' + number),
        pool,
        gang > 1 ? Math.min(4, gpus) : gpus,
        gang,
        number == 1,
        List.of("low", "usual", "usual", "usual", "usual", "high").get(random.nextInt(6)),
        SHORTEST_HOURS * Math.exp(random.nextDouble() * Math.log(12)));
  }

  private static int priority(String name) {
    return name.equals("low") ? -10 : name.equals("usual") ? 0 : 100;
  }

  private void pods(int number, int waiting) throws IOException {
    int ended = number / 5;
    int running = number - ended - waiting;
    for (Pool pool : POOLS) {
      List<Owner> some = owners.stream().filter(o -> o.pool() == pool).toList();
      int failures = 0;
      while (!some.isEmpty() && running > 0 && failures < MOST_FAILURES) {
        Owner owner = some.get(random.nextInt(some.size()));
        String node = place(owner);
        failures = node.isEmpty() ? failures + 1 : 0;
        if (!node.isEmpty()) {
          pod(owner, ++count, 0, NOW.minusMillis((long) (age(owner) * 1000)), node, "");
          running--;
        }
      }
    }
    List<Owner> jobs = owners.stream().filter(o -> !o.isService()).toList();
    for (int i = 0; i < ended; ) {
      Owner owner = jobs.get(random.nextInt(jobs.size()));
      List<Node> pool = nodes.getOrDefault(owner.pool(), List.of());
      // Owners whose pods run shorter have more that ended.
      if (!pool.isEmpty() && random.nextDouble() < SHORTEST_HOURS / owner.hours()) {
        i++;
        Instant end = NOW.minusSeconds(random.nextInt(ENDED_SECONDS));
        Instant start = end.minusMillis((long) (seconds(owner) * 1000));
        String node = pool.get(random.nextInt(pool.size())).name;
        pod(owner, ++count, 0, start, node, ",\"finishedAt\":\"" + end + "\"");
      }
    }
    List<Owner> ofGpus = jobs.stream().filter(o -> o.gpus() > 0).toList();
    for (int left = waiting; left > 0; ) {
      Owner owner = ofGpus.get(random.nextInt(ofGpus.size()));
      Instant created = NOW.minusSeconds(60 + random.nextInt(6 * 3600));
      count++;
      for (int i = 0; i < owner.gang() && owner.gang() <= left; i++) {
        pod(owner, count, i, created, "", "");
      }
      left -= owner.gang() <= left ? owner.gang() : 0;
    }
  }

  private double seconds(Owner owner) {
    return 3600 * owner.hours() * Math.exp(DEVIATION * random.nextGaussian());
  }

  /** Draws for how long a pod has run: longer runs are met more often. Lately fewer arrived. */
  private double age(Owner owner) {
    double age =
        seconds(owner) * Math.exp(DEVIATION * DEVIATION) * random.nextDouble();
    return age < ENDED_SECONDS && random.nextInt(4) == 0 ? age + ENDED_SECONDS : age;
  }

  private String place(Owner owner) {
    List<Node> pool = nodes.getOrDefault(owner.pool(), List.of());
    int start = pool.isEmpty() ? 0 : random.nextInt(pool.size());
    for (int i = 0; i < pool.size(); i++) {
      Node node = pool.get((start + i) % pool.size());
      if (node.takes(owner)) {
        return node.name;
      }
    }
    return "";
  }

  private void pod(Owner owner, int job, int index, Instant at, String node, String end)
      throws IOException {
    String name = owner.name() + "-" + job;
    String gang =
        owner.gang() == 1 || !node.isEmpty()
            ? ""
            : ",\"annotations\":{\"plimsoll.dev/group\":\"%s\",\"plimsoll.dev/group-size\":\"%d\"}"
                .formatted(name, owner.gang());
    String controller =
        owner.isService()
            ? "\"apiVersion\":\"apps/v1\",\"kind\":\"StatefulSet\",\"name\":\"" + owner.name()
            : "\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"name\":\"" + name;
    String scheduled =
        node.isEmpty()
            ? "\"status\":\"False\",\"reason\":\"Unschedulable\""
            : "\"status\":\"True\",\"lastTransitionTime\":\"" + at + "\"";
    String containers =
        end.isEmpty()
            ? ""
            : ",\"containerStatuses\":[{\"name\":\"main\",\"state\":{\"terminated\":{\"exitCode\":0%s}}}]"
                .formatted(end);
    String phase = node.isEmpty() ? "Pending" : end.isEmpty() ? "Running" : "Succeeded";
    item(
        """
        {"apiVersion":"v1","kind":"Pod","metadata":{%s,"namespace":"%s","labels":{"app":"%s"}%s,\
        "ownerReferences":[{%s","uid":"%s","controller":true}]},"spec":%s,\
        "status":{"phase":"%s","conditions":[{"type":"PodScheduled",%s}]%s}}\
        """
            .formatted(
                metadata(name + "-" + index, at),
                owner.tenant(),
                owner.name(),
                gang,
                controller,
                uid(),
                owner.spec(node.isEmpty() ? gate : ",\"nodeName\":\"" + node + "\""),
                phase,
                scheduled,
                containers));
  }

  private String uid() {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  private String metadata(String name, Instant created) {
    return "\"name\":\"%s\",\"uid\":\"%s\",\"creationTimestamp\":\"%s\""
        .formatted(name, uid(), created);
  }

  private void item(String json) throws IOException {
    out.write(separator);
    out.write('\n');
    out.write(json);
    separator = ",";
  }

  /** Nodes of one kind; {@code percent} of all nodes, {@code memory} in GiB. */
  private record Pool(String name, int gpus, int cpus, int memory, int percent) {}

  /** Pods that are alike; {@code hours} is how long they usually run. */
  private record Owner(
      String tenant,
      String name,
      Pool pool,
      int gpus,
      int gang,
      boolean isService,
      String priority,
      double hours) {
    int cpus() {
      return Math.max(1, 4 * gpus);
    }

    int memory() {
      return Math.max(2, 32 * gpus);
    }

    String spec(String more) {
      String gpu = gpus == 0 ? "" : ",\"nvidia.com/gpu\":\"" + gpus + "\"";
      return """
      {"containers":[{"name":"main","image":"registry.example/%s:1",\
      "env":[{"name":"TEAM","value":"%s"},{"name":"NCCL_DEBUG","value":"WARN"}],\
      "resources":{"requests":{"cpu":"%d","memory":"%dGi"%s},"limits":{"memory":"%dGi"%s}},\
      "volumeMounts":[{"name":"scratch","mountPath":"/scratch"}],\
      "terminationMessagePath":"/dev/termination-log","imagePullPolicy":"IfNotPresent"}],\
      "volumes":[{"name":"scratch","emptyDir":{}}],"restartPolicy":"Never",\
      "dnsPolicy":"ClusterFirst","schedulerName":"default-scheduler","priority":%d,\
      "priorityClassName":"%s","preemptionPolicy":"Never","serviceAccountName":"default",\
      "terminationGracePeriodSeconds":30,"nodeSelector":{"nvidia.com/gpu.product":"%s"}%s}\
      """
          .formatted(
              name,
              tenant,
              cpus(),
              memory(),
              gpu,
              memory(),
              gpu,
              GenerateQueue.priority(priority),
              priority,
              pool.name(),
              more);
    }
  }

  /** A node and what is free on it. */
  private static final class Node {
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

    boolean takes(Owner owner) {
      if (pods < 1 || gpus < owner.gpus() || cpus < owner.cpus() || memory < owner.memory()) {
        return false;
      }
      pods--;
      gpus -= owner.gpus();
      cpus -= owner.cpus();
      memory -= owner.memory();
      return true;
    }
  }
}

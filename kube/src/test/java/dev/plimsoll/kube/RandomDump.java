package dev.plimsoll.kube;

import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A small cluster with all that remedies change, drawn at random. */
final class RandomDump {
  private static final String GPU = "nvidia.com/gpu";

  private final Random random;
  private final JsonDump dump = new JsonDump();

  RandomDump(Random random) {
    this.random = random;
  }

  JsonDump dump() {
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      node("n" + i);
    }
    for (String namespace : List.of("a", "b")) {
      add("v1", "Namespace", "", namespace, "{}");
      for (int i = 0; i < random.nextInt(3); i++) {
        quota(namespace, "q" + i);
      }
      if (random.nextInt(3) == 0) {
        limitRange(namespace);
      }
      for (int i = 0; i < 1 + random.nextInt(4); i++) {
        workload(namespace, "w" + i);
      }
    }
    return dump;
  }

  /** Returns a dump with a quota over all namespaces. */
  JsonDump dumpOfOpenShift() {
    dump();
    clusterQuota();
    return dump;
  }

  private void add(String apiVersion, String kind, String namespace, String name, String members) {
    String metadata = "{\"namespace\":\"%s\",\"name\":\"%s\"}".formatted(namespace, name);
    if (namespace.isEmpty()) {
      metadata = "{\"name\":\"%s\"}".formatted(name);
    }
    String object =
        "{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":%s%s}"
            .formatted(
                apiVersion,
                kind,
                metadata,
                members.equals("{}") ? "" : "," + members.substring(1, members.length() - 1));
    dump.add(JsonParser.parseString(object));
  }

  private void node(String name) {
    List<String> taints = new ArrayList<>();
    if (random.nextInt(2) == 0) {
      taints.add(taint(GPU, "present"));
    }
    if (random.nextInt(3) == 0) {
      taints.add(taint("team", random.nextBoolean() ? "b" : ""));
    }
    boolean cordoned = random.nextInt(3) == 0;
    if (cordoned) {
      taints.add("{\"key\":\"node.kubernetes.io/unschedulable\",\"effect\":\"NoSchedule\"}");
    }
    String amount =
        "{\"cpu\":\"8\",\"memory\":\"32Gi\",\"pods\":\"20\",\"%s\":\"%d\"}"
            .formatted(GPU, random.nextInt(5));
    String object =
        "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"%s\",\"labels\":{\"zone\":\"%s\"}},\"spec\":{%s\"taints\":[%s]},\"status\":{\"capacity\":%s,\"allocatable\":%s}}"
            .formatted(
                name,
                random.nextBoolean() ? "x" : "y",
                cordoned ? "\"unschedulable\":true," : "",
                String.join(",", taints),
                amount,
                amount);
    dump.add(JsonParser.parseString(object));
  }

  private static String taint(String key, String value) {
    return "{\"key\":\"%s\",\"value\":\"%s\",\"effect\":\"NoSchedule\"}".formatted(key, value);
  }

  private void quota(String namespace, String name) {
    String key =
        List.of("requests." + GPU, "limits." + GPU, "limits.memory", "requests.cpu", "pods")
            .get(random.nextInt(5));
    int hard = random.nextInt(4);
    int used = random.nextInt(4);
    add(
        "v1",
        "ResourceQuota",
        namespace,
        name,
        "{\"spec\":{\"hard\":{\"%s\":\"%d\"}},\"status\":{\"hard\":{\"%s\":\"%d\"},\"used\":{\"%s\":\"%d\"}}}"
            .formatted(key, hard, key, hard, key, used));
  }

  private void clusterQuota() {
    String limits = "\"hard\":{\"requests.%s\":\"%d\"}".formatted(GPU, random.nextInt(4));
    add(
        "quota.openshift.io/v1",
        "ClusterResourceQuota",
        "",
        "cq",
        "{\"spec\":{\"selector\":{},\"quota\":{%s}},\"status\":{\"total\":{%s,\"used\":{\"requests.%s\":\"%d\"}}}}"
            .formatted(limits, limits, GPU, random.nextInt(4)));
  }

  private void limitRange(String namespace) {
    String bounds =
        List.of(
                "\"max\":{\"%s\":\"1\"},\"default\":{\"%s\":\"1\"},\"defaultRequest\":{\"%s\":\"1\"}"
                    .formatted(GPU, GPU, GPU),
                "\"default\":{\"%s\":\"1\",\"cpu\":\"1\"},\"defaultRequest\":{\"%s\":\"1\",\"cpu\":\"500m\"}"
                    .formatted(GPU, GPU),
                "\"min\":{\"cpu\":\"2\"}",
                "\"maxLimitRequestRatio\":{\"cpu\":\"2\"}")
            .get(random.nextInt(4));
    add(
        "v1",
        "LimitRange",
        namespace,
        "l",
        "{\"spec\":{\"limits\":[{\"type\":\"Pod\",\"max\":{\"cpu\":\"64\"}},{\"type\":\"Container\",%s}]}}"
            .formatted(bounds));
  }

  private void workload(String namespace, String name) {
    String labels = "\"app\":\"%s\"".formatted(name);
    switch (random.nextInt(6)) {
      case 0 -> {
        String gates =
            random.nextInt(3) == 0
                ? ",\"schedulingGates\":[{\"name\":\"first\"},{\"name\":\"example.com/second\"}]"
                : "";
        String spec = podSpec(name);
        dump.add(
            JsonParser.parseString(
                pod(namespace, name, "", spec.substring(0, spec.length() - 1) + gates + "}")));
      }
      case 1 -> owned(namespace, name, "apps/v1", "Deployment", labels);
      case 2 -> owned(namespace, name, "apps/v1", "StatefulSet", labels);
      case 3 ->
          owned(
              namespace,
              name,
              "batch/v1",
              "Job",
              "\"controller-uid\":\"u\",\"batch.kubernetes.io/controller-uid\":\"u\"," + labels);
      case 4 -> owned(namespace, name, "ml.example.com/v1", "TrainingJob", labels);
      default -> owned(namespace, name, "apps/v1", "ReplicaSet", labels);
    }
  }

  /** Adds a workload with some of its pods; a few of those run. */
  private void owned(String namespace, String name, String apiVersion, String kind, String labels) {
    String spec = podSpec(name);
    String template = "{\"metadata\":{\"labels\":{%s}},\"spec\":%s}".formatted(labels, spec);
    int replicas = 1 + random.nextInt(3);
    String members =
        switch (kind) {
          case "Job" ->
              "{\"spec\":{\"parallelism\":%d,\"completions\":%d,\"selector\":\"s\",\"template\":%s}}"
                  .formatted(replicas, replicas, template);
          case "TrainingJob" ->
              "{\"spec\":{\"groups\":[{\"name\":\"ps\",\"replicas\":0,\"template\":{\"spec\":{\"containers\":[{\"name\":\"ps\"}]}}},{\"name\":\"worker\",\"replicas\":%d,\"template\":%s}]}}"
                  .formatted(replicas, template);
          default -> "{\"spec\":{\"replicas\":%d,\"template\":%s}}".formatted(replicas, template);
        };
    add(apiVersion, kind, namespace, name, members);
    String owner =
        ",\"ownerReferences\":[{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"name\":\"%s\",\"uid\":\"u\",\"controller\":true}]"
            .formatted(apiVersion, kind, name);
    for (int i = 0; i < random.nextInt(replicas + 1); i++) {
      String placed =
          random.nextInt(3) == 0
              ? spec.substring(0, spec.length() - 1) + ",\"nodeName\":\"n0\"}"
              : spec;
      dump.add(JsonParser.parseString(pod(namespace, name + "-" + i, owner, placed)));
    }
  }

  private static String pod(String namespace, String name, String owner, String spec) {
    return "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"namespace\":\"%s\",\"name\":\"%s\"%s},\"spec\":%s,\"status\":{\"phase\":\"Pending\"}}"
        .formatted(namespace, name, owner, spec);
  }

  private String podSpec(String name) {
    List<String> members = new ArrayList<>();
    members.add("\"containers\":[%s]".formatted(containers(name)));
    switch (random.nextInt(3)) {
      case 0 ->
          members.add(
              "\"tolerations\":[{\"key\":\"%s\",\"operator\":\"Exists\",\"effect\":\"NoSchedule\"},{\"key\":\"node.kubernetes.io/not-ready\",\"operator\":\"Exists\",\"effect\":\"NoExecute\",\"tolerationSeconds\":300}]"
                  .formatted(GPU));
      case 1 -> members.add("\"tolerations\":[]");
      default -> {}
    }
    if (random.nextInt(3) == 0) {
      members.add("\"nodeSelector\":{\"zone\":\"%s\"}".formatted(random.nextBoolean() ? "x" : "z"));
    }
    return "{" + String.join(",", members) + "}";
  }

  private String containers(String name) {
    String sidecar = random.nextInt(3) == 0 ? "{\"name\":\"sidecar\",\"image\":\"i\"}," : "";
    String resources =
        switch (random.nextInt(5)) {
          case 0 -> "";
          case 1 -> ",\"resources\":{}";
          case 2 -> ",\"resources\":{\"requests\":{\"cpu\":\"1\"}}";
          case 3 ->
              ",\"resources\":{\"limits\":{\"%s\":%d,\"cpu\":\"3\"},\"requests\":{\"%s\":\"%d\",\"cpu\":\"1\"}}"
                  .formatted(GPU, 2, GPU, 2);
          default -> gpus(1 + random.nextInt(8));
        };
    return sidecar + "{\"name\":\"%s\",\"image\":\"i\"%s}".formatted(name, resources);
  }

  private static String gpus(int count) {
    return ",\"resources\":{\"limits\":{\"%s\":\"%d\"},\"requests\":{\"%s\":\"%d\"}}"
        .formatted(GPU, count, GPU, count);
  }
}

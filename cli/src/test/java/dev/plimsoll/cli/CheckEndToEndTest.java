package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Drawn sets of manifests, checked and then applied to a real control plane: what {@code check}
 * says of each workload is what the controllers and kube-scheduler do.
 */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CheckEndToEndTest {
  private static final int ROUNDS = Integer.getInteger("plimsoll.check.rounds", 6);
  private static final long SEED = Long.getLong("plimsoll.check.seed", 33);
  private static final Duration SETTLED = Duration.ofSeconds(5);

  /** What is drawn for a pod, beside its request. */
  private static final List<String> PODS =
      List.of("", "", "", ", hostNetwork: true", ", priorityClassName: patient");

  private static final List<String> SCOPES =
      List.of(
          "",
          "",
          ", scopes: [NotTerminating]",
          ", scopes: [BestEffort]",
          ", scopeSelector: {matchExpressions:"
              + " [{scopeName: PriorityClass, operator: In, values: [patient]}]}");

  private static final List<String> IN_ORDER =
      List.of("DaemonSet", "Deployment", "StatefulSet", "Job");

  private Path folder = Path.of("");
  private StoryCluster cluster;

  /** A workload of a set. */
  private record Drawn(
      String kind, String name, int replicas, String milliCpu, String selector, String pod) {
    Drawn with(String otherMilliCpu) {
      return new Drawn(kind, name, replicas, otherMilliCpu, selector, pod);
    }

    String yaml(String namespace) {
      String container =
          "{name: main, image: none, resources: {requests: {%s}}}"
              .formatted(milliCpu.isEmpty() ? "" : "cpu: " + milliCpu + "m");
      String spec =
          "{restartPolicy: %s, nodeSelector: {%s}, terminationGracePeriodSeconds: 0, containers: [%s]%s}"
              .formatted(kind.equals("Job") ? "Never" : "Always", selector, container, pod);
      return """
          apiVersion: %s
          kind: %s
          metadata: {name: %s, namespace: %s}
          spec:
            %s
            template:
              metadata: {labels: {app: %s}}
              spec: %s
          """
          .formatted(
              kind.equals("Job") ? "batch/v1" : "apps/v1",
              kind,
              name,
              namespace,
              counts(),
              name,
              spec);
    }

    private String counts() {
      String selected = "selector: {matchLabels: {app: " + name + "}}";
      return switch (kind) {
        case "Job" ->
            "parallelism: %d\n  completions: 3\n  activeDeadlineSeconds: 3600".formatted(replicas);
        case "DaemonSet" -> selected;
        case "StatefulSet" ->
            selected + "\n  podManagementPolicy: Parallel\n  replicas: " + replicas;
        default -> selected + "\n  replicas: " + replicas;
      };
    }

    int wanted() {
      return kind.equals("Job") ? Math.min(replicas, 3) : replicas;
    }

    String label() {
      return kind.toLowerCase(Locale.ROOT) + "/" + name;
    }
  }

  @BeforeAll
  void start(@TempDir Path temporary) throws Exception {
    folder = temporary;
    cluster =
        StoryCluster.start(
            Files.createDirectory(folder.resolve("plane")),
            List.of(
                "resourcequota-controller",
                "deployment-controller",
                "replicaset-controller",
                "daemonset-controller",
                "statefulset-controller",
                "job-controller"));
    for (int i = 0; i < 4; i++) {
      cluster.node(
          "n" + i, i < 2 ? "'pool':'a'" : "'pool':'b'", "'cpu':'4','memory':'64Gi','pods':'110'");
    }
    cluster.shell("kubectl taint node n3 broken=:NoSchedule");
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  @Test
  void what_check_says_of_each_workload_is_what_becomes_of_it() throws Exception {
    Random random = new Random(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      String namespace = "set" + round;
      List<Drawn> workloads = draw(random);
      Path set = Files.createDirectory(folder.resolve(namespace));
      Files.writeString(set.resolve("0.yaml"), policies(random, namespace));
      for (int i = 0; i < workloads.size(); i++) {
        Files.writeString(set.resolve((i + 1) + ".yaml"), workloads.get(i).yaml(namespace));
      }
      String about = "seed " + SEED + ", round " + round + ": " + workloads;

      JsonObject checked = check(set);
      cluster.shell("kubectl apply -f " + set.resolve("0.yaml"));
      Await.until("the quota is in force", () -> isInForce(namespace));
      for (int i = 0; i < workloads.size(); i++) {
        cluster.shell("kubectl apply -f " + set.resolve((i + 1) + ".yaml"));
        settle(namespace);
      }

      Map<String, String> seen = seen(namespace, workloads);
      assertThat(said(checked)).as(about + checked).isEqualTo(seen);
      for (int i = 0; i < workloads.size(); i++) {
        Drawn old = workloads.get(i);
        if (!seen.containsKey(old.label()) && !old.kind().equals("Job")) {
          Path changed = set.resolve((i + 1) + ".yaml");
          Drawn larger = old.with("" + 100 * (1 + random.nextInt(25)));
          Files.writeString(changed, larger.yaml(namespace));
          requireSameRollout(about + ", then " + larger, changed, namespace, larger);
        }
      }
      clear(namespace);
    }
  }

  /** Requires that a new template rolls out to its end if check finds nothing, and else not. */
  private void requireSameRollout(String about, Path changed, String namespace, Drawn now)
      throws Exception {
    JsonObject checked = check(changed);
    boolean passes = said(checked).isEmpty();
    cluster.shell("kubectl apply -f " + changed);
    if (passes) {
      Await.until(about + " is rolled out", () -> isRolledOut(namespace, now));
    } else {
      settle(namespace);
      assertThat(isRolledOut(namespace, now)).as(about + checked).isFalse();
    }
  }

  private boolean isRolledOut(String namespace, Drawn workload) throws IOException {
    String path = path(workload.kind(), namespace);
    JsonObject object = cluster.api().get(path + "/" + workload.name());
    JsonObject status = object.getAsJsonObject("status");
    if (number(status, "observedGeneration")
        != number(object.getAsJsonObject("metadata"), "generation")) {
      return false;
    }
    return switch (workload.kind()) {
      case "DaemonSet" ->
          number(status, "updatedNumberScheduled") == number(status, "desiredNumberScheduled")
              && number(status, "numberAvailable") == number(status, "desiredNumberScheduled");
      default ->
          number(status, "updatedReplicas") == workload.replicas()
              && number(status, "availableReplicas") == workload.replicas()
              && number(status, "replicas") == workload.replicas();
    };
  }

  private static String path(String kind, String namespace) {
    String group = kind.equals("Job") ? "batch" : "apps";
    return "/apis/%s/v1/namespaces/%s/%ss"
        .formatted(group, namespace, kind.toLowerCase(Locale.ROOT));
  }

  private static int number(JsonObject object, String field) {
    return object.has(field) ? object.get(field).getAsInt() : 0;
  }

  private static List<Drawn> draw(Random random) {
    List<Drawn> workloads = new ArrayList<>();
    for (String kind : IN_ORDER) {
      if (random.nextInt(3) > 0) {
        String cpu = random.nextInt(4) == 0 ? "" : "" + 100 * (1 + random.nextInt(15));
        String selector = random.nextBoolean() ? "" : "pool: " + (random.nextBoolean() ? "a" : "b");
        String pod = PODS.get(random.nextInt(PODS.size()));
        workloads.add(
            new Drawn(
                kind,
                "w-" + kind.charAt(1) + kind.charAt(2),
                1 + random.nextInt(5),
                cpu,
                selector,
                pod));
      }
    }
    return workloads;
  }

  private static String policies(Random random, String namespace) {
    String hard =
        random.nextBoolean()
            ? "pods: " + (2 + random.nextInt(10))
            : "requests.cpu: " + (1 + random.nextInt(9));
    String scopes = SCOPES.get(random.nextInt(SCOPES.size()));
    if (scopes.contains("BestEffort]")) {
      hard = "pods: " + random.nextInt(5);
    }
    String defaults =
        """
        ---
        apiVersion: v1
        kind: LimitRange
        metadata: {name: defaults, namespace: %s}
        spec: {limits: [{type: Container, defaultRequest: {cpu: 700m}, max: {cpu: "%s"}}]}
        """
            .formatted(namespace, random.nextBoolean() ? "2" : "1100m");
    return """
        apiVersion: v1
        kind: Namespace
        metadata: {name: %1$s, labels: {pod-security.kubernetes.io/enforce: %5$s}}
        ---
        apiVersion: scheduling.k8s.io/v1
        kind: PriorityClass
        metadata: {name: patient}
        value: 1000
        preemptionPolicy: Never
        ---
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: quota, namespace: %1$s}
        spec: {hard: {%2$s}%4$s}
        %3$s"""
        .formatted(
            namespace,
            hard,
            random.nextInt(3) > 0 ? defaults : "",
            scopes,
            random.nextBoolean() ? "baseline" : "privileged");
  }

  private JsonObject check(Path set) throws IOException {
    CliRun run = cluster.plimsollAs("admin", "check", set.toString(), "-o", "json");
    assertThat(run.exitCode()).as(run.out() + run.err()).isIn(ExitCode.OK, ExitCode.WRONG);
    return JsonParser.parseString(run.out()).getAsJsonObject();
  }

  private boolean isInForce(String namespace) throws IOException {
    JsonObject quota =
        cluster.api().get("/api/v1/namespaces/" + namespace + "/resourcequotas/quota");
    return quota.has("status") && quota.getAsJsonObject("status").has("hard");
  }

  /** Waits until nothing has changed for a while. */
  private void settle(String namespace) throws Exception {
    String last = "";
    long since = System.nanoTime();
    while (System.nanoTime() - since < SETTLED.toNanos()) {
      StringBuilder now = new StringBuilder();
      for (JsonObject pod : pods(namespace)) {
        now.append(pod.getAsJsonObject("metadata").get("name"))
            .append(pod.getAsJsonObject("spec").has("nodeName"));
      }
      if (!now.toString().equals(last)) {
        last = now.toString();
        since = System.nanoTime();
      }
      Await.pause();
    }
  }

  private List<JsonObject> pods(String namespace) throws IOException {
    return cluster.api().list("/api/v1/namespaces/" + namespace + "/pods");
  }

  /** Returns the denied pods of each workload, or else the waiting pods, as check says. */
  private static Map<String, String> said(JsonObject checked) {
    Map<String, String> said = new TreeMap<>();
    for (JsonElement each : checked.getAsJsonArray("findings")) {
      JsonObject finding = each.getAsJsonObject();
      String effect = finding.get("effect").getAsString();
      if (effect.equals("Denied") || effect.equals("Waits")) {
        String object = finding.get("object").getAsString();
        said.put(
            object.substring(object.indexOf('/') + 1),
            effect + " " + finding.get("pods").getAsString());
      }
    }
    return said;
  }

  /** Returns the same as it is on the control plane. */
  private Map<String, String> seen(String namespace, List<Drawn> workloads) throws IOException {
    Map<String, String> seen = new TreeMap<>();
    for (Drawn each : workloads) {
      JsonObject object = cluster.api().get(path(each.kind(), namespace) + "/" + each.name());
      int wanted =
          each.kind().equals("DaemonSet")
              ? object.getAsJsonObject("status").get("desiredNumberScheduled").getAsInt()
              : each.wanted();
      List<JsonObject> pods =
          pods(namespace).stream()
              .filter(
                  p ->
                      p.getAsJsonObject("metadata")
                          .getAsJsonObject("labels")
                          .get("app")
                          .getAsString()
                          .equals(each.name()))
              .toList();
      int waiting =
          (int) pods.stream().filter(p -> !p.getAsJsonObject("spec").has("nodeName")).count();
      if (pods.size() < wanted) {
        seen.put(each.label(), "Denied " + (wanted - pods.size()));
      } else if (waiting > 0) {
        seen.put(each.label(), "Waits " + waiting);
      }
    }
    return seen;
  }

  private void clear(String namespace) throws Exception {
    for (String kind : IN_ORDER) {
      cluster.api().deleteAll(path(kind, namespace));
    }
    cluster.api().deleteAll("/apis/apps/v1/namespaces/" + namespace + "/replicasets");
    cluster.api().deleteAll("/api/v1/namespaces/" + namespace + "/pods");
    Await.until("all pods are gone", () -> pods(namespace).isEmpty());
  }
}

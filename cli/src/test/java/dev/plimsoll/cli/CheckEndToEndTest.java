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
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * DrawnWorkload sets of manifests, checked and then applied to a real control plane: what {@code
 * check} says of each workload is what the controllers and kube-scheduler do.
 */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CheckEndToEndTest {
  private static final int ROUNDS = Integer.getInteger("plimsoll.check.rounds", 6);
  private static final long SEED = Long.getLong("plimsoll.check.seed", 33);
  private static final String HOST = "kubernetes.io/hostname: n0";
  private static final Duration SETTLED = Duration.ofSeconds(5);

  private static final String CLUSTER =
      """
      apiVersion: scheduling.k8s.io/v1
      kind: PriorityClass
      metadata: {name: patient}
      value: 1000
      preemptionPolicy: Never
      ---
      apiVersion: scheduling.k8s.io/v1
      kind: PriorityClass
      metadata: {name: urgent}
      value: 10000
      ---
      apiVersion: node.k8s.io/v1
      kind: RuntimeClass
      metadata: {name: heavy}
      handler: heavy
      overhead: {podFixed: {cpu: 300m}}
      ---
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: gpu}
      spec: {selectors: [{cel: {expression: device.driver == 'gpu.example.com'}}]}
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: n0}
      spec:
        driver: gpu.example.com
        nodeName: n0
        pool: {name: n0, generation: 1, resourceSliceCount: 1}
        devices: [{name: a}, {name: b}]
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: n2}
      spec:
        driver: gpu.example.com
        nodeName: n2
        pool: {name: n2, generation: 1, resourceSliceCount: 1}
        devices: [{name: a}]
      ---
      apiVersion: v1
      kind: Namespace
      metadata: {name: others}
      ---
      apiVersion: apps/v1
      kind: DaemonSet
      metadata: {name: agents, namespace: others}
      spec:
        selector: {matchLabels: {app: agents}}
        template:
          metadata: {labels: {app: agents}}
          spec:
            terminationGracePeriodSeconds: 0
            containers: [{name: main, image: none, resources: {requests: {cpu: 900m}}}]
      """;

  private Path folder = Path.of("");
  private StoryCluster cluster;
  private final Set<String> preempted = new HashSet<>();

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
                "job-controller",
                "cronjob-controller",
                "disruption-controller",
                "resourceclaim-controller",
                "ephemeral-volume-controller",
                "persistentvolume-binder-controller",
                "persistentvolume-protection-controller",
                "persistentvolumeclaim-protection-controller"));
    for (int i = 0; i < 4; i++) {
      cluster.node(
          "n" + i,
          "'kubernetes.io/hostname':'n%d','pool':'%s','zone':'%s'"
              .formatted(i, i < 2 ? "a" : "b", i % 2 == 0 ? "x" : "y"),
          "'cpu':'4','memory':'64Gi','pods':'110'");
    }
    cluster.shell("kubectl taint node n3 broken=:NoSchedule");
    cluster.shell("kubectl apply -f " + Files.writeString(folder.resolve("cluster.yaml"), CLUSTER));
    Await.until("the pods of others run", this::othersRun);
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  @Test
  void what_check_says_of_each_workload_is_what_becomes_of_it() throws Exception {
    Random random = new Random(SEED);
    SoftAssertions all = new SoftAssertions();
    for (int round = 0; round < ROUNDS; round++) {
      String namespace = "set" + round;
      DrawnSet drawn = DrawnSet.of(random, namespace);
      List<DrawnWorkload> workloads = drawn.workloads();
      Path set = Files.createDirectory(folder.resolve(namespace));
      Files.writeString(set.resolve("0.yaml"), drawn.policies());
      for (int i = 0; i < workloads.size(); i++) {
        Files.writeString(set.resolve((i + 1) + ".yaml"), workloads.get(i).yaml(namespace));
      }
      String about = "seed " + SEED + ", round " + round + ": " + drawn;

      JsonObject checked = check(set);
      cluster.shell("kubectl apply -f " + set.resolve("0.yaml"));
      Await.until("the quotas are in force", () -> areInForce(drawn));
      for (int i = 0; i < workloads.size(); i++) {
        JsonObject alone = check(set.resolve((i + 1) + ".yaml"));
        cluster.shell("kubectl apply -f " + set.resolve((i + 1) + ".yaml"));
        if (workloads.get(i).kind().equals("CronJob")) {
          String name = workloads.get(i).name();
          cluster.shell(
              "kubectl create job -n %1$s --from=cronjob/%2$s %2$s".formatted(namespace, name));
        }
        settle(namespace);
        if (unknown(alone).isEmpty()) {
          all.assertThat(said(alone))
              .as("alone: " + workloads.get(i) + " of " + about + alone)
              .isEqualTo(seen(namespace, List.of(workloads.get(i))));
        }
      }

      all.assertThat(said(check(set.resolve("0.yaml")))).as("applied again: " + about).isEmpty();
      Set<String> evicted = evicted(workloads, namespace);
      Map<String, String> seen = seen(namespace, workloads);
      Map<String, String> said = said(checked);
      Set<String> unsure = unknown(checked);
      Stream.concat(evicted.stream(), unsure.stream())
          .forEach(
              label -> {
                seen.remove(label);
                said.remove(label);
              });
      all.assertThat(said).as(about + checked).isEqualTo(seen);
      int victims = victims(checked);
      int preempted = preempted();
      all.assertThat(victims)
          .as("evicted by " + about + checked)
          .isBetween(unsure.isEmpty() ? preempted : 0, preempted);
      for (int i = 0; i < workloads.size(); i++) {
        DrawnWorkload old = workloads.get(i);
        String label = old.label();
        if (!seen.containsKey(label)
            && !unsure.contains(label)
            && !evicted.contains(label)
            && old.rollsOut()) {
          Path changed = set.resolve((i + 1) + ".yaml");
          DrawnWorkload larger = old.with("" + 100 * (1 + random.nextInt(25)));
          Files.writeString(changed, larger.yaml(namespace));
          requireSameRollout(all, about + ", then " + larger, changed, namespace, larger);
        }
      }
      clear(namespace, workloads);
    }
    all.assertAll();
  }

  @Test
  void a_pod_that_waits_takes_what_a_rollout_frees_and_check_does_not_pass_it() throws Exception {
    for (String kind : List.of("Deployment", "StatefulSet")) {
      String namespace = "beside-" + kind.toLowerCase(Locale.ROOT);
      DrawnWorkload small =
          new DrawnWorkload(kind, "web", 1, "2000", HOST, DrawnWorkload.Feature.PLAIN);
      DrawnWorkload batch =
          new DrawnWorkload("Job", "batch", 1, "2500", HOST, DrawnWorkload.Feature.PLAIN);
      Path web = folder.resolve(namespace + "-web.yaml");
      Path job = folder.resolve(namespace + "-job.yaml");
      cluster.shell("kubectl create namespace " + namespace);
      Files.writeString(web, recreated(small, namespace));
      cluster.shell("kubectl apply -f " + web);
      Await.until("the first pod runs", () -> isRolledOut(namespace, small));
      Files.writeString(job, batch.yaml(namespace));
      cluster.shell("kubectl apply -f " + job);
      settle(namespace);

      DrawnWorkload larger = small.with("2100");
      Files.writeString(web, recreated(larger, namespace));
      JsonObject checked = check(web);
      cluster.shell("kubectl apply -f " + web);
      settle(namespace);

      assertThat(unknown(checked)).as("%s", checked).containsExactly(larger.label());
      assertThat(checked.toString()).contains("pod batch-", "may take what old pods free");
      assertThat(pods(namespace))
          .filteredOn(p -> p.getAsJsonObject("spec").has("nodeName"))
          .extracting(p -> p.getAsJsonObject("metadata").get("name").getAsString())
          .singleElement()
          .asString()
          .startsWith("batch");
      assertThat(isRolledOut(namespace, larger)).isFalse();
      clear(namespace, List.of(larger, batch));
    }
  }

  @Test
  void a_change_that_kubectl_is_denied_is_denied_and_another_is_not() throws Exception {
    String namespace = "changes";
    cluster.shell("kubectl create namespace " + namespace);
    SoftAssertions all = new SoftAssertions();
    for (String kind : List.of("Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob")) {
      DrawnWorkload stored =
          new DrawnWorkload(kind, "web", 1, "100", HOST, DrawnWorkload.Feature.PLAIN);
      Path file = folder.resolve(namespace + "-" + kind + ".yaml");
      String yaml = stored.yaml(namespace);
      Files.writeString(file, yaml);
      cluster.shell("kubectl apply -f " + file);
      for (String changed :
          List.of(
              yaml,
              yaml.replaceFirst("image: [a-z]+", "image: other"),
              yaml.replaceFirst("image: [a-z]+", "image: ' wrong'"),
              yaml.replaceFirst("containers:", "tolerations: [{operator: exists}], containers:"),
              yaml.replaceFirst("restartPolicy: [A-Za-z]+", "restartPolicy: Sometimes"))) {
        Files.writeString(file, changed);
        String answer =
            cluster.shell(
                "kubectl apply --dry-run=server -f %s >/dev/null 2>&1 && echo taken || echo denied"
                    .formatted(file));
        boolean passes = answer.strip().equals("taken");
        boolean denies =
            check(file).getAsJsonArray("findings").toString().contains("\"rule\":\"Validation\"");
        all.assertThat(denies).as(changed).isEqualTo(!passes);
      }
    }
    all.assertAll();
    cluster.shell("kubectl delete namespace --wait=false " + namespace);
  }

  @Test
  void a_manifest_that_server_side_apply_is_denied_is_denied() throws Exception {
    String namespace = "owners";
    cluster.shell("kubectl create namespace " + namespace);
    Path file = folder.resolve(namespace + ".yaml");
    String yaml =
        new DrawnWorkload("Deployment", "web", 1, "100", HOST, DrawnWorkload.Feature.PLAIN)
            .yaml(namespace);
    Files.writeString(file, yaml);
    cluster.shell("kubectl apply --server-side --field-manager=helm -f " + file);
    SoftAssertions all = new SoftAssertions();
    for (String step : List.of("true", "kubectl scale -n owners deployment/web --replicas=2")) {
      cluster.shell(step);
      for (String changed :
          List.of(
              yaml,
              yaml.replaceFirst("replicas: 1", "replicas: 3"),
              yaml.replaceFirst("image: [a-z]+", "image: other"))) {
        Files.writeString(file, changed);
        String answer =
            cluster.shell(
                "kubectl apply --server-side --field-manager=helm --dry-run=server -f "
                    + file
                    + " 2>&1 >/dev/null | head -n 1");
        String said = check(file).getAsJsonArray("findings").toString().replace("\\\"", "\"");
        if (answer.contains("Apply failed")) {
          all.assertThat(said).contains(answer.replace("error: ", "").strip());
        } else {
          all.assertThat(said).doesNotContain("Apply failed");
        }
      }
    }
    all.assertAll();
    cluster.shell("kubectl delete namespace --wait=false " + namespace);
  }

  private static String recreated(DrawnWorkload workload, String namespace) {
    return workload
        .yaml(namespace)
        .replace(
            "\nspec:\n",
            "\nspec:\n"
                + (workload.kind().equals("Deployment") ? "  strategy: {type: Recreate}\n" : ""));
  }

  /** Requires that a new template rolls out to its end if check finds nothing, and else not. */
  private void requireSameRollout(
      SoftAssertions all, String about, Path changed, String namespace, DrawnWorkload now)
      throws Exception {
    JsonObject checked = check(changed);
    boolean passes = said(checked).isEmpty();
    boolean isKnown = unknown(checked).isEmpty();
    cluster.shell("kubectl apply -f " + changed);
    if (isKnown && passes) {
      all.assertThatCode(
              () -> Await.until(about + " is rolled out", () -> isRolledOut(namespace, now)))
          .as(about + checked)
          .doesNotThrowAnyException();
    } else {
      settle(namespace);
      all.assertThat(isKnown && isRolledOut(namespace, now)).as(about + checked).isFalse();
    }
  }

  private boolean isRolledOut(String namespace, DrawnWorkload workload) throws IOException {
    JsonObject object = cluster.api().get(workload.path(namespace) + "/" + workload.name());
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

  private static int number(JsonObject object, String field) {
    return object.has(field) ? object.get(field).getAsInt() : 0;
  }

  private JsonObject check(Path set) throws IOException {
    CliRun run = cluster.plimsollAs("admin", "check", set.toString(), "-o", "json");
    assertThat(run.exitCode())
        .as(run.out() + run.err())
        .isIn(ExitCode.OK, ExitCode.WRONG, ExitCode.UNKNOWN);
    return JsonParser.parseString(run.out()).getAsJsonObject();
  }

  private boolean areInForce(DrawnSet drawn) throws IOException {
    String path = "/api/v1/namespaces/" + drawn.namespace();
    for (JsonObject quota : cluster.api().list(path + "/resourcequotas")) {
      if (!quota.has("status") || !quota.getAsJsonObject("status").has("hard")) {
        return false;
      }
    }
    String probe =
        """
        {"metadata": {"name": "p"}, "spec": {"containers":
        [{"name": "c", "image": "x", "resources": {"requests": {"cpu": "1550m"}}}]}}
        """;
    return !drawn.policies().contains("kind: ValidatingAdmissionPolicy\n")
        || cluster
            .api()
            .exchange("POST", path + "/pods?dryRun=All", "application/json", probe)
            .body()
            .toString()
            .contains("too large");
  }

  /** Waits until nothing has changed for a while. */
  private void settle(String namespace) throws Exception {
    String last = "";
    long since = System.nanoTime();
    while (System.nanoTime() - since < SETTLED.toNanos()) {
      StringBuilder now = new StringBuilder();
      for (JsonObject pod : pods(namespace)) {
        now.append(pod.getAsJsonObject("metadata").get("name"))
            .append(pod.getAsJsonObject("spec").has("nodeName"))
            .append(pod.getAsJsonObject("status").get("phase"));
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
        said.put(label(finding), effect + " " + finding.get("pods").getAsString());
      }
    }
    return said;
  }

  /** Returns the workloads that check calls unknown. */
  private static Set<String> unknown(JsonObject checked) {
    Set<String> unknown = new TreeSet<>();
    for (JsonElement each : checked.getAsJsonArray("findings")) {
      if (each.getAsJsonObject().get("effect").getAsString().equals("Unknown")) {
        unknown.add(label(each.getAsJsonObject()));
      }
    }
    return unknown;
  }

  private static String label(JsonObject finding) {
    String object = finding.get("object").getAsString();
    return object.substring(object.indexOf('/') + 1);
  }

  private static int victims(JsonObject checked) {
    int victims = 0;
    for (JsonElement each : checked.getAsJsonArray("findings")) {
      JsonObject finding = each.getAsJsonObject();
      victims +=
          finding.get("rule").getAsString().equals("Preemption")
              ? finding.get("pods").getAsInt()
              : 0;
    }
    return victims;
  }

  /** Returns the pods whose eviction by the scheduler is new since the last call. */
  private int preempted() throws IOException {
    int before = preempted.size();
    for (JsonObject event : cluster.api().list("/apis/events.k8s.io/v1/events")) {
      if (event.has("reason") && event.get("reason").getAsString().equals("Preempted")) {
        preempted.add(event.getAsJsonObject("regarding").get("uid").getAsString());
      }
    }
    return preempted.size() - before;
  }

  /** Returns the workloads of a set that had pods evicted. */
  private Set<String> evicted(List<DrawnWorkload> workloads, String namespace) throws IOException {
    Set<String> evicted = new TreeSet<>();
    for (JsonObject event :
        cluster.api().list("/apis/events.k8s.io/v1/namespaces/" + namespace + "/events")) {
      String reason = event.has("reason") ? event.get("reason").getAsString() : "";
      String pod = event.getAsJsonObject("regarding").get("name").getAsString();
      workloads.stream()
          .filter(w -> reason.equals("Preempted") && pod.startsWith(w.name()))
          .forEach(w -> evicted.add(w.label()));
    }
    return evicted;
  }

  /** Returns what {@code said} returns, as it is on the control plane. */
  private Map<String, String> seen(String namespace, List<DrawnWorkload> workloads)
      throws IOException {
    Map<String, String> seen = new TreeMap<>();
    for (DrawnWorkload each : workloads) {
      JsonObject object = cluster.api().get(each.path(namespace) + "/" + each.name());
      int wanted =
          each.kind().equals("DaemonSet")
              ? number(object.getAsJsonObject("status"), "desiredNumberScheduled")
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

  private void clear(String namespace, List<DrawnWorkload> workloads) throws Exception {
    String core = "/api/v1/namespaces/" + namespace;
    for (DrawnWorkload each : workloads) {
      cluster.api().deleteAll(each.path(namespace));
    }
    cluster.api().deleteAll("/apis/apps/v1/namespaces/" + namespace + "/replicasets");
    cluster.api().deleteAll("/apis/batch/v1/namespaces/" + namespace + "/jobs");
    String claims = "/apis/resource.k8s.io/v1/namespaces/" + namespace + "/resourceclaims";
    cluster.api().deleteAll(claims);
    Await.until(
        "all pods are gone",
        () -> {
          cluster.api().deleteAll(core + "/pods");
          return pods(namespace).isEmpty();
        });
    Await.until("all claims on devices are gone", () -> cluster.api().list(claims).isEmpty());
    Await.until("the pods of others run", this::othersRun);
  }

  private boolean othersRun() throws IOException {
    List<JsonObject> others = pods("others");
    return others.size() == 3
        && others.stream()
            .allMatch(
                p ->
                    p.getAsJsonObject("spec").has("nodeName")
                        && !p.getAsJsonObject("metadata").has("deletionTimestamp"));
  }
}

package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults of quota, admission and scheduling that others wrote (SREGym's registry, MIT licence,
 * commit ba07faf1), built on a real control plane. The first answer of an agent's tool {@code gaps}
 * or {@code explain} names the cause that the registry grades.
 */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultsOfOthersEndToEndTest {
  private static final String PLAIN = "";
  private static final String ANTI_AFFINITY =
      ",'affinity':{'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{"
          + "'labelSelector':{'matchLabels':{'app':'%s'}},'topologyKey':'kubernetes.io/hostname'}]}}";

  private StoryCluster cluster;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    cluster =
        StoryCluster.start(
            folder,
            List.of(
                "resourcequota-controller",
                "deployment-controller",
                "replicaset-controller",
                "persistentvolume-binder-controller"));
    for (String node : List.of("node-a", "node-b", "node-c")) {
      cluster.node(
          node,
          "'kubernetes.io/hostname':'%s'".formatted(node),
          "'cpu':'8','memory':'16Gi','pods':'50'");
    }
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  private void namespace(String name, String labels) throws IOException {
    cluster.create(
        "/api/v1/namespaces", "{'metadata':{'name':'%s','labels':{%s}}}".formatted(name, labels));
  }

  /** Creates a Deployment whose container and pod have more fields. */
  private void deployment(String namespace, String name, int replicas, String container, String pod)
      throws IOException {
    cluster.create(
        "/apis/apps/v1/namespaces/" + namespace + "/deployments",
        ("{'metadata':{'name':'%1$s'},'spec':{'replicas':%2$d,'selector':{'matchLabels':{'app':'%1$s'}},"
                + "'template':{'metadata':{'labels':{'app':'%1$s'}},'spec':{'containers':[{'name':'c',"
                + "'image':'x'%3$s}]%4$s}}}}")
            .formatted(name, replicas, container, pod));
  }

  private static String memory(String amount) {
    return ",'resources':{'requests':{'memory':'%s'}}".formatted(amount);
  }

  private void awaitRunning(String namespace, int pods) throws Exception {
    Await.until(
        pods + " pods run in " + namespace,
        () -> pods(namespace).stream().filter(p -> phase(p).equals("Running")).count() == pods);
  }

  private void awaitUnschedulable(String namespace) throws Exception {
    Await.until(
        "a pod of " + namespace + " was tried",
        () -> pods(namespace).stream().anyMatch(p -> p.toString().contains("Unschedulable")));
  }

  private void awaitFailedCreate(String namespace) throws Exception {
    Await.until(
        "a pod of " + namespace + " was denied",
        () ->
            cluster.api().list("/api/v1/namespaces/" + namespace + "/events").stream()
                .anyMatch(e -> e.get("reason").getAsString().equals("FailedCreate")));
  }

  private List<JsonObject> pods(String namespace) throws IOException {
    return cluster.api().list("/api/v1/namespaces/" + namespace + "/pods");
  }

  private static String phase(JsonObject pod) {
    return pod.getAsJsonObject("status").get("phase").getAsString();
  }

  private void deletePods(String namespace) throws IOException {
    cluster.api().deleteAll("/api/v1/namespaces/" + namespace + "/pods");
  }

  /** Returns the first answers of both tools. */
  private Map<String, String> firstAnswers(String namespace, String deployment) throws IOException {
    AgentAnswers agent =
        new AgentAnswers("--kubeconfig", cluster.plane().kubeconfig("admin").toString());
    Map<String, String> answers =
        Map.of(
            "gaps",
            AgentAnswers.text(agent.call("gaps", "{\"namespace\": \"%s\"}".formatted(namespace))),
            "explain",
            AgentAnswers.text(
                agent.call(
                    "explain",
                    "{\"namespace\": \"%s\", \"object\": \"deployment/%s\"}"
                        .formatted(namespace, deployment))));
    return answers;
  }

  private void assertNamed(String namespace, String deployment, String... cause)
      throws IOException {
    assertThat(firstAnswers(namespace, deployment).values())
        .anySatisfy(answer -> assertThat(answer).contains(cause));
  }

  @Test
  void namespace_memory_limit() throws Exception {
    namespace("memory-limit", PLAIN);
    deployment("memory-limit", "search", 1, PLAIN, PLAIN);
    awaitRunning("memory-limit", 1);
    cluster.create(
        "/api/v1/namespaces/memory-limit/resourcequotas",
        "{'metadata':{'name':'memory-limit-quota'},'spec':{'hard':{'memory':'1Gi'}}}");
    Await.until("the quota is in force", () -> cluster.deniesPods("memory-limit"));
    deletePods("memory-limit");
    awaitFailedCreate("memory-limit");

    assertNamed("memory-limit", "search", "memory-limit-quota", "RequestRequired", "memory");
  }

  @Test
  void resource_request_too_large() throws Exception {
    namespace("too-large", PLAIN);
    deployment("too-large", "frontend", 1, memory("32Gi"), PLAIN);
    awaitUnschedulable("too-large");

    assertNamed("too-large", "frontend", "Insufficient memory", "32Gi");
  }

  @Test
  void taint_no_toleration() throws Exception {
    namespace("tainted", PLAIN);
    for (String node : List.of("node-a", "node-b", "node-c")) {
      taint(node, "[{\"key\":\"sre-fault\",\"value\":\"blocked\",\"effect\":\"NoSchedule\"}]");
    }
    try {
      deployment(
          "tainted",
          "user-service",
          1,
          PLAIN,
          ",'tolerations':[{'key':'dummy-key','operator':'Exists','effect':'NoSchedule'}]");
      awaitUnschedulable("tainted");

      assertNamed("tainted", "user-service", "NoEligibleNode", "sre-fault");
    } finally {
      for (String node : List.of("node-a", "node-b", "node-c")) {
        taint(node, "null");
      }
    }
  }

  private void taint(String node, String taints) throws IOException {
    JsonObject unused =
        cluster
            .api()
            .patch("/api/v1/nodes/" + node, "{\"spec\": {\"taints\": %s}}".formatted(taints));
  }

  @Test
  void assign_non_existent_node() throws Exception {
    namespace("no-node", PLAIN);
    deployment(
        "no-node",
        "user-service",
        1,
        PLAIN,
        ",'nodeSelector':{'kubernetes.io/hostname':'extra-node'}");
    awaitUnschedulable("no-node");

    assertNamed(
        "no-node", "user-service", "NoEligibleNode", "kubernetes.io/hostname", "extra-node");
  }

  @Test
  void pod_anti_affinity_deadlock() throws Exception {
    namespace("apart", PLAIN);
    deployment("apart", "user-service", 4, PLAIN, ANTI_AFFINITY.formatted("user-service"));
    awaitUnschedulable("apart");

    assertNamed("apart", "user-service", "anti-affinity");
  }

  @Test
  void psa_restricted_blocks_recreation() throws Exception {
    namespace("restricted", "'pod-security.kubernetes.io/enforce':'restricted'");
    deployment("restricted", "recommendation", 1, PLAIN, PLAIN);
    awaitFailedCreate("restricted");

    assertNamed("restricted", "recommendation", "AdmissionRefused", "PodSecurity", "restricted");
  }

  @Test
  void persistent_volume_affinity_violation() throws Exception {
    namespace("volumes", PLAIN);
    volume("temp-pv", "volumes", "temp-pvc");
    deployment(
        "volumes",
        "user-service",
        1,
        PLAIN,
        ",'nodeSelector':{'kubernetes.io/hostname':'node-b'}" + claim("temp-pvc"));
    awaitUnschedulable("volumes");

    assertNamed(
        "volumes",
        "user-service",
        "PersistentVolume's node affinity",
        "Pod's node affinity/selector");
  }

  /** Creates a volume on node-a and the claim that is bound to it. */
  private void volume(String name, String namespace, String claim) throws Exception {
    cluster.create(
        "/api/v1/persistentvolumes",
        ("{'metadata':{'name':'%s'},'spec':{'capacity':{'storage':'1Gi'},'accessModes':['ReadWriteOnce'],"
                + "'hostPath':{'path':'/x'},'claimRef':{'name':'%s','namespace':'%s'},"
                + "'nodeAffinity':{'required':{'nodeSelectorTerms':[{'matchExpressions':[{"
                + "'key':'kubernetes.io/hostname','operator':'In','values':['node-a']}]}]}}}}")
            .formatted(name, claim, namespace));
    String claims = "/api/v1/namespaces/" + namespace + "/persistentvolumeclaims";
    cluster.create(
        claims,
        ("{'metadata':{'name':'%s'},'spec':{'storageClassName':'','volumeName':'%s',"
                + "'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}}}")
            .formatted(claim, name));
    Await.until(
        "the claim is bound", () -> phase(cluster.api().get(claims + "/" + claim)).equals("Bound"));
  }

  private static String claim(String name) {
    return ",'volumes':[{'name':'v','persistentVolumeClaim':{'claimName':'%s'}}]".formatted(name);
  }

  @Test
  void pvc_claim_mismatch() throws Exception {
    namespace("claims", PLAIN);
    deployment("claims", "mongodb-geo", 1, PLAIN, claim("geo-pvc-broken"));
    awaitUnschedulable("claims");

    assertNamed("claims", "mongodb-geo", "geo-pvc-broken", "not found");
  }

  @Test
  void duplicate_pvc_mounts() throws Exception {
    namespace("duplicate", PLAIN);
    volume("rate-pv", "duplicate", "mongodb-rate-pvc");
    deployment(
        "duplicate",
        "mongodb-rate",
        2,
        PLAIN,
        claim("mongodb-rate-pvc") + ANTI_AFFINITY.formatted("mongodb-rate"));
    awaitUnschedulable("duplicate");

    assertNamed(
        "duplicate", "mongodb-rate", "pod anti-affinity rules", "PersistentVolume's node affinity");
  }

  /** An event names the pod that preempted, and the pod names its PriorityClass. */
  @Test
  void priority_preemption_cascade() throws Exception {
    namespace("production", PLAIN);
    namespace("analytics-batch", PLAIN);
    String node = ",'nodeSelector':{'kubernetes.io/hostname':'node-c'}";
    deployment("production", "reservation", 1, memory("10Gi"), node);
    awaitRunning("production", 1);
    cluster.create(
        "/apis/scheduling.k8s.io/v1/priorityclasses",
        "{'metadata':{'name':'platform-medium'},'value':1000,'globalDefault':true}");
    try {
      Await.until("the default is in force", this::givesPriority);
      deployment("analytics-batch", "tenant-ingester", 1, memory("10Gi"), node);
      awaitRunning("analytics-batch", 1);
      awaitUnschedulable("production");

      assertNamed(
          "production", "reservation", "CapacityExhausted", "10Gi memory", "platform-medium");
    } finally {
      cluster.api().delete("/apis/scheduling.k8s.io/v1/priorityclasses/platform-medium");
      cluster.api().delete("/apis/apps/v1/namespaces/analytics-batch/deployments/tenant-ingester");
    }
  }

  private boolean givesPriority() throws IOException {
    return cluster
        .api()
        .exchange(
            "POST",
            "/api/v1/namespaces/production/pods?dryRun=All",
            "application/json",
            "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"x\"}]}}")
        .body()
        .toString()
        .contains("platform-medium");
  }

  @Test
  void admission_webhook_outage() throws Exception {
    namespace("outage", PLAIN);
    webhook(
        "validating",
        "pod-policy.validation.k8s.io",
        "outage",
        "Fail",
        10,
        "'service':{'namespace':'policy-system','name':'pod-policy-webhook','path':'/'}");
    try {
      deployment("outage", "recommendation", 1, PLAIN, PLAIN);
      awaitFailedCreate("outage");
      Await.until("a later attempt was denied", () -> wasDeniedLater("outage"));

      assertNamed(
          "outage",
          "recommendation",
          "AdmissionRefused",
          "pod-policy.validation.k8s.io",
          "pod-policy-webhook");
    } finally {
      removeWebhook("validating", "pod-policy.validation.k8s.io");
    }
  }

  /** Returns whether a denial is newer than its Deployment; events know only seconds. */
  private boolean wasDeniedLater(String namespace) throws IOException {
    String made =
        cluster
            .api()
            .get("/apis/apps/v1/namespaces/" + namespace + "/deployments/recommendation")
            .getAsJsonObject("metadata")
            .get("creationTimestamp")
            .getAsString();
    return cluster.api().list("/api/v1/namespaces/" + namespace + "/events").stream()
        .filter(e -> e.get("reason").getAsString().equals("FailedCreate"))
        .anyMatch(e -> e.get("lastTimestamp").getAsString().compareTo(made) > 0);
  }

  private void webhook(
      String kind, String name, String namespace, String failurePolicy, int timeout, String client)
      throws IOException {
    cluster.create(
        "/apis/admissionregistration.k8s.io/v1/" + kind + "webhookconfigurations",
        ("{'metadata':{'name':'%1$s'},'webhooks':[{'name':'%1$s','failurePolicy':'%2$s',"
                + "'timeoutSeconds':%3$d,'sideEffects':'None','admissionReviewVersions':['v1'],"
                + "'namespaceSelector':{'matchLabels':{'kubernetes.io/metadata.name':'%4$s'}},"
                + "'clientConfig':{%5$s},'rules':[{'apiGroups':[''],'apiVersions':['v1'],"
                + "'operations':['CREATE'],'resources':['pods']}]}]}")
            .formatted(name, failurePolicy, timeout, namespace, client));
  }

  private void removeWebhook(String kind, String name) throws IOException {
    cluster
        .api()
        .delete("/apis/admissionregistration.k8s.io/v1/" + kind + "webhookconfigurations/" + name);
  }

  @Test
  void cumulative_admission_webhook_timeout() throws Exception {
    namespace("cumulative", PLAIN);
    List<Integer> timeouts = List.of(12, 8, 11, 9);
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      for (int timeout : timeouts) {
        webhook(
            "mutating",
            "policy-%d.example.com".formatted(timeout),
            "cumulative",
            "Ignore",
            timeout,
            "'url':'https://127.0.0.1:%d/'".formatted(silent.getLocalPort()));
      }
      deployment("cumulative", "recommendation", 1, PLAIN, PLAIN);
      awaitFailedCreate("cumulative");

      assertNamed(
          "cumulative", "recommendation", "may take 40 s together", "policy-12.example.com 12 s");
    } finally {
      for (int timeout : timeouts) {
        removeWebhook("mutating", "policy-%d.example.com".formatted(timeout));
      }
    }
  }
}

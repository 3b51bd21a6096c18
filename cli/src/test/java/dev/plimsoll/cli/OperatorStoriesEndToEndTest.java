package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.Program;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What an operator and a tenant are told on a real control plane with kube-scheduler and the
 * extender: three nodes with eight GPUs each, which the tenants one and two share.
 */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OperatorStoriesEndToEndTest {
  private static final String GPU = "nvidia.com/gpu";
  private static final String POLICY =
      """
      apiVersion: plimsoll.dev/v1alpha1
      kind: CapacityPolicy
      metadata: {name: gpus}
      spec:
        tenants:
        - {name: one, namespaces: [one]}
        - {name: two, namespaces: [two]}
        resources: [{name: nvidia.com/gpu}]
        division: {type: Proportional}
        enforcement: {placement: Hold, borrowing: Never}
      """;

  private Path folder;
  private StoryCluster cluster;
  private PlimsollProcess extender;
  private String console = "";

  @BeforeAll
  void start(@TempDir Path temporary) throws Exception {
    folder = temporary;
    int port = Program.freePort();
    cluster =
        StoryCluster.startWithExtender(
            Files.createDirectory(folder.resolve("plane")),
            List.of(
                "resourcequota-controller",
                "deployment-controller",
                "replicaset-controller",
                "clusterrole-aggregation-controller"),
            port);
    int consolePort = Program.freePort();
    console = "http://127.0.0.1:" + consolePort;
    Path service =
        Files.writeString(
            folder.resolve("serve.yaml"),
            """
            apiVersion: config.plimsoll.dev/v1alpha1
            kind: ServiceConfiguration
            scheduler: {listen: {port: %d}}
            console: {listen: {port: %d}}
            policy: %s
            cluster: {kubeconfig: %s}
            """
                .formatted(
                    port,
                    consolePort,
                    Files.writeString(folder.resolve("policy.yaml"), POLICY),
                    cluster.plane().kubeconfig("admin")));
    extender =
        PlimsollProcess.start(
            Files.createDirectory(folder.resolve("extender")),
            List.of("-Xmx256m"),
            "serve",
            "--config",
            service.toString());
    Await.until("the extender listens", () -> extender.err().contains("(console)"));
    for (String node : List.of("a", "b", "c")) {
      cluster.node(node, "", "'cpu':'32','memory':'64Gi','pods':'110','%s':'8'".formatted(GPU));
    }
    for (String namespace : List.of("one", "two", "own", "quiet")) {
      cluster.create("/api/v1/namespaces", "{'metadata':{'name':'%s'}}".formatted(namespace));
    }
  }

  @AfterAll
  void stop() {
    extender.close();
    cluster.close();
  }

  private void pod(String namespace, String name, int gpus, String annotations) throws IOException {
    cluster.create(
        "/api/v1/namespaces/" + namespace + "/pods",
        "{'metadata':{'name':'%s','annotations':{%s}},'spec':{'containers':[{'name':'c','image':'x','resources':{'limits':{'cpu':'1','%s':'%d'}}}]}}"
            .formatted(name, annotations, GPU, gpus));
  }

  private void gang(String namespace, String gang, int size, int made, int gpus)
      throws IOException {
    for (int i = 0; i < made; i++) {
      pod(
          namespace,
          gang + "-" + i,
          gpus,
          "'plimsoll.dev/group':'%s','plimsoll.dev/group-size':'%d'".formatted(gang, size));
    }
  }

  private JsonObject api(String path) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(console + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    return JsonParser.parseString(answer.body()).getAsJsonObject();
  }

  private JsonObject explain(String namespace, String pod)
      throws IOException, InterruptedException {
    return api("/api/v1/explain?kind=Pod&namespace=%s&name=%s".formatted(namespace, pod));
  }

  /** Returns what kube-scheduler was told of a pod, empty until it has tried it. */
  private String condition(String namespace, String pod) throws IOException {
    return cluster
        .api()
        .get("/api/v1/namespaces/" + namespace + "/pods/" + pod)
        .getAsJsonObject("status")
        .toString();
  }

  private void awaitHeld(String namespace, String pod, String why) throws Exception {
    Await.until(
        pod + " is held", () -> condition(namespace, pod).contains("\"message\":\"0/3 nodes"));
    Await.until(
        pod + " is explained so",
        () -> explain(namespace, pod).get("verdict").getAsString().equals("Held"));
    JsonObject answer = explain(namespace, pod);
    assertThat(answer.toString()).contains(why);
    CliRun cli = cluster.plimsollAs("admin", "explain", "pod/" + pod, "-n", namespace);
    assertThat(cli.out()).contains("pod/" + pod + " is held").doesNotContain("not modelled");
  }

  @Test
  void three_causes_of_a_held_gang_are_told_apart_and_a_share_has_its_amounts() throws Exception {
    gang("one", "short", 3, 2, 1);
    gang("one", "beyond", 2, 2, 7);
    gang("quiet", "huge", 4, 4, 8);
    pod("one", "large", 8, "");
    Await.until("the large pod runs", () -> condition("one", "large").contains("Running"));
    pod("one", "more", 8, "");

    awaitHeld("one", "short-0", "so 1 more pod has to be created first");
    awaitHeld("one", "beyond-0", "tenant one has a share of 12 nvidia.com/gpu");
    awaitHeld("one", "more", "uses 8; the pod requests 8");
    awaitHeld("quiet", "huge-0", "all nodes of the cluster have ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fit", "explain"})
  void a_manifest_is_tried_in_the_namespace_that_it_names(String command) throws IOException {
    Path manifest =
        Files.writeString(
            folder.resolve(command + ".yaml"),
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: new, namespace: quiet}
            spec: {containers: [{name: c, image: x}]}
            """);

    CliRun own = cluster.plimsollAs("admin", command, "-f", manifest.toString());
    CliRun other = cluster.plimsollAs("admin", command, "-n", "own", "-f", manifest.toString());

    assertThat(own.exitCode()).as(own.err()).isZero();
    assertThat(own.out()).contains("quiet");
    assertThat(other.exitCode()).isEqualTo(2);
    assertThat(other.err()).contains("is in namespace quiet, but --namespace is own");
  }

  @Test
  void capacity_and_gaps_say_the_same_of_withheld_and_stranded_gpus() throws Exception {
    cluster.node(
        "cordoned",
        "'own':'withheld'",
        "'cpu':'8','memory':'9Gi','pods':'9','%s':'4'".formatted(GPU));
    cluster.shell("kubectl cordon cordoned");
    cluster.node(
        "used-up",
        "'own':'stranded'",
        "'cpu':'8','memory':'9Gi','pods':'9','%s':'2'".formatted(GPU));
    cluster.create(
        "/api/v1/namespaces/quiet/pods",
        "{'metadata':{'name':'greedy'},'spec':{'nodeName':'used-up','containers':[{'name':'c','image':'x','resources':{'requests':{'cpu':'8'}}}]}}");

    pod("quiet", "typical", 1, "");

    JsonObject capacity =
        JsonParser.parseString(cluster.plimsoll("capacity", "-o", "json")).getAsJsonObject();
    long withheld = 0;
    long stranded = 0;
    for (JsonElement each : capacity.getAsJsonArray("nodeGroups")) {
      JsonObject group = each.getAsJsonObject();
      if (JsonPaths.text(group, "resource").equals(GPU)) {
        withheld += Long.parseLong(JsonPaths.text(group, "withheld"));
        stranded +=
            Long.parseLong(JsonPaths.text(group, "free"))
                - Long.parseLong(JsonPaths.text(group, "usable"));
      }
    }

    assertThat(withheld).isEqualTo(4).isEqualTo(free("CapacityWithheld"));
    assertThat(stranded).isEqualTo(2).isEqualTo(free("CapacityStranded"));
  }

  /** Returns how many GPUs the gaps of a kind say are free. */
  private long free(String kind) throws IOException {
    return JsonParser.parseString(cluster.plimsoll("gaps", "-o", "json"))
        .getAsJsonObject()
        .getAsJsonArray("gaps")
        .asList()
        .stream()
        .map(JsonElement::getAsJsonObject)
        .filter(g -> JsonPaths.text(g, "kind").equals(kind))
        .mapToLong(g -> Long.parseLong(JsonPaths.text(g, "evidence", "free")))
        .sum();
  }

  @Test
  void a_tenant_with_edit_is_told_first_what_she_can_do_herself() throws Exception {
    cluster.create(
        "/api/v1/namespaces/own/resourcequotas",
        "{'metadata':{'name':'q'},'spec':{'hard':{'requests.%s':'12'}}}".formatted(GPU));
    cluster.create(
        "/apis/rbac.authorization.k8s.io/v1/namespaces/own/rolebindings",
        "{'metadata':{'name':'r'},'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'ClusterRole','name':'edit'},'subjects':[{'kind':'User','name':'tenant','apiGroup':'rbac.authorization.k8s.io'}]}");
    Await.until(
        "the quota is in force",
        () ->
            cluster
                .api()
                .get("/api/v1/namespaces/own/resourcequotas/q")
                .getAsJsonObject("status")
                .has("used"));
    pod("own", "too-large", 9, "");
    Await.until(
        "no node takes the pod", () -> condition("own", "too-large").contains("Unschedulable"));
    cluster.create(
        "/apis/apps/v1/namespaces/own/deployments",
        "{'metadata':{'name':'web'},'spec':{'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'x','resources':{'limits':{'%s':'4'}}}]}}}}"
            .formatted(GPU));
    Await.until(
        "she may read, and the pod is denied",
        () ->
            cluster.plimsollAs("tenant", "gaps", "-n", "own").out().contains("PendingHoldsQuota"));

    CliRun run = cluster.plimsollAs("tenant", "explain", "deployment/web", "-n", "own");

    assertThat(run.err().lines().filter(l -> l.startsWith("note: ")))
        .hasSizeLessThanOrEqualTo(3)
        .anyMatch(l -> l.contains("send an administrator: kubectl create clusterrolebinding"));
    assertThat(run.out())
        .doesNotContain("give up")
        .containsSubsequence(
            "What would help",
            "1. delete pod/too-large",
            "who: tenant",
            "delete pod too-large -n own",
            "2. raise requests.nvidia.com/gpu of quota q",
            "who: admin");
    cluster.shell("kubectl delete pod too-large -n own --wait=false");
    Await.until(
        "her own pod is created",
        () ->
            cluster.api().list("/api/v1/namespaces/own/pods").stream()
                .anyMatch(p -> JsonPaths.text(p, "metadata", "name").startsWith("web-")));
  }

  @Test
  void a_refused_connection_is_reported_as_soon_as_it_is_refused() throws IOException {
    Path nobody =
        Files.writeString(
            folder.resolve("nobody.kubeconfig"),
            Files.readString(cluster.plane().kubeconfig("admin"))
                .replace(cluster.plane().url(), "https://127.0.0.1:" + Program.freePort()));
    Instant start = Instant.now();

    CliRun run = CliRun.of("gaps", "--kubeconfig", nobody.toString());

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("reached: nothing answers there");
    // A retry would wait for half a minute; the time is that of loading classes.
    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(15));
  }

  @Test
  @Order(Integer.MAX_VALUE)
  void the_page_says_in_red_that_the_cluster_is_not_heard_of() throws Exception {
    assumeTrue(Browser.program().isPresent(), "chromium is not on the PATH");
    try (Browser browser = new Browser();
        Page page = browser.open(console + "/", 1300, 900, false)) {
      assertThat(page.locator(".alarm").count()).isZero();
      cluster
          .plane()
          .restartApiServer(
              () ->
                  page.waitForSelector(
                      ".alarm", new Page.WaitForSelectorOptions().setTimeout(120_000)));
      page.waitForSelector(
          ".alarm",
          new Page.WaitForSelectorOptions()
              .setState(WaitForSelectorState.DETACHED)
              .setTimeout(120_000));
    }
  }
}

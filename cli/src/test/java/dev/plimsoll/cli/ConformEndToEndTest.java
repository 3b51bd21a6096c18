package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real API servers: one with Kubernetes' defaults, and one without a plug-in. */
@RealControlPlane
class ConformEndToEndTest {
  private static final List<String> CONTROLLERS =
      List.of(
          "resourcequota-controller",
          "namespace-controller",
          ControlPlane.SERVICE_ACCOUNTS,
          "root-ca-certificate-publisher-controller",
          "persistentvolumeclaim-protection-controller");

  @TempDir private Path folder;

  private ControlPlane start(String... flags) throws Exception {
    return ControlPlane.start(
        folder, new ControlPlane.Setup("127.0.0.1", CONTROLLERS, List.of(flags), List.of()));
  }

  private static CliRun conform(Path kubeconfig, String... options) {
    List<String> all = new ArrayList<>(List.of("conform", "--kubeconfig", kubeconfig.toString()));
    all.addAll(List.of(options));
    return CliRun.of(all.toArray(String[]::new));
  }

  private static List<String> namespaces(AdminApi api) throws IOException {
    return api.list("/api/v1/namespaces").stream()
        .map(n -> n.getAsJsonObject("metadata").get("name").getAsString())
        .filter(n -> n.startsWith("plimsoll-conform"))
        .toList();
  }

  private static void createClasses(AdminApi api) throws IOException {
    for (int value : new int[] {100, 1000, 10_000}) {
      api.create(
          "/apis/scheduling.k8s.io/v1/priorityclasses",
          "{\"metadata\":{\"name\":\"tier-%d\"},\"value\":%d}".formatted(value, value));
    }
    api.create(
        "/apis/node.k8s.io/v1/runtimeclasses",
        """
        {"metadata": {"name": "sandbox"}, "handler": "sandbox",
         "overhead": {"podFixed": {"cpu": "250m", "memory": "120Mi"}}}
        """);
  }

  @Test
  void a_control_plane_with_the_defaults_answers_as_the_model_says() throws Exception {
    try (ControlPlane plane = start()) {
      createClasses(plane.api());
      StringBuilder rules = new StringBuilder();
      for (String seed : List.of("1", "2")) {
        CliRun cliRun =
            conform(plane.kubeconfig("admin"), "--seed", seed, "--sequences", "20", "-o", "json");

        assertThat(cliRun.exitCode()).as(cliRun.out() + cliRun.err()).isZero();
        JsonObject report = JsonParser.parseString(cliRun.out()).getAsJsonObject();
        assertThat(report.get("requests").getAsInt()).isGreaterThan(120);
        rules.append(report.get("rules"));
        assertThat(namespaces(plane.api())).isEmpty();
      }
      assertThat(rules.toString())
          .contains("LimitRanger", "Priority", "RuntimeClass", "ResourceQuota scopes")
          .contains("quota controller");
    }
  }

  @Test
  void a_plug_in_that_is_off_is_named_with_a_small_case() throws Exception {
    try (ControlPlane plane = start("--disable-admission-plugins=LimitRanger")) {
      CliRun cliRun = conform(plane.kubeconfig("admin"), "--sequences", "20");

      assertThat(cliRun.exitCode()).as(cliRun.out() + cliRun.err()).isEqualTo(ExitCode.WRONG);
      assertThat(cliRun.out()).contains("Difference 1: LimitRanger", "The smallest case:");
      assertThat(
              cliRun
                  .out()
                  .lines()
                  .dropWhile(l -> !l.contains("The smallest case:"))
                  .takeWhile(l -> !l.startsWith("Difference 2")))
          .as(cliRun.out())
          .filteredOn(l -> l.startsWith("    create ") || l.startsWith("    patch "))
          .hasSizeBetween(2, 4);
      assertThat(namespaces(plane.api())).isEmpty();
    }
  }

  /** Nodes with labels, taints and devices, and pods that hold a part of the nodes. */
  private static void populate(StoryCluster cluster) throws Exception {
    for (int i = 0; i < 8; i++) {
      cluster.node(
          "n" + i,
          "'kubernetes.io/hostname':'n%1$d','zone':'z%2$d','rank':'%1$d'%3$s"
              .formatted(i, i % 3, i < 4 ? ",'pool':'gpu'" : ""),
          "'cpu':'%d','memory':'32Gi','pods':'%d','nvidia.com/gpu':'%d'"
              .formatted(4 << (i % 3), i == 7 ? 1 : 20, i < 4 ? 8 : 0));
    }
    cluster.api().patch("/api/v1/nodes/n1", "{\"spec\":{\"unschedulable\":true}}");
    for (int i : new int[] {2, 3, 6}) {
      cluster
          .api()
          .patch(
              "/api/v1/nodes/n" + i,
              "{\"spec\":{\"taints\":[{\"key\":\"team\",\"value\":\"t%d\",\"effect\":\"%s\"}]}}"
                  .formatted(i % 2, i == 6 ? "NoExecute" : "NoSchedule"));
    }
    cluster.create("/api/v1/namespaces", "{'metadata':{'name':'others'}}");
    Await.until(
        "pods can be made",
        () -> cluster.api().isThere("/api/v1/namespaces/others/serviceaccounts/default"));
    for (int i = 0; i < 12; i++) {
      cluster.create(
          "/api/v1/namespaces/others/pods",
          """
          {'metadata':{'name':'w%1$d','labels':{'app':'a%2$d'}},'spec':{'nodeName':'n%3$d',
            'tolerations':[{'operator':'Exists'}],'containers':[{'name':'c','image':'x',
              'ports':[{'containerPort':%4$d,'hostPort':%4$d%6$s}],
              'resources':{'limits':{'cpu':'1','memory':'2Gi'%5$s}}}]}}
          """
              .formatted(
                  i,
                  i % 3,
                  i % 8,
                  8000 + i,
                  i % 8 < 4 ? ",'nvidia.com/gpu':'2'" : "",
                  i % 2 == 0 ? ",'hostIP':'127.0.0.1'" : ""));
    }
  }

  @Test
  void a_scheduler_gives_the_reasons_that_the_model_gives() throws Exception {
    try (StoryCluster cluster = StoryCluster.start(folder, CONTROLLERS)) {
      createClasses(cluster.api());
      populate(cluster);

      CliRun cliRun =
          conform(
              cluster.plane().kubeconfig("admin"),
              "--sequences",
              "0",
              "--placements",
              Integer.getInteger("plimsoll.conform.placements", 120).toString(),
              "--seed",
              Long.getLong("plimsoll.conform.seed", 1).toString(),
              "-o",
              "json");

      assertThat(cliRun.exitCode()).as(cliRun.out() + cliRun.err()).isZero();
      assertThat(cliRun.out())
          .contains("NodeResourcesFit", "TaintToleration", "NodeAffinity", "NodePorts")
          .contains("InterPodAffinity", "PodTopologySpread", "VolumeRestrictions")
          .contains("SchedulingGates", "NodeUnschedulable", "DefaultPreemption");
      assertThat(namespaces(cluster.api())).isEmpty();
    }
  }

  @Test
  void a_scheduler_without_a_plug_in_is_told_by_the_name_of_the_plug_in() throws Exception {
    try (StoryCluster cluster = StoryCluster.startWithout(folder, CONTROLLERS, "TaintToleration")) {
      populate(cluster);

      CliRun cliRun =
          conform(cluster.plane().kubeconfig("admin"), "--sequences", "0", "--placements", "20");

      assertThat(cliRun.exitCode()).as(cliRun.out() + cliRun.err()).isEqualTo(ExitCode.WRONG);
      assertThat(cliRun.out()).contains("Difference 1: TaintToleration", "The smallest case:");
      assertThat(namespaces(cluster.api())).isEmpty();
    }
  }

  @Test
  void rights_that_lack_are_one_sentence() throws Exception {
    try (ControlPlane plane = start()) {
      CliRun cliRun = conform(plane.kubeconfig("tenant"));

      assertThat(cliRun.exitCode()).isEqualTo(ExitCode.UNKNOWN);
      assertThat(cliRun.err())
          .startsWith("error: this account may not create namespaces, get namespaces");
      assertThat(cliRun.err().lines()).hasSize(1);
      assertThat(namespaces(plane.api())).isEmpty();
    }
  }

  @Test
  void a_run_that_is_ended_deletes_its_namespace() throws Exception {
    try (ControlPlane plane = start()) {
      Process process =
          new ProcessBuilder(
                  ProcessHandle.current().info().command().orElseThrow(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  "dev.plimsoll.cli.Plimsoll",
                  "conform",
                  "--sequences",
                  "500",
                  "--kubeconfig",
                  plane.kubeconfig("admin").toString())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("conform.log").toFile())
              .start();
      Await.until("requests were sent", () -> hasQuota(plane.api()));

      process.destroy();
      int code = process.waitFor();

      assertThat(code).isNotZero();
      assertThat(namespaces(plane.api())).isEmpty();
    }
  }

  private static boolean hasQuota(AdminApi api) throws IOException {
    return api.list("/api/v1/resourcequotas").stream()
        .anyMatch(
            q -> q.getAsJsonObject("metadata").get("name").getAsString().matches("q\\d+-\\d+"));
  }
}

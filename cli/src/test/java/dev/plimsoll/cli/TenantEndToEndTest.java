package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.kube.live.NamespaceScope;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A real API server, and someone who has the Role of docs/reading.md in one namespace. */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TenantEndToEndTest {
  private static final Pattern ROLE =
      Pattern.compile("```yaml\n(.*?kind: Role\n.*?)```", Pattern.DOTALL);

  private Path folder;
  private ControlPlane plane;
  private AdminApi api;

  @BeforeAll
  void startControlPlane(@TempDir Path temporary) throws Exception {
    folder = temporary;
    plane = ControlPlane.start(folder);
    api = plane.api();
    create("/api/v1/nodes", "{'metadata':{'name':'secret-node'}}");
    for (String namespace : List.of("vision", "nlp")) {
      create("/api/v1/namespaces", "{'metadata':{'name':'%s'}}".formatted(namespace));
      String path = "/api/v1/namespaces/" + namespace;
      create(path + "/resourcequotas", "{'metadata':{'name':'q'},'spec':{'hard':{'pods':'2'}}}");
      Await.until("the quota is in force", () -> used(path).equals("0"));
      create(
          path + "/pods",
          "{'metadata':{'name':'of-%s'},'spec':{'containers':[{'name':'c','image':'x'}]}}"
              .formatted(namespace));
      Await.until("the pod is charged", () -> used(path).equals("1"));
    }
    String roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/vision/";
    api.create(roles + "roles", documentedRole().toString());
    create(
        roles + "rolebindings",
        "{'metadata':{'name':'r'},'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'Role',"
            + "'name':'plimsoll-reader'},'subjects':[{'kind':'User','name':'tenant',"
            + "'apiGroup':'rbac.authorization.k8s.io'}]}");
    Await.until("the tenant may list pods", () -> run("quota", "-n", "vision").exitCode() == 0);
  }

  @AfterAll
  void stop() {
    plane.close();
  }

  private String used(String namespace) throws IOException {
    return JsonPaths.text(api.get(namespace + "/resourcequotas/q"), "status", "used", "pods");
  }

  private void create(String path, String object) throws IOException {
    api.create(path, object.replace('\'', '"'));
  }

  private JsonObject documentedRole() throws IOException {
    Matcher role = ROLE.matcher(Files.readString(CliRun.ROOT.resolve("docs/reading.md")));
    assertThat(role.find()).isTrue();
    String block = role.group(1);
    Path file =
        Files.writeString(
            folder.resolve("role.yaml"), block.substring(block.lastIndexOf("apiVersion:")));
    return YamlFile.read(file).get(0).json();
  }

  private CliRun run(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--kubeconfig", plane.kubeconfig("tenant").toString()));
    return CliRun.of(all.toArray(String[]::new));
  }

  @Test
  void the_documented_role_reads_a_namespace_and_shows_nothing_of_others() throws IOException {
    for (String command : List.of("gaps", "quota", "capacity", "explain pod/of-vision")) {
      CliRun cliRun = run((command + " -n vision").split(" "));

      assertThat(cliRun.exitCode()).as(cliRun.err()).isLessThan(2);
      assertThat(cliRun.out() + cliRun.err()).doesNotContain("nlp", "secret-node");
      assertThat(cliRun.err().lines().filter(l -> l.startsWith("note: only ")))
          .singleElement()
          .asString()
          .startsWith("note: only namespace vision was read, without nodes and ")
          .doesNotContain("pods, ", "events", "jobs", "deployments", "resourceclaims");
    }
  }

  @Test
  void quotas_are_answered_in_full() throws IOException {
    JsonObject quota =
        JsonParser.parseString(run("quota", "-n", "vision", "-o", "json").out())
            .getAsJsonObject()
            .getAsJsonArray("quotas")
            .get(0)
            .getAsJsonObject();

    JsonObject status =
        api.get("/api/v1/namespaces/vision/resourcequotas/q").getAsJsonObject("status");
    assertThat(quota.get("used")).isEqualTo(status.getAsJsonObject("used").get("pods"));
    assertThat(quota.get("hard").getAsString()).isEqualTo("2");
    assertThat(quota.get("pending").getAsString()).isEqualTo("1");
  }

  @Test
  void what_is_forbidden_altogether_is_one_sentence() throws IOException {
    assertThat(run("gaps", "-A").err().lines().toList())
        .singleElement()
        .asString()
        .startsWith("error: cannot list pods and resourcequotas in all namespaces (forbidden)");
    assertThat(run("gaps", "-n", "nlp").err().lines().toList())
        .containsExactly(
            "error: cannot list anything in the namespace nlp (forbidden); use -n with a namespace that you may read");
    assertThat(run("gaps").err()).contains("in the namespace default (forbidden)");
  }

  @Test
  void a_snapshot_reads_as_the_namespace_did() throws IOException {
    Path file = folder.resolve("mine.json.gz");
    assertThat(run("snapshot", file.toString(), "-n", "vision").exitCode()).isZero();

    Cluster read = SnapshotReader.read(List.of(file), n -> {});
    Cluster live =
        LiveCluster.read(
            new ClusterAccess(Optional.of(plane.kubeconfig("tenant")), Optional.empty()),
            NamespaceScope.only("vision"),
            Set.of(),
            n -> {},
            p -> {});

    assertThat(read.omissions()).hasSize(1).isEqualTo(live.omissions());
    for (SnapshotResource resource : SnapshotResource.all()) {
      assertThat(read.coverage(resource.resource().resource()))
          .as(resource.kubectlName())
          .isEqualTo(live.coverage(resource.resource().resource()));
    }
  }

  @Test
  void the_printed_command_names_what_is_served() throws IOException {
    CliRun cliRun = run("snapshot", "--print-command");

    assertThat(cliRun.err()).isEmpty();
    assertThat(cliRun.out())
        .startsWith("kubectl get nodes,pods,resourcequotas,limitranges,namespaces,events,")
        .contains(" -A -o json")
        .doesNotContain("clusterresourcequotas");
    String ofDevices = ",resourceclaims,deviceclasses,resourceslices,resourceclaimtemplates,";
    assertThat(cliRun.out().contains(ofDevices)).isEqualTo(api.isThere("/apis/resource.k8s.io/v1"));
  }
}

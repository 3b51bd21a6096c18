package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
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
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A real API server says to pods what the chain says, where its plug-ins look at accounts and at
 * what keeps pods apart from their nodes. {@code -Dplimsoll.seed} and {@code -Dplimsoll.pods} make
 * other and more pods, {@code -Dplimsoll.record} writes what was said to a file.
 */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GateEndToEndTest {
  private static final List<String> LEVELS = List.of("baseline", "restricted");
  private static final List<Integer> MINORS =
      List.of(0, 7, 8, 18, 19, 21, 22, 23, 24, 25, 27, 29, 30, 31, 32, 33, 34, 35, 36, 40);
  private static final int PODS = Integer.getInteger("plimsoll.pods", 1500);
  private static final @Nullable String RECORDING = System.getProperty("plimsoll.record");
  private static final List<String> COUNTED =
      List.of("deployments.apps", "replicasets.apps", "statefulsets.apps", "jobs.batch");

  private static final String DRY_RUN = "?dryRun=All";

  private final long seed = Long.getLong("plimsoll.seed", 1);
  private final List<JsonObject> namespaces = new ArrayList<>();
  private String kubernetes = "";
  private ControlPlane plane;
  private AdminApi api;
  private Cluster cluster;

  @BeforeAll
  void makeNamespaces(@TempDir Path folder) throws Exception {
    plane =
        ControlPlane.start(
            folder, List.of("resourcequota-controller", ControlPlane.SERVICE_ACCOUNTS));
    api = plane.api();
    for (String level : LEVELS) {
      namespace(level, "\"pod-security.kubernetes.io/enforce\": \"" + level + "\"");
      for (int minor : MINORS) {
        namespace(
            "%s-%d".formatted(level, minor),
            """
            "pod-security.kubernetes.io/enforce": "%s",
            "pod-security.kubernetes.io/enforce-version": "v1.%d"
            """
                .formatted(level, minor));
      }
    }
    namespace("open", "\"pod-security.kubernetes.io/enforce-version\": \"v1.25\"");
    namespace("accounts", "");
    namespace("counted", "");
    quota(COUNTED);
    JsonObject unused =
        api.create(
            "/api/v1/namespaces/accounts/serviceaccounts",
            "{\"metadata\": {\"name\": \"trainer\"}}");
    for (JsonObject each : namespaces) {
      String namespace = each.getAsJsonObject("metadata").get("name").getAsString();
      Await.until(
          "the default account of " + namespace + " is there",
          () -> api.isThere("/api/v1/namespaces/" + namespace + "/serviceaccounts/default"));
    }
    kubernetes = api.get("/version").get("gitVersion").getAsString().substring(1);
    cluster =
        LiveCluster.read(
            new ClusterAccess(Optional.of(plane.kubeconfig("admin")), Optional.empty()), b -> {});
  }

  private void quota(List<String> counted) throws Exception {
    JsonObject hard = new JsonObject();
    counted.forEach(resource -> hard.addProperty("count/" + resource, "0"));
    JsonObject unused =
        api.create(
            "/api/v1/namespaces/counted/resourcequotas",
            "{\"metadata\": {\"name\": \"q\"}, \"spec\": {\"hard\": %s}}".formatted(hard));
    Await.until(
        "the quota is counted",
        () ->
            api.get("/api/v1/namespaces/counted/resourcequotas/q")
                .getAsJsonObject("status")
                .has("used"));
  }

  private void namespace(String name, String labels) throws IOException {
    namespaces.add(
        api.create(
            "/api/v1/namespaces",
            "{\"metadata\": {\"name\": \"%s\", \"labels\": {%s}}}".formatted(name, labels)));
  }

  @AfterAll
  void stop() {
    plane.close();
  }

  @Test
  void pods_that_violate_a_level_are_denied_in_the_same_words() throws IOException {
    Random random = new Random(seed);
    List<String> differences = new ArrayList<>();
    List<String> recorded = new ArrayList<>();
    int denied = 0;
    int invalid = 0;
    for (int i = 0; i < PODS; i++) {
      JsonObject said =
          said(
              i,
              namespaces.get(random.nextInt(namespaces.size())),
              new GeneratedPods(random.nextLong()).pod());
      if (said.get("code").getAsInt() == 422) {
        invalid++;
        continue;
      }
      denied += said.get("code").getAsInt() == 403 ? 1 : 0;
      recorded.add(said.toString());
      PodSecurityConformance.differences(said)
          .forEach(d -> differences.add(said.get("labels") + " " + said.get("pod") + ": " + d));
    }
    if (RECORDING != null) {
      Path unused = Files.write(Path.of(RECORDING), recorded);
    }

    assertThat(differences).isEmpty();
    assertThat(denied).isGreaterThan(PODS / 3);
    assertThat(invalid).isLessThan(PODS / 3);
  }

  /** Returns what the API server says to a pod, as a recording. */
  private JsonObject said(int index, JsonObject namespace, JsonObject pod) throws IOException {
    JsonObject metadata = namespace.getAsJsonObject("metadata");
    JsonObject answer =
        api.answer(
            "/api/v1/namespaces/" + metadata.get("name").getAsString() + "/pods" + DRY_RUN,
            pod.toString());
    boolean isDenied = answer.get("kind").getAsString().equals("Status");
    JsonObject said = new JsonObject();
    said.addProperty("id", "podsecurity-%d-%d".formatted(seed, index));
    said.addProperty("kubernetes", kubernetes);
    said.addProperty("family", metadata.get("name").getAsString().replaceAll("-.*", ""));
    said.add("labels", metadata.getAsJsonObject("labels"));
    said.add("pod", pod);
    said.addProperty("code", isDenied ? answer.get("code").getAsInt() : 201);
    if (isDenied) {
      said.addProperty("message", answer.get("message").getAsString());
    }
    return said;
  }

  @ParameterizedTest
  @CsvSource({
    "accounts,trainer",
    "accounts,default",
    "accounts,''",
    "accounts,ghost",
    "open,trainer",
    "open,''"
  })
  void pods_of_accounts_that_are_not_there_are_denied_in_the_same_words(
      String namespace, String account) throws IOException {
    JsonObject pod =
        JsonParser.parseString(
                """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "namespace": "%s"},
                 "spec": {"serviceAccountName": "%s", "containers": [{"name": "c", "image": "x"}]}}
                """
                    .formatted(namespace, account))
            .getAsJsonObject();
    JsonObject answer =
        api.answer("/api/v1/namespaces/" + namespace + "/pods" + DRY_RUN, pod.toString());

    AdmissionReport report =
        AdmissionChain.standard()
            .admit(cluster, AdmissionRequest.create(ObjectReader.read(JsonTree.of(pod))));

    assertThat(report.isKnown()).isTrue();
    assertThat(report.code() + " " + report.message())
        .isEqualTo(
            answer.get("kind").getAsString().equals("Pod")
                ? "201 "
                : answer.get("code").getAsInt() + " " + answer.get("message").getAsString());
  }

  @ParameterizedTest
  @CsvSource({
    "apps/v1,Deployment,deployments",
    "apps/v1,ReplicaSet,replicasets",
    "apps/v1,StatefulSet,statefulsets",
    "batch/v1,Job,jobs"
  })
  void what_makes_pods_is_denied_in_the_same_words_where_a_quota_counts_it(
      String apiVersion, String kind, String plural) throws IOException {
    String own =
        kind.equals("Job")
            ? ""
            : "\"serviceName\": \"x\", \"selector\": {\"matchLabels\": {\"a\": \"b\"}},";
    JsonObject workload =
        JsonParser.parseString(
                """
                {"apiVersion": "%s", "kind": "%s",
                 "metadata": {"name": "w", "namespace": "counted"}, "spec": {%s
                  "template": {"metadata": {"labels": {"a": "b"}}, "spec": {
                   "restartPolicy": "%s", "containers": [{"name": "c", "image": "x"}]}}}}
                """
                    .formatted(apiVersion, kind, own, kind.equals("Job") ? "Never" : "Always"))
            .getAsJsonObject();
    JsonObject answer =
        api.answer(
            "/apis/%s/namespaces/counted/%s%s".formatted(apiVersion, plural, DRY_RUN),
            workload.toString());

    AdmissionReport report =
        AdmissionChain.standard()
            .admit(cluster, AdmissionRequest.create(ObjectReader.read(JsonTree.of(workload))));

    assertThat(report.isKnown()).isTrue();
    assertThat(report.code() + " " + report.message())
        .isEqualTo("403 " + answer.get("message").getAsString());
  }
}

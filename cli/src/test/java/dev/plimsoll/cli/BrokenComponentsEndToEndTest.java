package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A cluster in which webhooks are away, and objects are deleted and created again. */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrokenComponentsEndToEndTest {
  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

  private StoryCluster cluster;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    cluster =
        StoryCluster.start(
            folder,
            List.of(
                "namespace-controller",
                "resourcequota-controller",
                "deployment-controller",
                "replicaset-controller",
                "job-controller",
                "garbage-collector-controller"));
    cluster.node("n1", "", "'cpu':'8','pods':'40','nvidia.com/gpu':'8'");
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  @Test
  void a_webhook_that_is_away_is_traced_to_the_workload_behind_its_Service() throws Exception {
    namespace("policies");
    cluster.create(
        "/api/v1/namespaces/policies/services",
        "{'metadata':{'name':'hook'},'spec':{'selector':{'a':'hook'},'ports':[{'port':443}]}}");
    deployment("policies", "hook", "'nodeSelector':{'pool':'none'},");
    cluster.create(
        "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
        "{'metadata':{'name':'hook'},'webhooks':[{'name':'v.example.com','sideEffects':'None',"
            + "'admissionReviewVersions':['v1'],'timeoutSeconds':1,"
            + "'clientConfig':{'service':{'namespace':'policies','name':'hook'}},"
            + "'namespaceSelector':{'matchLabels':{'kubernetes.io/metadata.name':'denied'}},"
            + "'rules':[{'apiGroups':[''],'apiVersions':['v1'],'resources':['pods'],"
            + "'operations':['CREATE']}]}]}");
    namespace("denied");
    Await.until("webhooks are in force", () -> !admitsPods("denied"));
    deployment("denied", "web", "");
    Await.until("a pod is denied", () -> !cluster.gaps("denied").isEmpty());

    JsonObject gap = cluster.gaps("denied").get(0);

    assertThat(gap.get("kind").getAsString()).isEqualTo("AdmissionRefused");
    assertThat(gap.get("message").getAsString())
        .startsWith(
            "1 pod is denied because the API server cannot call webhook v.example.com (Service hook"
                + " of namespace policies; there, deployment/hook has 0 of 1 pods ready)");
  }

  @Test
  void a_job_that_is_created_again_waits_since_its_own_creation() throws Exception {
    namespace("again");
    cluster.create(
        "/api/v1/namespaces/again/resourcequotas",
        "{'metadata':{'name':'q'},'spec':{'hard':{'pods':'0'}}}");
    Await.until("the quota is in force", () -> !admitsPods("again"));
    job("again");
    Await.until("pods are denied", () -> missing() == 2);
    Instant first = since();
    Await.until("the first denial is past", () -> Instant.now().isAfter(first.plusSeconds(1)));
    delete("/apis/batch/v1/namespaces/again/jobs/train");
    Await.until("the job is gone", () -> jobs("again").isEmpty());
    job("again");
    Instant second = created(jobs("again").get(0));
    Await.until("pods are denied again", () -> missing() == 2 && failures() == 2);

    assertThat(second).isAfter(first);
    assertThat(since()).isAfterOrEqualTo(second);
  }

  @Test
  void pods_of_a_former_job_are_not_the_jobs() throws Exception {
    namespace("former");
    job("former");
    Await.until("two pods run", () -> running("former") == 2);
    delete("/apis/batch/v1/namespaces/former/jobs/train");
    Await.until("the job is gone", () -> jobs("former").isEmpty());
    job("former");
    Await.until("four pods are there", () -> pods("former").size() == 4 && running("former") >= 2);

    assertThat(cluster.plimsollAs("admin", "explain", "job/train", "-n", "former").out())
        .startsWith("job/train has 2 pods: 2 placed");
  }

  @Test
  void a_kind_that_no_webhook_converts_is_unread_and_all_else_is_answered() throws Exception {
    namespace("custom");
    define("trainjobs", "TrainJob");
    define("sweeps", "Sweep");
    Await.until("kinds are served", () -> isServed("trainjobs") && isServed("sweeps"));
    custom("trainjobs", "TrainJob");
    custom("sweeps", "Sweep");
    JsonObject unused =
        cluster
            .api()
            .patch(
                DEFINITIONS + "/trainjobs.vendor.example",
                """
                {"spec": {"conversion": {"strategy": "Webhook", "webhook": {
                    "conversionReviewVersions": ["v1"],
                    "clientConfig": {"service": {"namespace": "custom", "name": "away"}}}},
                  "versions": [%s, %s]}}
                """
                    .formatted(version("v1", false), version("v2", true)));
    Await.until(
        "the kind can't be listed", () -> status("/apis/vendor.example/v2/trainjobs") == 500);

    CliRun unread = cluster.plimsollAs("admin", "explain", "trainjob/t", "-n", "custom");
    CliRun read = cluster.plimsollAs("admin", "explain", "sweep/t", "-n", "custom");

    assertThat(unread.exitCode()).isEqualTo(2);
    assertThat(unread.err())
        .contains(
            "the API server can't list trainjobs.vendor.example: it answered with 500",
            "trainjob/t isn't known, because trainjobs.vendor.example were not read completely");
    assertThat(read.exitCode()).as(read.err()).isZero();
    assertThat(read.out())
        .startsWith("sweep/t has no pods, and no event tells of an attempt to make one; ");
  }

  @Test
  void workloads_of_a_namespace_that_is_being_deleted_lack_no_pods() throws Exception {
    namespace("leaving");
    deployment("leaving", "web", "");
    Await.until("a pod is there", () -> pods("leaving").size() == 1);
    String pod = pods("leaving").get(0).getAsJsonObject("metadata").get("name").getAsString();
    JsonObject unused =
        cluster
            .api()
            .patch(
                "/api/v1/namespaces/leaving/pods/" + pod,
                "{\"metadata\": {\"finalizers\": [\"example.com/hold\"]}}");
    delete("/api/v1/namespaces/leaving");
    Await.until("the pod is being deleted", () -> pods("leaving").toString().contains("deletionT"));

    assertThat(cluster.gaps("leaving")).isEmpty();
    assertThat(cluster.plimsoll("explain", "deployment/web", "-n", "leaving"))
        .startsWith(
            "deployment/web gets no more pods, because namespace leaving is being deleted; it has");
  }

  @Test
  void pods_of_a_scheduler_that_nobody_runs_get_nodes_by_the_remedy() throws Exception {
    namespace("scheduled");
    deployment("scheduled", "web", "'schedulerName':'volcano',");
    Await.until("a pod is there", () -> pods("scheduled").size() == 1);
    Instant silent = created(pods("scheduled").get(0)).plusSeconds(110);
    Await.until("the scheduler was silent for long", () -> Instant.now().isAfter(silent));
    Await.until("a gap tells", () -> !cluster.gaps("scheduled").isEmpty());

    JsonObject gap = cluster.gaps("scheduled").get(0);
    JsonObject remedy = gap.getAsJsonArray("remedies").get(0).getAsJsonObject();

    assertThat(gap.get("kind").getAsString()).isEqualTo("OtherSchedulerSilent");
    assertThat(remedy.get("helps").getAsBoolean()).isTrue();
    assertThat(cluster.shell(remedy.get("command").getAsString())).contains("patched");
    Await.until("a pod runs", () -> running("scheduled") == 1);
    assertThat(cluster.gaps("scheduled")).isEmpty();
  }

  private void namespace(String name) throws IOException {
    cluster.create("/api/v1/namespaces", "{'metadata':{'name':'" + name + "'}}");
  }

  private void deployment(String namespace, String name, String spec) throws IOException {
    cluster.create(
        "/apis/apps/v1/namespaces/" + namespace + "/deployments",
        "{'metadata':{'name':'%1$s'},'spec':{'selector':{'matchLabels':{'a':'%1$s'}},'template':{'metadata':{'labels':{'a':'%1$s'}},'spec':{%2$s'containers':[{'name':'c','image':'x'}]}}}}"
            .formatted(name, spec));
  }

  /** Creates a job whose pods stay when they are deleted. */
  private void job(String namespace) throws IOException {
    cluster.create(
        "/apis/batch/v1/namespaces/" + namespace + "/jobs",
        "{'metadata':{'name':'train'},'spec':{'parallelism':2,'completions':2,'template':{"
            + "'metadata':{'finalizers':['example.com/hold']},'spec':{'restartPolicy':'Never',"
            + "'containers':[{'name':'c','image':'x'}]}}}}");
  }

  private List<JsonObject> jobs(String namespace) throws IOException {
    return cluster.api().list("/apis/batch/v1/namespaces/" + namespace + "/jobs");
  }

  private Instant since() throws IOException {
    JsonObject cost = cluster.gaps("again").get(0).getAsJsonObject("cost");
    return Instant.parse(cost.get("since").getAsString());
  }

  private static Instant created(JsonObject object) {
    return Instant.parse(object.getAsJsonObject("metadata").get("creationTimestamp").getAsString());
  }

  /** Returns how many jobs have an event that tells of a failed creation. */
  private long failures() throws IOException {
    return cluster.api().list("/api/v1/namespaces/again/events").stream()
        .filter(e -> e.get("reason").getAsString().equals("FailedCreate"))
        .map(e -> e.getAsJsonObject("involvedObject").get("uid").getAsString())
        .distinct()
        .count();
  }

  private long running(String namespace) throws IOException {
    return pods(namespace).stream()
        .filter(p -> !p.getAsJsonObject("metadata").has("deletionTimestamp"))
        .filter(p -> p.toString().contains("\"phase\":\"Running\""))
        .count();
  }

  private List<JsonObject> pods(String namespace) throws IOException {
    return cluster.api().list("/api/v1/namespaces/" + namespace + "/pods");
  }

  private int missing() throws IOException {
    List<JsonObject> gaps = cluster.gaps("again");
    return gaps.isEmpty() ? 0 : gaps.get(0).get("pods").getAsInt();
  }

  private boolean admitsPods(String namespace) throws IOException {
    return cluster
            .api()
            .exchange(
                "POST",
                "/api/v1/namespaces/" + namespace + "/pods?dryRun=All",
                "application/json",
                "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"x\"}]}}")
            .code()
        == 201;
  }

  private void delete(String path) throws IOException {
    AdminApi.Answer unused =
        cluster
            .api()
            .exchange(
                "DELETE", path, "application/json", "{\"propagationPolicy\": \"Background\"}");
  }

  private void define(String plural, String kind) throws IOException {
    JsonObject unused =
        cluster
            .api()
            .create(
                DEFINITIONS,
                """
                {"metadata": {"name": "%1$s.vendor.example"}, "spec": {"group": "vendor.example",
                  "scope": "Namespaced", "names": {"plural": "%1$s", "kind": "%2$s"},
                  "versions": [%3$s]}}
                """
                    .formatted(plural, kind, version("v1", true)));
  }

  private static String version(String name, boolean storage) {
    return """
        {"name": "%s", "served": true, "storage": %s, "schema": {"openAPIV3Schema": {
          "type": "object", "x-kubernetes-preserve-unknown-fields": true}}}
        """
        .formatted(name, storage);
  }

  private void custom(String plural, String kind) throws IOException {
    cluster.create(
        "/apis/vendor.example/v1/namespaces/custom/" + plural,
        "{'apiVersion':'vendor.example/v1','kind':'%s','metadata':{'name':'t'},'spec':{'template':{'spec':{'containers':[{'name':'c','image':'x'}]}}}}"
            .formatted(kind));
  }

  private boolean isServed(String plural) throws IOException {
    return status("/apis/vendor.example/v1/" + plural) == 200;
  }

  private int status(String path) throws IOException {
    return cluster.api().exchange("GET", path, "application/json", "").code();
  }
}

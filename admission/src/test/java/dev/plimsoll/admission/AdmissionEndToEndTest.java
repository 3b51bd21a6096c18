package dev.plimsoll.admission;

import static dev.plimsoll.admission.AdmissionEndToEndCluster.pod;
import static dev.plimsoll.admission.AdmissionEndToEndCluster.pods;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The role on a real control plane, with the rights of its manifests. */
@RealControlPlane
class AdmissionEndToEndTest {
  static final String GPU = "requests.nvidia.com/gpu";
  private static final System.Logger LOG = System.getLogger(AdmissionEndToEndTest.class.getName());

  /** How often two API servers race; more of it takes longer: {@code -Dplimsoll.races=1000}. */
  private static final int RACES = Integer.getInteger("plimsoll.races", 20);

  @TempDir private static Path folder;
  private static AdmissionEndToEndCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = new AdmissionEndToEndCluster(folder);
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  @Test
  void the_API_server_takes_every_field_of_the_manifests() throws Exception {
    for (String file : List.of("deployment.yaml", "service.yaml", "webhook.yaml", "rbac.yaml")) {
      for (JsonObject object : AdmissionManifests.read("admission/" + file)) {
        object.getAsJsonObject("metadata").addProperty("name", "another");
        JsonObject unused =
            cluster
                .api()
                .create(
                    AdmissionEndToEndCluster.path(object) + "?dryRun=All&fieldValidation=Strict",
                    object.toString());
      }
    }
  }

  private static String create(String namespace, JsonObject pod, String query) throws Exception {
    AdminApi.Answer answer =
        cluster.api().exchange("POST", pods(namespace) + query, "application/json", pod.toString());
    return answer.code() < 300 ? "" : answer.body().get("message").getAsString();
  }

  private static String create(String namespace, JsonObject pod) throws Exception {
    return create(namespace, pod, "");
  }

  @Test
  void a_denial_begins_as_that_of_the_built_in_plug_in() throws Exception {
    cluster.namespace("words", true, 1);
    cluster.namespace("built-in", false, 1);
    assertThat(create("words", pod("a", 1, 1))).isEmpty();
    assertThat(create("built-in", pod("a", 1, 1))).isEmpty();

    String ours = create("words", pod("b", 1, 1));
    String theirs = create("built-in", pod("b", 1, 1));

    String words = theirs.substring(theirs.indexOf("exceeded quota"));
    assertThat(ours)
        .startsWith("admission webhook \"r0.quota.plimsoll.dev\" denied the request: " + words);
  }

  @Test
  void a_dry_run_reserves_nothing() throws Exception {
    cluster.namespace("dry", true, 1);

    assertThat(create("dry", pod("a", 1, 1), "?dryRun=All")).isEmpty();

    assertThat(cluster.amounts("dry")).isEqualTo("0 0");
    assertThat(create("dry", pod("b", 1, 1))).isEmpty();
    assertThat(create("dry", pod("c", 1, 1), "?dryRun=All")).contains("exceeded quota: gpus");
  }

  /** A warning that isn't found in time is left out, so it is looked for more than once. */
  @Test
  void whoever_applies_a_workload_is_warned_of_what_denies_its_pods() throws Exception {
    cluster.namespace("warned", true, 1);
    JsonObject unused =
        cluster
            .api()
            .create(
                "/api/v1/namespaces/warned/serviceaccounts",
                "{\"metadata\": {\"name\": \"default\"}}");
    String deployment =
        """
        {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": {
          "replicas": 3, "selector": {"matchLabels": {"app": "web"}},
          "template": {"metadata": {"labels": {"app": "web"}}, "spec": %s}}}
        """
            .formatted(pod("a", 1, 1).getAsJsonObject("spec"));

    Await.until(
        "it is warned of",
        () ->
            cluster
                .api()
                .exchange(
                    "POST",
                    "/apis/apps/v1/namespaces/warned/deployments?dryRun=All",
                    "application/json",
                    deployment)
                .warnings()
                .stream()
                .anyMatch(
                    w ->
                        w.contains("only 1 of its 3 new pods would be admitted: ")
                            && w.contains("exceeded quota: gpus")));
  }

  @Test
  void what_a_deleted_pod_used_is_given_away_again() throws Exception {
    cluster.namespace("freed", true, 1);
    assertThat(create("freed", pod("a", 1, 1))).isEmpty();
    cluster.awaitLedger("freed", 1, 0);

    cluster.api().delete(pods("freed") + "/a");

    cluster.awaitLedger("freed", 0, 0);
    Await.until(
        "the built-in quota admits it, too", () -> create("freed", pod("b", 1, 1)).isEmpty());
  }

  @Test
  void what_another_webhook_denied_yields_to_whoever_needs_it() throws Exception {
    cluster.namespace("later", true, 1);
    deniedByAnotherWebhook("later");

    assertThat(create("later", pod("b", 1, 1))).isEmpty();
    assertThat(create("later", pod("c", 1, 1))).contains("exceeded quota: gpus");
  }

  @Test
  void what_another_webhook_denied_is_given_back_when_it_expires() throws Exception {
    cluster.namespace("expires", true, 1);
    deniedByAnotherWebhook("expires");

    cluster.forward(Duration.ofMinutes(2));

    cluster.awaitLedger("expires", 0, 0);
  }

  private static void deniedByAnotherWebhook(String namespace) throws Exception {
    String configurations = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
    JsonObject unused =
        cluster
            .api()
            .create(
                configurations,
                """
                {"metadata": {"name": "denies-%1$s"}, "webhooks": [{"name": "denies.example.com",
                  "failurePolicy": "Fail", "sideEffects": "None", "admissionReviewVersions": ["v1"],
                  "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "%1$s"}},
                  "clientConfig": {"url": "https://127.0.0.1:1/"}, "timeoutSeconds": 1,
                  "rules": [{"operations": ["CREATE"], "apiGroups": [""], "apiVersions": ["v1"],
                    "resources": ["pods"]}]}]}"""
                    .formatted(namespace));
    Await.until(
        "it denies and the other one has reserved",
        () ->
            create(namespace, pod("a", 1, 1)).contains("denies.example.com")
                && cluster.amounts(namespace).equals("0 1"));
    cluster.api().delete(configurations + "/denies-" + namespace);
    Await.until(
        "it denies no more",
        () -> !create("default", pod("gone", 0, 1), "?dryRun=All").contains("denies.example.com"));
  }

  @Test
  void a_pod_that_grows_reserves_what_it_grows_by() throws Exception {
    cluster.namespace("resize", true, 1);
    JsonObject unused =
        cluster
            .api()
            .patch(
                "/api/v1/namespaces/resize/resourcequotas/gpus",
                "{\"spec\": {\"hard\": {\"requests.cpu\": \"3\"}}}");
    Await.until(
        "CPUs are counted", () -> create("resize", pod("a", 0, 1), "?dryRun=All").isEmpty());
    Await.until("a pod is there", () -> create("resize", pod("a", 0, 1)).isEmpty());

    assertThat(resize("4")).contains("exceeded quota: gpus, requested: requests.cpu=3");
    assertThat(resize("3")).isEmpty();
    assertThat(create("resize", pod("b", 0, 1))).contains("exceeded quota: gpus");
  }

  private static String resize(String cpus) throws Exception {
    AdminApi.Answer answer =
        cluster
            .api()
            .exchange(
                "PATCH",
                pods("resize") + "/a/resize",
                "application/strategic-merge-patch+json",
                JsonParser.parseString(
                        """
                        {"spec": {"containers": [{"name": "c", "resources":
                          {"requests": {"cpu": "%1$s"}, "limits": {"cpu": "%1$s"}}}]}}"""
                            .formatted(cpus))
                    .toString());
    return answer.code() < 300 ? "" : answer.body().get("message").getAsString();
  }

  @Test
  void of_two_API_servers_that_race_for_the_last_GPU_one_gets_it() throws Exception {
    cluster.namespace("ours", true, 1);
    cluster.namespace("theirs", false, 1);
    AdminApi other = cluster.plane().startAnotherApiServer();

    int ours = overshoots("ours", other);
    int theirs = overshoots("theirs", other);

    LOG.log(
        System.Logger.Level.INFO,
        "of {0} races, more was given away than there is: {1} by ledgers, {2} by the built-in quota",
        RACES,
        ours,
        theirs);
    assertThat(ours).isZero();
  }

  /** Each race ends when one got it, while what the one before used is being given back. */
  private static int overshoots(String namespace, AdminApi other) throws Exception {
    int overshoots = 0;
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int race = 0; race < RACES; race++) {
        int number = race;
        Await.until("somebody gets it", () -> isWon(threads, namespace, number, other));
        List<JsonObject> stored = cluster.api().list(pods(namespace));
        overshoots += stored.size() > 1 ? 1 : 0;
        cluster.api().deleteAll(pods(namespace));
      }
    } finally {
      threads.shutdownNow();
    }
    return overshoots;
  }

  /** What was reserved for one that the built-in quota denied is given back: none is under way. */
  private static boolean isWon(ExecutorService threads, String namespace, int race, AdminApi other)
      throws Exception {
    boolean isWon = race(threads, namespace, race, other) > 0;
    if (!isWon) {
      cluster.forward(Duration.ofMinutes(2));
    }
    return isWon;
  }

  private static int race(ExecutorService threads, String namespace, int race, AdminApi other)
      throws Exception {
    List<Callable<Integer>> both = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      AdminApi api = i == 0 ? cluster.api() : other;
      String pod = pod("r" + race + "-" + i, 1, 1).toString();
      both.add(() -> api.exchange("POST", pods(namespace), "application/json", pod).code());
    }
    int created = 0;
    for (Future<Integer> code : threads.invokeAll(both)) {
      created += code.get() == 201 ? 1 : 0;
    }
    return created;
  }
}

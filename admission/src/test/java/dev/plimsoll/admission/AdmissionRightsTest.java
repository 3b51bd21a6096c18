package dev.plimsoll.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import dev.plimsoll.testkit.access.Rights;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.Program;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The roles allow what the role admission asks of the API server, and nothing else. */
class AdmissionRightsTest {
  private static final Set<String> COUNTED =
      Set.of(
          "pods",
          "services",
          "persistentvolumeclaims",
          "resourceclaims",
          "deployments",
          "statefulsets",
          "daemonsets",
          "jobs",
          "cronjobs");

  private static final String GATED =
      """
      {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'namespace': 'team', 'name': 'gated'},
       'spec': {'schedulingGates': [{'name': 'plimsoll.dev/share'}],
         'containers': [{'name': 'c', 'image': 'i'}]}}""";

  private static final String TEMPLATE =
      "'spec': {'template': {'spec': {'containers': [{'name': 'c', 'image': 'i'}]}}}";

  @TempDir private Path folder;

  @Test
  void the_roles_allow_exactly_what_the_service_asks_for() throws Exception {
    assertThat(asked()).isEqualTo(allowed("rbac.yaml"));
  }

  @Test
  void issuing_certificates_takes_exactly_what_roles_of_their_own_allow() throws Exception {
    Set<String> allowed = allowed("certificates-rbac.yaml");

    assertThat(askedByIssuer()).isEqualTo(allowed);
    assertThat(allowed("rbac.yaml")).doesNotContainAnyElementsOf(allowed);
  }

  /** A reservation ends only if the API server says that its object was never created. */
  @Test
  void the_webhook_is_asked_about_exactly_the_kinds_that_the_role_may_look_up_by_name() {
    Set<String> lookedUp =
        allowed("rbac.yaml").stream()
            .filter(right -> right.startsWith("get "))
            .map(right -> right.substring("get ".length()))
            .filter(resource -> !resource.matches("plimsoll.dev/.*|coordination.k8s.io/.*"))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(lookedUp).isEqualTo(reviewed());
  }

  private static Set<String> reviewed() {
    Set<String> reviewed = new TreeSet<>();
    for (JsonElement webhook : webhooks()) {
      for (JsonElement rule : webhook.getAsJsonObject().getAsJsonArray("rules")) {
        for (String resource : texts(rule, "resources")) {
          String group = texts(rule, "apiGroups").get(0);
          reviewed.add((group.isEmpty() ? "" : group + "/") + resource.replaceAll("/.*", ""));
        }
      }
    }
    return reviewed;
  }

  private static JsonArray webhooks() {
    return AdmissionManifests.read("admission/webhook.yaml").get(0).getAsJsonArray("webhooks");
  }

  private static List<String> texts(JsonElement rule, String field) {
    return rule.getAsJsonObject().getAsJsonArray(field).asList().stream()
        .map(JsonElement::getAsString)
        .toList();
  }

  private Set<String> askedByIssuer() throws Exception {
    try (AdmissionCluster cluster = new AdmissionCluster(folder)) {
      cluster.server().objects().put(AdmissionManifests.read("admission/webhook.yaml").get(0));
      cluster.server().objects().put(AdmissionManifests.read("admission/gates.yaml").get(0));
      cluster
          .server()
          .objects()
          .put(AdmissionManifests.read("admission/certificates-rbac.yaml").get(0));
      cluster
          .replicaThatIssues(AdmissionManifests.configuration().certificates().orElseThrow())
          .close();
      return asked(cluster, "").stream()
          .filter(right -> right.matches("(?!list ).*( secrets|webhookconfigurations)"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static Set<String> allowed(String file) {
    return Rights.allowed(AdmissionManifests.read("admission/" + file));
  }

  private Set<String> asked() throws Exception {
    try (AdmissionCluster cluster = new AdmissionCluster(folder)) {
      cluster.server().objects().put(AdmissionManifests.read("crds/capacitypolicies.yaml").get(0));
      cluster.server().objects().put(AdmissionManifests.read("crds/quotarequests.yaml").get(0));
      cluster.put(definition("quota.openshift.io", "v1", "ClusterResourceQuota"));
      cluster.put(definition("scheduling.k8s.io", "v1alpha2", "PodGroup"));
      cluster.put(definition("scheduling.k8s.io", "v1alpha1", "Workload"));
      cluster.put(definition("scheduling.x-k8s.io", "v1alpha1", "PodGroup"));
      cluster.put(definition("scheduling.volcano.sh", "v1beta1", "PodGroup"));
      cluster.strictNamespace("team");
      cluster.quota(
          "team",
          "all",
          """
          'pods': '9', 'services': '1', 'persistentvolumeclaims': '9',
          'count/resourceclaims.resource.k8s.io': '9', 'count/deployments.apps': '9',
          'count/statefulsets.apps': '9', 'count/daemonsets.apps': '9',
          'count/jobs.batch': '9', 'count/cronjobs.batch': '9'""");
      int metrics = Program.freePort();
      int port = cluster.startScraped(metrics);
      scrape(cluster, metrics);
      Await.until("it is counted", () -> cluster.amount("used", "pods").equals("0"));
      reserve(port, "", "v1", "Pod", "pods", "'spec': {'containers': [{'name': 'c'}]}");
      reserve(port, "", "v1", "Service", "services", "'spec': {'ports': [{'port': 1}]}");
      // The ledger that is known denies it, so that the ledger is read.
      reserve(port, review("", "v1", "Service", "services", "other", "'spec': {'ports': []}"));
      reserve(port, "", "v1", "PersistentVolumeClaim", "persistentvolumeclaims", "'spec': {}");
      reserve(port, "resource.k8s.io", "v1", "ResourceClaim", "resourceclaims", "'spec': {}");
      reserve(port, "apps", "v1", "Deployment", "deployments", TEMPLATE);
      reserve(port, "apps", "v1", "StatefulSet", "statefulsets", TEMPLATE);
      reserve(port, "apps", "v1", "DaemonSet", "daemonsets", TEMPLATE);
      reserve(port, "batch", "v1", "Job", "jobs", TEMPLATE);
      reserve(port, "batch", "v1", "CronJob", "cronjobs", "'spec': {'jobTemplate': {}}");
      cluster.forward(Duration.ofMinutes(2));
      cluster.put(GATED);
      Await.until("its gate is removed", () -> !asked(cluster, "patch").isEmpty());
      Await.until("the lease is renewed", () -> asked(cluster, "update").size() > 1);
      for (String resource : COUNTED) {
        Await.until(
            resource + " are looked up",
            () -> asked(cluster, "get").stream().anyMatch(r -> r.endsWith(resource)));
      }
      cluster.quota("team", "all", "'pods': '8'");
      Await.until(
          "the ledger is given it",
          () -> asked(cluster, "update").contains("update plimsoll.dev/quotaledgers"));
      cluster.server().objects().remove("v1", "ResourceQuota", "team", "all");
      Await.until("the ledger is gone", () -> cluster.ledger().isEmpty());
      return asked(cluster, "");
    }
  }

  private static void scrape(AdmissionCluster cluster, int port) throws Exception {
    cluster.server().access().token("somebody", new User("somebody", "1", List.of()));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
            .header("Authorization", "Bearer somebody")
            .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(403);
  }

  private static String definition(String group, String version, String kind) {
    String plural = kind.toLowerCase(Locale.ROOT) + "s";
    return """
        {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',
         'metadata': {'name': '%2$s.%1$s'}, 'spec': {'group': '%1$s', 'scope': 'Cluster',
           'names': {'kind': '%3$s', 'plural': '%2$s'},
           'versions': [{'name': '%4$s', 'served': true, 'storage': true,
             'schema': {'openAPIV3Schema': {'type': 'object',
               'x-kubernetes-preserve-unknown-fields': true}}}]}}"""
        .formatted(group, plural, kind, version);
  }

  /** Asks the webhook for an object that is never stored. */
  private static void reserve(
      int port, String group, String version, String kind, String plural, String spec)
      throws Exception {
    reserve(port, review(group, version, kind, plural, plural, spec));
  }

  private static void reserve(int port, String review) throws Exception {
    assertThat(AdmissionCluster.review(port, review)).contains("\"allowed\":");
  }

  private static String review(
      String group, String version, String kind, String plural, String uid, String spec) {
    String apiVersion = group.isEmpty() ? version : group + "/" + version;
    return """
        {'apiVersion': 'admission.k8s.io/v1', 'kind': 'AdmissionReview', 'request': {'uid': 'u',
          'kind': {'group': '%1$s', 'version': '%2$s', 'kind': '%3$s'},
          'resource': {'group': '%1$s', 'version': '%2$s', 'resource': '%4$s'},
          'operation': 'CREATE', 'object': {'apiVersion': '%5$s', 'kind': '%3$s',
            'metadata': {'namespace': 'team', 'name': 'x', 'uid': '%7$s'}, %6$s}}}"""
        .formatted(group, version, kind, plural, apiVersion, spec, uid)
        .replace('\'', '"');
  }

  private static Set<String> asked(AdmissionCluster cluster, String verb) {
    return Rights.asked(cluster.server().calls()).stream()
        .filter(right -> right.startsWith(verb))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}

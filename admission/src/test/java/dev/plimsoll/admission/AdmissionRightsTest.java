package dev.plimsoll.admission;

import static org.assertj.core.api.Assertions.assertThat;

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
      Set.of("pods", "services", "persistentvolumeclaims", "resourceclaims");

  private static final String GATED =
      """
      {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'namespace': 'team', 'name': 'gated'},
       'spec': {'schedulingGates': [{'name': 'plimsoll.dev/share'}],
         'containers': [{'name': 'c', 'image': 'i'}]}}""";

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

  private Set<String> askedByIssuer() throws Exception {
    try (AdmissionCluster cluster = new AdmissionCluster(folder)) {
      cluster.server().objects().put(AdmissionManifests.read("admission/webhook.yaml").get(0));
      cluster.server().objects().put(AdmissionManifests.read("admission/gates.yaml").get(0));
      cluster
          .replicaThatIssues(AdmissionManifests.configuration().certificates().orElseThrow())
          .close();
      return asked(cluster, "").stream()
          .filter(right -> right.matches(".* secrets|.*webhookconfigurations"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static Set<String> allowed(String file) {
    return Rights.allowed(AdmissionManifests.read("admission/" + file));
  }

  private Set<String> asked() throws Exception {
    try (AdmissionCluster cluster = new AdmissionCluster(folder)) {
      cluster.server().objects().put(AdmissionManifests.read("crds/capacitypolicies.yaml").get(0));
      cluster.put(definition("quota.openshift.io", "v1", "ClusterResourceQuota"));
      cluster.put(definition("scheduling.k8s.io", "v1alpha2", "PodGroup"));
      cluster.put(definition("scheduling.k8s.io", "v1alpha1", "Workload"));
      cluster.put(definition("scheduling.x-k8s.io", "v1alpha1", "PodGroup"));
      cluster.put(definition("scheduling.volcano.sh", "v1beta1", "PodGroup"));
      cluster.strictNamespace("team");
      String key = "'count/resourceclaims.resource.k8s.io'";
      cluster.quota(
          "team",
          "all",
          "'pods': '9', 'services': '1', 'persistentvolumeclaims': '9', " + key + ": '9'");
      int metrics = Program.freePort();
      int port = cluster.startScraped(metrics);
      scrape(cluster, metrics);
      Await.until("it is counted", () -> cluster.amount("used", "pods").equals("0"));
      reserve(port, "", "v1", "Pod", "pods", "'spec': {'containers': [{'name': 'c'}]}");
      reserve(port, "", "v1", "Service", "services", "'spec': {'ports': [{'port': 1}]}");
      String denied = review("", "v1", "Service", "services", "other", "'spec': {'ports': []}");
      assertThat(AdmissionCluster.review(port, denied)).contains("\"allowed\":false");
      reserve(port, "", "v1", "PersistentVolumeClaim", "persistentvolumeclaims", "'spec': {}");
      reserve(port, "resource.k8s.io", "v1", "ResourceClaim", "resourceclaims", "'spec': {}");
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
    String review = review(group, version, kind, plural, plural, spec);
    assertThat(AdmissionCluster.review(port, review)).contains("\"allowed\":true");
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

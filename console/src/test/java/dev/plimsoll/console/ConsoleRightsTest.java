package dev.plimsoll.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.Rights;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The role allows what a console by itself asks of the API server, and nothing else. */
class ConsoleRightsTest {
  private static final Set<String> NAMESPACED =
      Set.of("QuotaRequest", "QuotaRecommendation", "LocalQueue", "Workload", "PodGroup");

  @TempDir private Path folder;

  @Test
  void the_role_allows_exactly_what_the_console_asks_for() throws Exception {
    KubeApiServer server = KubeApiServer.start();
    for (String name :
        Set.of("CapacityPolicy", "QuotaRequest", "QuotaLedger", "QuotaRecommendation")) {
      server.objects().put(definition("plimsoll.dev", "v1alpha1", name));
    }
    server.objects().put(definition("quota.openshift.io", "v1", "ClusterResourceQuota"));
    for (String name :
        Set.of("ClusterQueue", "Cohort", "LocalQueue", "ResourceFlavor", "Workload")) {
      server.objects().put(definition("kueue.x-k8s.io", "v1beta2", name));
    }
    for (String kind : Set.of("Queue", "PodGroup")) {
      server.objects().put(definition("scheduling.volcano.sh", "v1beta1", kind));
    }
    server.objects().put(definition("scheduling.run.ai", "v2", "Queue"));
    server.objects().put(definition("scheduling.run.ai", "v2alpha2", "PodGroup"));
    for (String kind : Set.of("NodePool", "NodeClaim")) {
      server.objects().put(definition("karpenter.sh", "v1", kind));
    }
    try (LiveConsoleOverHttp console = new LiveConsoleOverHttp(folder, server, "")) {
      assertThat(console.get("/api/v1/overview", "alice").statusCode()).isEqualTo(403);

      assertThat(Rights.asked(server.calls()))
          .isEqualTo(Rights.allowed(ConsoleManifests.read("console/rbac.yaml")));
    }
  }

  static String definition(String group, String version, String kind) {
    String plural = kind.toLowerCase(Locale.ROOT).replaceAll("y$", "ie") + "s";
    return """
        {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',
         'metadata': {'name': '%2$s.%1$s'}, 'spec': {'group': '%1$s', 'scope': '%5$s',
           'names': {'kind': '%3$s', 'plural': '%2$s'},
           'versions': [{'name': '%4$s', 'served': true, 'storage': true,
             'schema': {'openAPIV3Schema': {'type': 'object',
               'x-kubernetes-preserve-unknown-fields': true}}}]}}"""
        .formatted(
            group, plural, kind, version, NAMESPACED.contains(kind) ? "Namespaced" : "Cluster");
  }
}

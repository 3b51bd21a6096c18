package dev.plimsoll.extender.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.LiveExtender;
import dev.plimsoll.extender.config.ServiceConfiguration;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.PodGroupApi;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.Rights;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import dev.plimsoll.testkit.plane.Await;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The extender's role allows what the extender asks of the API server, and nothing else. */
class RightsTest {
  private static final String NAMESPACE =
      "{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'team'}}";
  private static final String QUOTA =
      "{'apiVersion': 'v1', 'kind': 'ResourceQuota', 'metadata': {'namespace': 'team', 'name':"
          + " 'gpus'}, 'spec': {'hard': {'requests.nvidia.com/gpu': '%d'}}}";
  private static final String POD =
      "'metadata': {'namespace': 'team', 'name': 'p', 'uid': 'u'}, 'spec': {'containers': [{'name':"
          + " 'c', 'image': 'i', 'resources': {'limits': {'nvidia.com/gpu': '2'}, 'requests':"
          + " {'nvidia.com/gpu': '2'}}}]}";

  /** A pod whose nomination is to be cleared. */
  private static final String NOMINATED =
      "{'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'namespace': 'team', 'name': 'n', 'uid':"
          + " 'n'}, 'spec': {'containers': [{'name': 'c', 'image': 'i'}]}, 'status':"
          + " {'nominatedNodeName': 'requeue.plimsoll.dev'}}";

  private static final Path POLICIES = ManifestFiles.FOLDER.resolve("crds/capacitypolicies.yaml");

  private static final Path REQUESTS = ManifestFiles.FOLDER.resolve("crds/quotarequests.yaml");

  /** An event that is said again is patched, which takes longer than a test should. */
  private static final String SAID_AGAIN = "patch events.k8s.io/events";

  @TempDir Path folder = Path.of("");

  @Test
  void the_role_allows_exactly_what_the_service_asks_for() throws Exception {
    assertThat(allowed("control-plane/role.yaml"))
        .isEqualTo(allowed("second-scheduler/role.yaml"))
        .isEqualTo(asked(""));
  }

  @Test
  void with_leader_election_it_asks_for_what_that_role_allows_too() throws Exception {
    Set<String> allowed = allowed("control-plane/role.yaml");
    allowed.addAll(allowed("leader-election/role.yaml"));

    assertThat(asked("leaderElection: {leaderElect: true, leaseSeconds: 3}\n")).isEqualTo(allowed);
  }

  private static Set<String> allowed(String file) {
    return Rights.allowed(ManifestFiles.read(ManifestFiles.FOLDER.resolve(file)));
  }

  private Set<String> asked(String configuration) throws Exception {
    try (KubeApiServer server = KubeApiServer.start()) {
      server.objects().put(ManifestFiles.read(POLICIES).get(0));
      server.objects().put(ManifestFiles.read(REQUESTS).get(0));
      server.objects().put(definition(ClusterResourceQuota.RESOURCE, ClusterResourceQuota.TYPE));
      PodGroupApi.OF_GANGS.stream()
          .map(api -> definition(api.resource(), api.type()))
          .forEach(server.objects()::put);
      server.objects().put(NAMESPACE);
      server.objects().put(NAMESPACE.replace("team", "plimsoll"));
      server.objects().put(QUOTA.formatted(1));
      server.objects().put("{'apiVersion': 'v1', 'kind': 'Pod', " + POD + "}");
      server.objects().put(NOMINATED);
      Path kubeconfig =
          Files.writeString(
              folder.resolve("kubeconfig"),
              """
              current-context: c
              contexts: [{name: c, context: {cluster: c}}]
              clusters: [{name: c, cluster: {server: "%s"}}]
              """
                  .formatted(server.url()));
      Path file =
          Files.writeString(
              folder.resolve("serve.yaml"),
              """
              apiVersion: config.plimsoll.dev/v1alpha1
              kind: ServiceConfiguration
              scheduler: {listen: {port: 0}}
              console: {listen: {port: 0}}
              cluster: {kubeconfig: "%s"}
              %s
              """
                  .formatted(kubeconfig, configuration));
      try (LiveExtender service = LiveExtender.start(ServiceConfiguration.read(file), "test")) {
        if (!configuration.isEmpty()) {
          await(server, "update coordination.k8s.io/leases");
        }
        hold(service.port());
        await(server, "create events.k8s.io/events");
        server.objects().put(QUOTA.formatted(8));
        await(server, "patch pods");
        await(server, "patch pods/status");
        server.access().token("somebody", new User("somebody", "1", List.of()));
        askWithToken(service.consolePort().orElseThrow());
        Set<String> asked = Rights.asked(server.calls());
        asked.add(SAID_AGAIN);
        return asked;
      }
    }
  }

  /** Returns what has the server serve a kind. */
  private static String definition(GroupResource resource, GroupVersionKind type) {
    return """
        {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
         "metadata": {"name": "%1$s"},
         "spec": {"group": "%2$s", "scope": "Namespaced",
           "names": {"kind": "%3$s", "plural": "%4$s", "singular": "%5$s", "listKind": "%3$sList"},
           "versions": [{"name": "%6$s", "served": true, "storage": true,
             "schema": {"openAPIV3Schema": {"type": "object"}}}]}}
        """
        .formatted(
            resource,
            resource.group(),
            type.kind(),
            resource.resource(),
            type.kind().toLowerCase(Locale.ROOT),
            type.version());
  }

  /** Has the extender hold a pod back. */
  private static void hold(int port) throws IOException, InterruptedException {
    String call = "{'Pod': {" + POD + "}, 'Nodes': null, 'NodeNames': ['a']}";
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/scheduler/filter"))
            .POST(HttpRequest.BodyPublishers.ofString(call.replace('\'', '"')))
            .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.body()).contains("quota gpus");
  }

  /** Asks the console as somebody who may see nothing. */
  private static void askWithToken(int port) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/capacity"))
            .header("Authorization", "Bearer somebody")
            .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(403);
  }

  private static void await(KubeApiServer server, String wanted) throws Exception {
    Await.until("it asks to " + wanted, () -> Rights.asked(server.calls()).contains(wanted));
  }
}

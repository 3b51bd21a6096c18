package dev.plimsoll.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.PodGroup;
import dev.plimsoll.kubernetes.object.PodGroupApi;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.faults.FailureMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups of pods are followed where their API is served, and from when it is. */
class PodGroupInformerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final InformerOptions QUICK =
      new InformerOptions(
          Duration.ofMillis(5), Duration.ofMillis(50), Duration.ofDays(1), Duration.ZERO);
  private static final PodGroupApi API = PodGroupApi.SCHEDULER_PLUGINS;

  @TempDir Path folder = Path.of("");
  private final KubeApiServer server = KubeApiServer.start();
  private ClusterInformers informers;
  private RecordingListener recordingListener;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    informers = ClusterInformers.start(access(), WatchedKind.POD_GROUPS, QUICK);
    recordingListener = new RecordingListener(informers.store());
    assertThat(informers.awaitSynced(PATIENCE)).isTrue();
  }

  private ClusterAccess access() throws IOException {
    Path kubeconfig =
        Files.writeString(
            folder.resolve("kubeconfig"),
            """
            current-context: here
            contexts: [{name: here, context: {cluster: c}}]
            clusters: [{name: c, cluster: {server: "%s"}}]
            """
                .formatted(server.url()));
    return new ClusterAccess(Optional.of(kubeconfig), Optional.empty());
  }

  @AfterEach
  void stop() {
    informers.close();
    server.close();
  }

  private void install() {
    server
        .objects()
        .put(
            """
            {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
             "metadata": {"name": "podgroups.scheduling.x-k8s.io"},
             "spec": {"group": "scheduling.x-k8s.io", "scope": "Namespaced",
               "names": {"kind": "PodGroup", "plural": "podgroups", "singular": "podgroup",
                 "listKind": "PodGroupList"},
               "versions": [{"name": "v1alpha1", "served": true, "storage": true,
                 "schema": {"openAPIV3Schema": {"type": "object",
                   "x-kubernetes-preserve-unknown-fields": true}}}]}}
            """);
  }

  private void put(int minMember) {
    server
        .objects()
        .put(
            """
            {"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "PodGroup",
             "metadata": {"namespace": "team", "name": "pg", "uid": "pg"},
             "spec": {"minMember": %d}}
            """
                .formatted(minMember));
  }

  private static int minCount(Cluster cluster) {
    return cluster
        .find(PodGroup.class, "team", PodGroup.identity(API, "pg"))
        .map(g -> g.minCount("").orElse(1))
        .orElse(0);
  }

  @Test
  void a_cluster_without_such_an_api_is_ready_and_does_not_cover_it() {
    assertThat(informers.health().synced()).isTrue();
    assertThat(informers.cluster().covers(API.resource())).isFalse();
  }

  @Test
  void one_that_is_installed_later_is_followed_from_then_on() throws Exception {
    install();
    put(4);

    recordingListener.await(c -> minCount(c) == 4);
    assertThat(informers.cluster().covers(API.resource())).isTrue();
    assertThat(informers.cluster().covers(PodGroupApi.VOLCANO.resource())).isFalse();
    put(6);
    recordingListener.await(c -> minCount(c) == 6);
  }

  /** Serves Kubernetes' own groups in a version, as a control plane of that version does. */
  private void serve(String version) {
    server
        .objects()
        .put(
            """
            {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
             "metadata": {"name": "podgroups.scheduling.k8s.io"},
             "spec": {"group": "scheduling.k8s.io", "scope": "Namespaced",
               "names": {"kind": "PodGroup", "plural": "podgroups", "singular": "podgroup",
                 "listKind": "PodGroupList"},
               "versions": [{"name": "%s", "served": true, "storage": true,
                 "schema": {"openAPIV3Schema": {"type": "object",
                   "x-kubernetes-preserve-unknown-fields": true}}}]}}
            """
                .formatted(version));
  }

  private void putOfKubernetes(String version) {
    server
        .objects()
        .put(
            """
            {"apiVersion": "scheduling.k8s.io/%s", "kind": "PodGroup",
             "metadata": {"namespace": "team", "name": "pg", "uid": "pg"},
             "spec": {"schedulingPolicy": {"gang": {"minCount": 4}}}}
            """
                .formatted(version));
  }

  private static int minCountOfKubernetes(Cluster cluster) {
    return cluster
        .find(PodGroup.class, "team", PodGroup.identity(PodGroupApi.KUBERNETES, "pg"))
        .map(g -> g.minCount("").orElse(1))
        .orElse(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1alpha2", "v1alpha3", "v1beta1"})
  void groups_of_kubernetes_are_followed_in_each_known_version(String version) throws Exception {
    serve(version);
    putOfKubernetes(version);

    recordingListener.await(c -> minCountOfKubernetes(c) == 4);
    assertThat(informers.cluster().omissions()).isEmpty();
  }

  @Test
  void groups_that_the_server_cannot_list_are_awaited() throws Exception {
    informers.close();
    install();
    put(4);
    server.faults().fail(1000, "scheduling.x-k8s.io/.*/podgroups", FailureMode.INTERNAL_ERROR);
    ClusterInformers waiting = ClusterInformers.start(access(), WatchedKind.POD_GROUPS, QUICK);

    assertThat(waiting.awaitSynced(Duration.ofMillis(300))).isFalse();

    server.faults().reset();
    assertThat(waiting.awaitSynced(PATIENCE)).isTrue();
    assertThat(minCount(waiting.cluster())).isEqualTo(4);
    waiting.close();
  }

  @Test
  void groups_that_are_served_in_unknown_versions_only_are_named_as_unread() throws Exception {
    informers.close();
    serve("v2");
    start();

    assertThat(informers.cluster().omissions())
        .containsExactly(
            "the API server serves podgroups.scheduling.k8s.io only in v2, which Plimsoll doesn't"
                + " know, so they were not read; answers omit how many pods of a group must run"
                + " together.");
    assertThat(informers.cluster().covers(PodGroupApi.KUBERNETES.resource())).isFalse();
  }
}

package dev.plimsoll.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.faults.FailureMode;
import dev.plimsoll.testkit.plane.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Informers of all kinds see what a snapshot that is taken once sees. */
class WholeSnapshotTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final InformerOptions QUICK =
      new InformerOptions(
          Duration.ofMillis(5), Duration.ofMillis(50), Duration.ofDays(1), Duration.ZERO);

  private static final GroupResource TRAININGS = new GroupResource("example.com", "trainings");

  @TempDir Path folder;
  private final KubeApiServer server = KubeApiServer.start();
  private ClusterAccess access;
  private Optional<ClusterInformers> open = Optional.empty();

  @BeforeEach
  void login() throws IOException {
    server.access().token("secret", new User("me", "1", List.of()));
    Path kubeconfig =
        Files.writeString(
            folder.resolve("kubeconfig"),
            """
            current-context: here
            contexts: [{name: here, context: {cluster: c, user: u}}]
            clusters: [{name: c, cluster: {server: "%s"}}]
            users: [{name: u, user: {token: secret}}]
            """
                .formatted(server.url()));
    access = new ClusterAccess(Optional.of(kubeconfig), Optional.empty());
    put("{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'team'}}");
  }

  @AfterEach
  void stop() {
    open.ifPresent(ClusterInformers::close);
    server.close();
  }

  private void put(String json) {
    server.objects().put(json.replace('\'', '"'));
  }

  private void workload(String apiVersion, String kind, String name) {
    put(
        """
        {'apiVersion': '%s', 'kind': '%s', 'metadata': {'name': '%s', 'namespace': 'team'},
         'spec': {'replicas': 1, 'selector': {'matchLabels': {'app': 'a'}}, 'template': {
           'metadata': {'labels': {'app': 'a'}}, 'spec': {'containers': [{'name': 'c'}]}}}}
        """
            .formatted(apiVersion, kind, name));
  }

  private void allow(String... resources) {
    for (String resource : resources) {
      server.access().allow("me", "list", resource, "*");
      server.access().allow("me", "watch", resource, "*");
    }
  }

  private void allowRequired() {
    allow("nodes", "pods", "namespaces", "resourcequotas", "limitranges", "priorityclasses");
    allow("deployments", "replicasets", "capacitypolicies", "trainings");
  }

  private ClusterInformers synced() throws InterruptedException {
    ClusterInformers informers = ClusterInformers.startWhole(access, QUICK);
    open = Optional.of(informers);
    assertThat(informers.awaitSynced(PATIENCE)).isTrue();
    return informers;
  }

  @Test
  void what_may_not_be_read_is_left_out_as_in_a_snapshot_taken_once() throws Exception {
    allowRequired();

    Cluster watched = synced().cluster();

    assertThat(watched.omissions())
        .anyMatch(o -> o.startsWith("cannot list ") && o.contains(", storageclasses, "))
        .containsExactlyInAnyOrderElementsOf(LiveCluster.read(access, n -> {}).omissions());
    assertThat(watched.covers(StorageClass.RESOURCE)).isFalse();
  }

  @Test
  void without_what_is_required_the_snapshot_is_not_whole() throws Exception {
    allow("nodes", "namespaces", "resourcequotas", "limitranges", "priorityclasses");
    ClusterInformers informers = ClusterInformers.startWhole(access, QUICK);
    open = Optional.of(informers);

    assertThat(informers.awaitSynced(Duration.ofSeconds(1))).isFalse();
    assertThat(informers.health().problems()).anyMatch(p -> p.startsWith("pods: "));
  }

  @Test
  void kinds_that_share_a_type_do_not_replace_each_other() throws Exception {
    allowRequired();
    workload("apps/v1", "Deployment", "same");
    workload("apps/v1", "ReplicaSet", "same");

    assertThat(synced().cluster().list(Workload.class))
        .extracting(Workload::identity)
        .containsExactlyInAnyOrder("deployments.apps/same", "replicasets.apps/same");
  }

  private ClusterInformers withOwnedPod() throws Exception {
    allowRequired();
    put(
        """
        {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',
         'metadata': {'name': 'trainings.example.com'},
         'spec': {'group': 'example.com', 'scope': 'Namespaced',
           'names': {'kind': 'Training', 'plural': 'trainings'},
           'versions': [{'name': 'v1', 'served': true, 'storage': true, 'schema': {
             'openAPIV3Schema': {'type': 'object',
               'x-kubernetes-preserve-unknown-fields': true}}}]}}
        """);
    workload("example.com/v1", "Training", "big");
    ClusterInformers informers = synced();
    RecordingListener recordingListener = new RecordingListener(informers.store());
    put(
        """
        {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'name': 'p', 'namespace': 'team',
           'ownerReferences': [{'apiVersion': 'example.com/v1', 'kind': 'Training',
             'name': 'big', 'uid': 'u', 'controller': true}]},
         'spec': {'containers': [{'name': 'c'}]}}
        """);
    recordingListener.await(c -> !c.list(Pod.class).isEmpty());
    return informers;
  }

  @Test
  void custom_owners_of_pods_are_watched_once_one_turns_up() throws Exception {
    ClusterInformers informers = withOwnedPod();

    informers.watchOwners();

    assertThat(informers.awaitSynced(PATIENCE)).isTrue();
    assertThat(informers.cluster().list(Workload.class))
        .extracting(Workload::name)
        .containsExactly("big");
    informers.watchOwners();
    assertThat(informers.check()).isEmpty();
  }

  @Test
  void custom_owners_that_the_server_cannot_list_are_unread_until_it_can() throws Exception {
    ClusterInformers informers = withOwnedPod();
    server.faults().fail(1_000_000, "trainings", FailureMode.INTERNAL_ERROR);

    informers.watchOwners();

    assertThat(informers.awaitSynced(PATIENCE)).isTrue();
    assertThat(informers.cluster().covers(TRAININGS)).isFalse();
    assertThat(informers.cluster().omissions())
        .anyMatch(
            o -> o.startsWith("the API server can't list trainings.example.com: it answered"));

    server.faults().reset();
    Await.until("the kind is read", () -> informers.cluster().covers(TRAININGS));
    assertThat(informers.cluster().omissions()).noneMatch(o -> o.contains("trainings"));
    assertThat(informers.check()).isEmpty();
  }
}

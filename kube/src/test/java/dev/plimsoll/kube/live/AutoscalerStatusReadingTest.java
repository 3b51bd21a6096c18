package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.InformerOptions;
import dev.plimsoll.kube.watch.WatchedKind;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AutoscalerStatus;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of ConfigMaps, only the status of Cluster Autoscaler is asked for and read. */
class AutoscalerStatusReadingTest {
  private static final GroupResource CONFIG_MAPS = new GroupResource("", "configmaps");

  @TempDir private Path folder;
  private KubeApiServer server;

  @BeforeEach
  void start() {
    server = KubeApiServer.start();
    server.access().token("secret", new User("me", "1", List.of("system:masters")));
    put("kube-system", "cluster-autoscaler-status", "autoscalerStatus: Running");
    put("kube-system", "settings", "of a tenant");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void put(String namespace, String name, String status) {
    server
        .objects()
        .put(
            """
            {'apiVersion': 'v1', 'kind': 'ConfigMap', 'data': {'status': '%3$s'},
             'metadata': {'name': '%2$s', 'namespace': '%1$s'}}"""
                .formatted(namespace, name, status)
                .replace('\'', '"'));
  }

  private Cluster read() {
    return LiveCluster.read(
        StubApi.access(folder, server.url()), NamespaceScope.ALL, Set.of(), n -> {}, p -> {});
  }

  private static void assertRead(Cluster cluster) {
    assertThat(cluster.list(AutoscalerStatus.class))
        .extracting(AutoscalerStatus::autoscalerStatus)
        .containsExactly("Running");
    assertThat(cluster.covers(AutoscalerStatus.RESOURCE)).isTrue();
    assertThat(cluster.covers(CONFIG_MAPS)).isFalse();
    assertThat(cluster.count("kube-system", CONFIG_MAPS)).isZero();
  }

  @Test
  void the_status_is_read_by_a_list_of_one_name() {
    assertRead(read());

    assertThat(server.calls().stream().filter(c -> c.contains("configmaps")))
        .containsExactly(
            "GET /api/v1/configmaps?fieldSelector=metadata.name%3Dcluster-autoscaler-status&limit=500");
  }

  @Test
  void informers_follow_the_status() throws Exception {
    try (ClusterInformers informers =
        ClusterInformers.startWhole(
            StubApi.access(folder, server.url()), WatchedKind.QUEUES, InformerOptions.DEFAULT)) {
      assertThat(informers.awaitSynced(Duration.ofSeconds(20))).isTrue();

      assertRead(informers.cluster());
    }
    assertThat(server.calls().stream().filter(c -> c.contains("configmaps")))
        .allMatch(c -> c.contains("metadata.name%3Dcluster-autoscaler-status"))
        .anyMatch(c -> c.contains("watch=true"));
  }

  @Test
  void a_snapshot_has_the_status_and_doesnt_have_all_ConfigMaps() throws Exception {
    Path file = folder.resolve("snapshot.json");
    var unused =
        new SnapshotWriter(
                StubApi.access(folder, server.url()),
                NamespaceScope.ALL,
                Redaction.CONFIDENTIAL,
                n -> {})
            .write(file, false);

    assertRead(SnapshotReader.read(List.of(file), n -> {}));
  }

  @Test
  void where_there_is_none_a_snapshot_knows_so() throws Exception {
    server.objects().remove("v1", "ConfigMap", "kube-system", "cluster-autoscaler-status");
    Path file = folder.resolve("snapshot.json");
    var unused =
        new SnapshotWriter(
                StubApi.access(folder, server.url()), NamespaceScope.ALL, Redaction.NONE, n -> {})
            .write(file, false);
    Cluster cluster = SnapshotReader.read(List.of(file), n -> {});

    assertThat(cluster.list(AutoscalerStatus.class)).isEmpty();
    assertThat(cluster.covers(AutoscalerStatus.RESOURCE)).isTrue();
    assertThat(cluster.covers(CONFIG_MAPS)).isFalse();
  }

  @Test
  void who_may_not_read_it_is_told_nothing_and_the_status_counts_as_not_read() {
    server.access().token("secret", new User("jane", "2", List.of("system:authenticated")));
    for (String resource : List.of("nodes", "pods", "namespaces")) {
      server.access().allow("jane", "list", resource, "*");
    }
    Cluster cluster = read();

    assertThat(cluster.covers(AutoscalerStatus.RESOURCE)).isFalse();
    assertThat(cluster.omissions()).noneMatch(o -> o.contains("configmaps"));
  }
}

package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.faults.FailureMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveClusterOnServerTest {
  @TempDir Path folder;
  private KubeApiServer server;

  @BeforeEach
  void start() {
    server = KubeApiServer.start();
    server.access().token("secret", new User("me", "1", List.of("system:masters")));
    put("Node", "n", "'status': {'allocatable': {'cpu': '8', 'pods': '110'}}");
    put("ResourceQuota", "q", "'spec': {'hard': {'pods': '10', 'requests.cpu': '4'}}");
    IntStream.range(0, 1100)
        .forEach(i -> put("Pod", "p" + i, "'spec': {'containers': [{'name': 'c'}]}"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void put(String kind, String name, String rest) {
    server
        .objects()
        .put(
            """
            {"apiVersion": "v1", "kind": "%s",
             "metadata": {"name": "%s"%s}, %s}
            """
                .formatted(
                    kind,
                    name,
                    kind.equals("Node") ? "" : ", \"namespace\": \"default\"",
                    rest.replace('\'', '"')));
  }

  private ClusterAccess access() {
    return StubApi.access(folder, server.url());
  }

  private Cluster read() {
    return LiveCluster.read(access(), n -> {});
  }

  private void assertWhole(Cluster cluster) {
    assertThat(cluster.list(Pod.class)).hasSize(1100);
    assertThat(cluster.list(Node.class)).hasSize(1);
    assertThat(cluster.list(ResourceQuota.class)).hasSize(1);
    assertThat(cluster.list(Namespace.class)).hasSize(4);
    assertThat(cluster.omissions()).isEmpty();
  }

  @Test
  void all_pages_are_read() {
    assertWhole(read());
    assertThat(server.calls()).filteredOn(c -> c.contains("/api/v1/pods?")).hasSize(3);
  }

  @Test
  void a_page_whose_version_is_forgotten_makes_the_list_start_anew() {
    server.faults().fail(1, "/pods\\?continue", FailureMode.GONE);
    assertWhole(read());
    assertThat(server.calls()).filteredOn(c -> c.contains("/api/v1/pods?limit")).hasSize(2);
  }

  @Test
  void a_list_whose_version_is_always_forgotten_is_read_in_one_piece() {
    server.faults().fail(100, "/pods\\?continue", FailureMode.GONE);
    assertWhole(read());
    assertThat(server.calls()).contains("GET /api/v1/pods");
  }

  @Test
  void fields_from_the_future_are_skipped() {
    server.faults().fieldsFromTheFuture(true);
    assertWhole(read());
  }

  @Test
  void a_server_that_is_busy_for_a_moment_is_asked_again() {
    server.faults().fail(1, "/pods", FailureMode.UNAVAILABLE);
    assertWhole(read());
  }

  @Test
  void someone_with_rights_in_one_namespace_reads_that_and_is_told_what_is_missing() {
    server.access().token("secret", new User("jane", "2", List.of("system:authenticated")));
    server.access().allow("jane", "list", "*", "default");
    Cluster cluster =
        LiveCluster.read(access(), NamespaceScope.only("default"), Set.of(), n -> {}, p -> {});
    assertThat(cluster.list(Pod.class)).hasSize(1100);
    assertThat(cluster.list(ResourceQuota.class)).hasSize(1);
    assertThat(cluster.covers(Node.RESOURCE)).isFalse();
    assertThat(cluster.omissions())
        .singleElement()
        .asString()
        .startsWith("only namespace default was read, without nodes and ");
  }

  @Test
  void unknown_credentials_are_told() {
    server.close();
    server = KubeApiServer.start();
    assertThatThrownBy(this::read)
        .isInstanceOf(UnreachableException.class)
        .hasMessageContaining("doesn't accept the credentials");
  }

  @Test
  void a_snapshot_reads_as_the_cluster_does() {
    Path file = folder.resolve("all.json.gz");
    new SnapshotWriter(access(), NamespaceScope.ALL, Redaction.CONFIDENTIAL, n -> {})
        .write(file, false);
    Cluster snapshot = SnapshotReader.read(List.of(file), n -> {});
    Cluster live = read();
    assertThat(snapshot.list(Pod.class)).containsExactlyElementsOf(live.list(Pod.class));
    assertThat(snapshot.list(ResourceQuota.class))
        .containsExactlyElementsOf(live.list(ResourceQuota.class));
    assertThat(snapshot.list(Node.class)).containsExactlyElementsOf(live.list(Node.class));
  }
}

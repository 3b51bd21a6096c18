package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TenantReadingTest {
  private static final Coverage TEAM = Coverage.of(Set.of("team"));

  @TempDir Path folder;
  private KubeApiServer server;

  @BeforeEach
  void start() {
    server = KubeApiServer.start();
    server.access().token("secret", new User("jane", "2", List.of("system:authenticated")));
    put("Namespace", "", "team");
    put("Node", "", "n");
    put("Pod", "team", "mine");
    put("Pod", "kube-system", "theirs");
    put("ResourceQuota", "team", "quota");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void put(String kind, String namespace, String name) {
    String spec = kind.equals("Pod") ? ", \"spec\": {\"containers\": [{\"name\": \"c\"}]}" : "";
    server
        .objects()
        .put(
            """
            {"apiVersion": "v1", "kind": "%s", "metadata": {"name": "%s"%s}%s}"""
                .formatted(
                    kind,
                    name,
                    namespace.isEmpty() ? "" : ", \"namespace\": \"" + namespace + "\"",
                    spec));
  }

  private void allow(String namespace, String... resources) {
    for (String resource : resources) {
      server.access().allow("jane", "list", resource, namespace);
    }
  }

  private Cluster read(NamespaceScope scope) {
    return LiveCluster.read(
        StubApi.access(folder, server.url()), scope, Set.of(), n -> {}, p -> {});
  }

  @Test
  void what_may_not_be_listed_in_all_namespaces_is_read_in_one() {
    allow("team", "*");

    Cluster cluster = read(NamespaceScope.allOr("team"));

    assertThat(cluster.list(Pod.class)).extracting(Pod::name).containsExactly("mine");
    assertThat(cluster.coverage(Pod.RESOURCE)).isEqualTo(TEAM);
    assertThat(cluster.coverage(ResourceQuota.RESOURCE)).isEqualTo(TEAM);
    assertThat(cluster.coverage(Node.RESOURCE)).isEqualTo(Coverage.NONE);
    assertThat(cluster.covers(ClusterResourceQuota.RESOURCE)).isTrue();
    assertThat(cluster.omissions())
        .singleElement()
        .asString()
        .startsWith("only namespace team was read, without nodes and ");
  }

  @Test
  void all_namespaces_are_asked_for_only_until_it_is_clear_that_they_are_forbidden() {
    allow("team", "*");

    read(NamespaceScope.allOr("team"));

    assertThat(server.calls())
        .contains("GET /api/v1/pods?limit=500", "GET /api/v1/resourcequotas?limit=500")
        .doesNotContain("GET /api/v1/limitranges?limit=500")
        .doesNotHaveDuplicates();
  }

  @Test
  void one_kind_that_may_not_be_listed_in_all_namespaces_leaves_the_others_whole() {
    allow("*", "pods", "resourcequotas", "limitranges", "nodes", "namespaces");
    allow("team", "events");

    Cluster cluster = read(NamespaceScope.allOr("team"));

    assertThat(cluster.covers(Pod.RESOURCE)).isTrue();
    assertThat(cluster.coverage(Event.RESOURCE)).isEqualTo(TEAM);
    assertThat(cluster.omissions())
        .singleElement()
        .asString()
        .startsWith("cannot list ")
        .contains("events but in namespace team", " at cluster scope, ", " (forbidden); answers");
  }

  @Test
  void a_namespace_that_may_be_read_by_its_name_is_there_and_others_are_not_known() {
    allow("team", "pods");
    server.access().allow("jane", "get", "namespaces", "team");

    Cluster cluster = read(NamespaceScope.allOr("team"));

    assertThat(cluster.list(Namespace.class)).extracting(Namespace::name).containsExactly("team");
    assertThat(cluster.coverage(Namespace.RESOURCE)).isEqualTo(Coverage.NONE);
  }

  @Test
  void who_may_list_nothing_in_the_namespace_is_told_so() {
    allow("team", "pods");

    assertThatThrownBy(() -> read(NamespaceScope.allOr("kube-system")))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "cannot list anything in the namespace kube-system (forbidden); use -n with a namespace that you may read");
  }

  @Test
  void a_snapshot_reads_as_the_cluster_did_of_which_little_may_be_read() {
    allow("team", "pods", "resourcequotas", "events");
    assertReadsBack(NamespaceScope.allOr("team"));
  }

  @Test
  void a_snapshot_of_one_namespace_reads_as_that_did() {
    allow("*", "*");
    assertReadsBack(NamespaceScope.only("team"));
  }

  @Test
  void a_snapshot_without_a_right_reads_as_the_cluster_did() {
    allow("*", "pods", "resourcequotas", "namespaces");
    assertReadsBack(NamespaceScope.ALL);
  }

  private void assertReadsBack(NamespaceScope scope) {
    Path file = folder.resolve("snapshot.json");
    SnapshotWriter.Written written =
        new SnapshotWriter(StubApi.access(folder, server.url()), scope, Redaction.NONE, n -> {})
            .write(file, true);
    Cluster live = read(scope);
    Cluster read = SnapshotReader.read(List.of(file), n -> {});

    assertThat(read.omissions()).hasSize(1).isEqualTo(live.omissions());
    assertThat(written.omissions()).isEqualTo(live.omissions());
    for (SnapshotResource resource : SnapshotResource.all()) {
      assertThat(read.coverage(resource.resource().resource()))
          .as(resource.kubectlName())
          .isEqualTo(live.coverage(resource.resource().resource()));
    }
  }
}

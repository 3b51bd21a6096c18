package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.usage.DeviceUsage;
import dev.plimsoll.kubernetes.usage.IdleRule;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane.Origin;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotWriterTest {
  private static final String POD =
      """
      {"metadata": {"name": "p", "namespace": "team", "uid": "1", "labels": {"env": "prod"},
         "managedFields": [{"manager": "kubectl"}],
         "annotations": {"owner": "confidential-person", "kubernetes.io/limit-ranger": "set"},
         "ownerReferences": [{"apiVersion": "example.com/v1", "kind": "Run", "name": "r"}]},
       "spec": {"containers": [{"name": "c", "image": "confidential/image",
         "env": [{"name": "TOKEN", "value": "confidential"}], "command": ["confidential"],
         "resources": {"requests": {"cpu": "100m"}}}]},
       "status": {"containerStatuses": [{"name": "c", "imageID": "confidential",
         "state": {"terminated": {"message": "confidential"}}}]}}
      """;

  private static final String RUN =
      """
      {"metadata": {"name": "r", "namespace": "team", "uid": "2"},
       "spec": {"password": "confidential", "options": ["confidential"], "flag": true,
         "worker": {"replicas": 2, "template": {"metadata": {"annotations": {"a": "confidential"}},
           "spec": {"containers": [{"name": "c", "image": "confidential",
             "resources": {"requests": {"memory": "1Gi"}}}]}}}},
       "status": {"message": "confidential", "conditions": [{"type": "Ready", "status": "True"}]}}
      """;

  @TempDir Path folder;
  private StubApi api;

  @BeforeEach
  void start() throws IOException {
    api = new StubApi();
    api.list("/api/v1/pods", POD);
    api.on(
        "/apis/example.com/v1",
        """
        {"resources": [
          {"name": "runz", "kind": "Run", "namespaced": true, "verbs": ["get", "list"]}]}
        """);
    api.list("/apis/example.com/v1/runz", RUN);
  }

  @AfterEach
  void stop() {
    api.close();
  }

  private SnapshotWriter.Written write(Path target, Redaction redaction, boolean force) {
    return new SnapshotWriter(api.access(folder), NamespaceScope.ALL, redaction, n -> {})
        .write(target, force);
  }

  private Cluster live() {
    return LiveCluster.read(api.access(folder), n -> {});
  }

  private static Cluster read(Path file) {
    return SnapshotReader.read(List.of(file), n -> {});
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void what_is_written_reads_as_the_cluster_did() throws IOException {
    Path file = folder.resolve("all.json");
    assertThat(write(file, Redaction.NONE, false))
        .isEqualTo(new SnapshotWriter.Written(2, List.of(), List.of()));
    Cluster read = read(file);
    assertThat(read.list(Pod.class)).containsExactlyElementsOf(live().list(Pod.class));
    assertThat(read.list(Workload.class)).containsExactlyElementsOf(live().list(Workload.class));
    assertThat(read.covers(Service.RESOURCE)).isTrue();
    assertThat(Files.readString(file)).contains("confidential/image").doesNotContain("manager");
  }

  @Test
  void usage_of_written_pods_is_kept_and_that_of_others_is_not() {
    Path file = folder.resolve("usage.json.gz");
    Pod pod = live().list(Pod.class).iterator().next();
    Instant last = Instant.parse("2026-01-31T12:00:00Z");
    DeviceUsage measured =
        new DeviceUsage(Optional.of(last.minus(Duration.ofHours(5))), 2, last, 1440, 3);
    MeasuredUsage.PodName own = new MeasuredUsage.PodName(pod.namespace(), pod.name());
    IdleRule rule = new IdleRule(2.5, Duration.ofHours(6));

    new SnapshotWriter(
            api.access(folder),
            NamespaceScope.ALL,
            Redaction.CONFIDENTIAL,
            Set.of(),
            Optional.of(
                new MeasuredUsage(
                    rule,
                    Map.of(own, measured, new MeasuredUsage.PodName("elsewhere", "p"), measured))),
            n -> {})
        .write(file, false);

    assertThat(read(file).usage()).contains(new MeasuredUsage(rule, Map.of(own, measured)));
  }

  @Test
  void when_a_quota_was_written_last_is_kept_and_by_whom_is_not() throws IOException {
    api.list(
        "/api/v1/resourcequotas",
        """
        {"metadata": {"name": "q", "namespace": "team", "managedFields": [
          {"manager": "kubectl", "time": "2026-01-01T00:00:00Z", "fieldsV1": {"f:spec": {}}},
          {"manager": "controllers", "time": "2026-01-02T00:00:00Z", "subresource": "status"}]}}
        """);
    Path file = folder.resolve("all.json");
    write(file, Redaction.CONFIDENTIAL, false);

    assertThat(read(file).list(ResourceQuota.class))
        .containsExactlyElementsOf(live().list(ResourceQuota.class))
        .extracting(q -> q.metadata().modified())
        .containsExactly(Optional.of(Instant.parse("2026-01-02T00:00:00Z")));
    assertThat(Files.readString(file)).doesNotContain("manager\"", "fieldsV1");
  }

  @Test
  void what_the_api_server_says_of_its_version_is_kept() {
    api.on("/version", "{\"major\": \"1\", \"minor\": \"33\"}");
    Path file = folder.resolve("all.json");
    write(file, Redaction.CONFIDENTIAL, false);
    assertThat(read(file).controlPlane())
        .isEqualTo(KubernetesControlPlane.of(KubernetesVersion.V1_33, Origin.API_SERVER));
  }

  @Test
  void what_is_forbidden_is_told_and_not_taken_for_empty() {
    api.forbids("/api/v1/nodes");
    Path file = folder.resolve("all.json");
    assertThat(write(file, Redaction.NONE, false).omissions())
        .singleElement()
        .asString()
        .startsWith("cannot list nodes at cluster scope (forbidden);");
    assertThat(read(file).covers(Node.RESOURCE)).isFalse();
  }

  @Test
  void a_name_that_ends_with_gz_asks_for_gzip() throws IOException {
    Path file = folder.resolve("all.json.gz");
    write(file, Redaction.NONE, false);
    assertThat(Files.readAllBytes(file)).startsWith(0x1f, 0x8b);
    assertThat(read(file).list(Pod.class)).hasSize(1);
  }

  @Test
  void redaction_leaves_what_the_rules_read_and_nothing_confidential() throws IOException {
    Path file = folder.resolve("all.json");
    write(file, Redaction.CONFIDENTIAL, false);
    assertThat(Files.readString(file)).doesNotContain("confidential").contains("\"env\": \"prod\"");
    assertThat(read(file).list(Pod.class))
        .usingRecursiveComparison()
        .ignoringFieldsMatchingRegexes(".*containerStatuses.*message")
        .isEqualTo(live().list(Pod.class));
    assertThat(read(file).list(Workload.class))
        .containsExactlyElementsOf(live().list(Workload.class));
  }

  @Test
  void redaction_keeps_only_the_messages_of_events_that_explain() {
    api.list(
        "/api/v1/events",
        """
        {"metadata": {"name": "a", "namespace": "team"}, "reason": "FailedScheduling",
         "message": "0/1 nodes are available."}
        """,
        """
        {"metadata": {"name": "b", "namespace": "team"}, "reason": "Pulled",
         "message": "confidential"}
        """);
    Path file = folder.resolve("all.json");
    write(file, Redaction.CONFIDENTIAL, false);
    assertThat(read(file).list(Event.class))
        .extracting(Event::note)
        .containsExactly("0/1 nodes are available.", "");
  }

  @Test
  void redaction_keeps_the_annotations_that_a_quota_selects_namespaces_by() {
    api.instead(
        "/apis",
        """
        {"groups": [{"name": "quota.openshift.io", "versions": [{"version": "v1"}]}]}
        """);
    api.list(
        "/apis/quota.openshift.io/v1/clusterresourcequotas",
        """
        {"metadata": {"name": "q"}, "spec": {"quota": {"hard": {"pods": "1"}},
         "selector": {"annotations": {"team": "x"}}}}
        """);
    api.list(
        "/api/v1/namespaces",
        """
        {"metadata": {"name": "n", "annotations": {"team": "x", "person": "confidential"}}}
        """);
    Path file = folder.resolve("all.json");
    write(file, Redaction.CONFIDENTIAL, false);
    assertThat(read(file).list(Namespace.class))
        .extracting(n -> n.metadata().annotations())
        .containsExactly(Map.of("team", "x"));
  }

  @Test
  void a_list_that_starts_anew_writes_nothing_twice() {
    api.on(
        "/api/v1/services?limit=500",
        """
        {"metadata": {"continue": "x"}, "items": [{"metadata": {"name": "a", "namespace": "t"}}]}
        """);
    api.list("/api/v1/services", "{\"metadata\": {\"name\": \"a\", \"namespace\": \"t\"}}");
    api.on("/api/v1/services?continue=x&limit=500", 410, "{\"message\": \"expired\"}", Map.of());
    Path file = folder.resolve("all.json");
    assertThat(write(file, Redaction.NONE, false).objects()).isEqualTo(3);
    assertThat(read(file).count("t", new GroupResource("", "services"))).isEqualTo(1);
  }

  @Test
  void a_file_is_replaced_only_where_that_was_said() throws IOException {
    Path file = Files.writeString(folder.resolve("all.json"), "precious");
    assertThatThrownBy(() -> write(file, Redaction.NONE, false))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("exists already");
    assertThat(Files.readString(file)).isEqualTo("precious");
    write(file, Redaction.NONE, true);
    assertThat(read(file).list(Pod.class)).hasSize(1);
  }

  @Test
  void nothing_half_done_stays() throws IOException {
    api.on("/api/v1/services?limit=500", 500, "{\"message\": \"broken\"}", Map.of());
    assertThatThrownBy(() -> write(folder.resolve("all.json"), Redaction.NONE, false))
        .isInstanceOf(UnreachableException.class);
    assertThat(files()).containsExactly("kubeconfig");
  }

  @Test
  void a_folder_that_is_not_there_is_told() {
    Path file = folder.resolve("nope/all.json");
    assertThatThrownBy(() -> write(file, Redaction.NONE, false))
        .isInstanceOf(InputException.class)
        .hasMessage(file + " can't be written: its folder does not exist.");
  }
}

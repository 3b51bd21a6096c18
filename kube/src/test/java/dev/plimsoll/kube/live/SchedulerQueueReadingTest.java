package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.InformerOptions;
import dev.plimsoll.kube.watch.WatchedKind;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.PodGroup;
import dev.plimsoll.kubernetes.object.PodGroupApi;
import dev.plimsoll.kubernetes.object.QueueApi;
import dev.plimsoll.kubernetes.object.SchedulerQueue;
import dev.plimsoll.kubernetes.object.Workload;
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

/** Queues and PodGroups of Volcano and KAI are read where the API serves them. */
class SchedulerQueueReadingTest {
  @TempDir private Path folder;
  private KubeApiServer server;

  @BeforeEach
  void start() {
    server = KubeApiServer.start();
    server.access().token("secret", new User("me", "1", List.of("system:masters")));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void install(String dump, String... versions) {
    String group = dump.startsWith("kai") ? "scheduling.run.ai" : "scheduling.volcano.sh";
    define(group, versions[0], "Queue", "queues", "Cluster");
    define(group, versions[1], "PodGroup", "podgroups", "Namespaced");
    define("batch.volcano.sh", "v1alpha1", "Job", "jobs", "Namespaced");
    Path file = Path.of("src/test/resources/queues", dump + ".yaml");
    YamlFile.read(file).stream()
        .map(d -> d.json().toString())
        .map(d -> d.contains("\"Queue\"") ? d.replace("/v1beta1", "/" + versions[0]) : d)
        .forEach(server.objects()::put);
  }

  private void define(String group, String version, String kind, String plural, String scope) {
    server
        .objects()
        .put(
            """
            {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',
             'metadata': {'name': '%2$s.%1$s'}, 'spec': {'group': '%1$s', 'scope': '%5$s',
               'names': {'kind': '%3$s', 'plural': '%2$s'},
               'versions': [{'name': '%4$s', 'served': true, 'storage': true,
                 'schema': {'openAPIV3Schema': {'type': 'object',
                   'x-kubernetes-preserve-unknown-fields': true}}}]}}"""
                .formatted(group, plural, kind, version, scope)
                .replace('\'', '"'));
  }

  private Cluster read() {
    return LiveCluster.read(
        StubApi.access(folder, server.url()), NamespaceScope.ALL, Set.of(), n -> {}, p -> {});
  }

  @Test
  void both_schedulers_are_read_by_lists_and_informers() throws Exception {
    install("volcano-closed", "v1beta1", "v1beta1");
    install("kai-over-limit", "v2", "v2alpha2");

    assertKnown(read());
    try (ClusterInformers informers =
        ClusterInformers.startWhole(
            StubApi.access(folder, server.url()), WatchedKind.QUEUES, InformerOptions.DEFAULT)) {
      assertThat(informers.awaitSynced(Duration.ofSeconds(20))).isTrue();
      informers.watchOwners();
      assertThat(informers.awaitSynced(Duration.ofSeconds(20))).isTrue();
      assertKnown(informers.cluster());
    }
  }

  @Test
  void queues_are_not_asked_for_where_an_answer_needs_none() throws Exception {
    install("volcano-closed", "v1beta1", "v1beta1");
    Cluster without =
        LiveCluster.readWithoutQueues(
            StubApi.access(folder, server.url()), NamespaceScope.ALL, Set.of(), n -> {}, p -> {});

    assertThat(without.list(SchedulerQueue.class)).isEmpty();
    assertThat(without.covers(QueueApi.VOLCANO.resource())).isFalse();
    assertThat(without.covers(QueueApi.KAI.resource())).isTrue();
  }

  private static void assertKnown(Cluster cluster) {
    assertThat(cluster.list(SchedulerQueue.class))
        .extracting(q -> q.api() + " " + q.name())
        .containsExactlyInAnyOrder("VOLCANO research", "KAI research", "KAI dept", "KAI other");
    assertThat(cluster.list(PodGroup.class))
        .extracting(g -> g.api() + " " + g.name())
        .containsExactlyInAnyOrder("VOLCANO podgroup-1", "KAI pg-train-1");
    assertThat(cluster.count("team", PodGroupApi.KAI.resource())).isEqualTo(1);
    assertThat(cluster.list(Workload.class))
        .extracting(w -> w.type().group())
        .contains("batch.volcano.sh");
  }

  @Test
  void a_cluster_without_them_is_not_asked_and_has_none() {
    Cluster cluster = read();

    assertThat(cluster.omissions()).isEmpty();
    assertThat(cluster.covers(QueueApi.VOLCANO.resource())).isTrue();
    assertThat(server.calls()).noneMatch(c -> c.contains("volcano") || c.contains("run.ai"));
  }

  @Test
  void queues_that_may_not_be_listed_are_not_read_and_no_omission_of_other_answers() {
    install("volcano-closed", "v1beta1", "v1beta1");
    define("kueue.x-k8s.io", "v1beta2", "ClusterQueue", "clusterqueues", "Cluster");
    server.access().token("secret", new User("jane", "2", List.of("system:authenticated")));
    for (String resource : List.of("nodes", "pods", "namespaces", "podgroups")) {
      server.access().allow("jane", "list", resource, "*");
    }
    Cluster cluster = read();

    assertThat(cluster.omissions()).noneMatch(o -> o.contains("queues"));
    assertThat(cluster.covers(ClusterQueue.RESOURCE)).isFalse();
    assertThat(cluster.covers(QueueApi.VOLCANO.resource())).isFalse();
    assertThat(cluster.list(PodGroup.class)).hasSize(1);
  }

  @Test
  void an_unknown_version_counts_as_not_read() {
    install("volcano-closed", "v9", "v1beta1");
    Cluster cluster = read();

    assertThat(cluster.covers(QueueApi.VOLCANO.resource())).isFalse();
    assertThat(cluster.omissions())
        .singleElement()
        .asString()
        .contains("queues.scheduling.volcano.sh", "v9");
  }
}

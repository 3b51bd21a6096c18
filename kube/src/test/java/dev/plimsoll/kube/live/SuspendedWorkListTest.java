package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.InformerOptions;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.model.tenancy.SuspendedDemand;
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

/** Kinds of suspended work are read if a policy counts them and the server serves them. */
class SuspendedWorkListTest {
  private static final Set<SuspendedDemand> KUEUE = Set.of(SuspendedDemand.KUEUE);
  private static final Path POLICIES =
      Path.of(System.getProperty("plimsoll.root"), "manifests/crds/capacitypolicies.yaml");

  @TempDir Path folder;
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

  @Test
  void queues_that_are_not_served_are_not_asked_for() {
    read(Set.of());

    assertThat(server.calls()).noneMatch(c -> c.contains("kueue.x-k8s.io"));
  }

  @Test
  void workloads_of_a_queue_are_read_for_explanations_without_a_policy() {
    install();

    assertThat(read(Set.of()).list(Workload.class)).hasSize(1);
  }

  @Test
  void a_kind_that_is_not_served_is_no_omission() {
    assertThat(read(Set.of(SuspendedDemand.values())).omissions()).isEmpty();
  }

  @Test
  void a_kind_that_a_policy_counts_is_read_in_the_version_that_is_served() {
    install();

    assertThat(read(KUEUE).list(Workload.class))
        .singleElement()
        .satisfies(w -> assertThat(w.waiting()).isTrue());
  }

  @Test
  void a_kind_that_may_not_be_listed_is_an_omission() {
    install();
    server.access().token("secret", new User("jane", "2", List.of("system:authenticated")));
    for (String resource : List.of("nodes", "pods", "namespaces")) {
      server.access().allow("jane", "list", resource, "*");
    }

    assertThat(read(KUEUE).omissions())
        .singleElement()
        .asString()
        .startsWith("cannot list ")
        .contains(", workloads.kueue.x-k8s.io, ");
  }

  @Test
  void the_clusters_own_policy_is_heard_by_lists_and_informers() throws Exception {
    install();
    server.objects().put(YamlFile.read(POLICIES).get(0).json());
    put(
        """
        {'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'CapacityPolicy', 'metadata': {'name': 'p'},
         'spec': {'tenants': [{'name': 'a', 'namespaces': ['a'], 'weight': 1}],
           'resources': [{'name': 'nvidia.com/gpu'}], 'demand': {'suspended': ['Kueue']}}}
        """);

    assertThat(read(Set.of()).list(Workload.class)).hasSize(1);

    try (ClusterInformers informers =
        ClusterInformers.startWhole(
            StubApi.access(folder, server.url()), InformerOptions.DEFAULT)) {
      assertThat(informers.awaitSynced(Duration.ofSeconds(20))).isTrue();
      informers.watchOwners();
      assertThat(informers.awaitSynced(Duration.ofSeconds(20))).isTrue();
      assertThat(informers.cluster().list(Workload.class)).hasSize(1);
    }
  }

  private Cluster read(Set<SuspendedDemand> suspended) {
    return LiveCluster.read(
        StubApi.access(folder, server.url()), NamespaceScope.ALL, suspended, n -> {}, p -> {});
  }

  private void install() {
    put(
        """
        {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',
         'metadata': {'name': 'workloads.kueue.x-k8s.io'},
         'spec': {'group': 'kueue.x-k8s.io', 'scope': 'Namespaced',
           'names': {'kind': 'Workload', 'plural': 'workloads'},
           'versions': [{'name': 'v1beta2', 'served': true, 'storage': true, 'schema': {
             'openAPIV3Schema': {'type': 'object',
               'x-kubernetes-preserve-unknown-fields': true}}}]}}
        """);
    put(
        """
        {'apiVersion': 'kueue.x-k8s.io/v1beta2', 'kind': 'Workload',
         'metadata': {'name': 'w', 'namespace': 'default'},
         'spec': {'podSets': [{'name': 'main', 'count': 1, 'template': {
           'spec': {'containers': [{'name': 'c'}]}}}]}}
        """);
  }

  private void put(String json) {
    server.objects().put(json.replace('\'', '"'));
  }
}

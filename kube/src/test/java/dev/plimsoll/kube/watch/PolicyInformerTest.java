package dev.plimsoll.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.testkit.KubeApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Capacity policies are followed where their definition is installed. */
class PolicyInformerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final InformerOptions QUICK =
      new InformerOptions(
          Duration.ofMillis(5), Duration.ofMillis(50), Duration.ofDays(1), Duration.ZERO);
  private static final Path DEFINITION =
      Path.of(System.getProperty("plimsoll.root"), "manifests/crds/capacitypolicies.yaml");

  @TempDir Path folder = Path.of("");
  private final KubeApiServer server = KubeApiServer.start();
  private ClusterInformers informers;
  private RecordingListener recordingListener;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    Path kubeconfig =
        Files.writeString(
            folder.resolve("kubeconfig"),
            """
            current-context: here
            contexts: [{name: here, context: {cluster: c}}]
            clusters: [{name: c, cluster: {server: "%s"}}]
            """
                .formatted(server.url()));
    informers =
        ClusterInformers.start(
            new ClusterAccess(Optional.of(kubeconfig), Optional.empty()),
            WatchedKind.WITH_POLICIES,
            QUICK);
    recordingListener = new RecordingListener(informers.store());
    assertThat(informers.awaitSynced(PATIENCE)).isTrue();
  }

  @AfterEach
  void stop() {
    informers.close();
    server.close();
  }

  private void install() {
    server.objects().put(YamlFile.read(DEFINITION).get(0).json());
  }

  private void put(String name, String tenant, int weight) {
    server
        .objects()
        .put(
            """
            {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "CapacityPolicy",
             "metadata": {"name": "%1$s", "uid": "%1$s"},
             "spec": {"tenants": [{"name": "%2$s", "namespaces": ["team"], "weight": %3$d}],
               "resources": [{"name": "nvidia.com/gpu"}]}}
            """
                .formatted(name, tenant, weight));
  }

  private void awaitPolicies(Predicate<List<CapacityPolicy>> expected) throws InterruptedException {
    recordingListener.await(c -> expected.test(informers.policies()));
  }

  private static boolean hasTenant(List<CapacityPolicy> policies, String name) {
    return policies.stream().anyMatch(p -> p.tenant(name).isPresent());
  }

  private InformerHealth health() {
    return Optional.ofNullable(informers.health().informers().get(PolicyObject.RESOURCE))
        .orElseThrow();
  }

  @Test
  void a_cluster_without_the_definition_has_no_policies_and_is_ready() throws Exception {
    assertThat(informers.policies()).isEmpty();
    assertThat(informers.health().synced()).isTrue();
    assertThat(health().failures()).isZero();
    assertThat(informers.check()).isEqualTo(List.of());
  }

  @Test
  void a_definition_that_is_installed_later_is_found() throws Exception {
    install();
    put("gpus", "vision", 1);

    awaitPolicies(p -> hasTenant(p, "vision"));

    assertThat(informers.policies()).extracting(CapacityPolicy::name).containsExactly("gpus");
    assertThat(informers.check()).isEqualTo(List.of());
  }

  @Test
  void changes_are_followed_and_what_is_deleted_is_forgotten() throws Exception {
    install();
    put("gpus", "vision", 1);
    put("also", "speech", 1);
    awaitPolicies(p -> p.size() == 2);

    put("gpus", "sight", 2);
    awaitPolicies(p -> hasTenant(p, "sight"));
    server.objects().remove("plimsoll.dev/v1alpha1", "CapacityPolicy", "", "also");
    awaitPolicies(p -> p.size() == 1);

    assertThat(hasTenant(informers.policies(), "vision")).isFalse();
    assertThat(hasTenant(informers.policies(), "speech")).isFalse();
  }

  @Test
  void a_policy_with_mistakes_goes_on_saying_what_it_said_before_and_a_new_one_says_nothing()
      throws Exception {
    install();
    put("gpus", "vision", 1);
    awaitPolicies(p -> p.size() == 1);

    put("gpus", "sight", -1);
    put("wrong", "speech", -1);
    put("right", "speech", 1);
    awaitPolicies(p -> p.size() == 2);

    assertThat(informers.policies())
        .extracting(CapacityPolicy::name)
        .containsExactly("gpus", "right");
    assertThat(hasTenant(informers.policies(), "vision")).isTrue();
    assertThat(health().unreadable()).isEqualTo(2);
    assertThat(informers.check()).isEqualTo(List.of());

    server.faults().expireWatches();
    put("wrong", "sound", 1);
    awaitPolicies(p -> hasTenant(p, "sound"));
    assertThat(hasTenant(informers.policies(), "vision")).isTrue();
  }

  @Test
  void a_definition_that_is_taken_away_takes_its_policies_along() throws Exception {
    install();
    put("gpus", "vision", 1);
    awaitPolicies(p -> p.size() == 1);

    server.objects().remove("plimsoll.dev/v1alpha1", "CapacityPolicy", "", "gpus");
    server
        .objects()
        .remove(
            "apiextensions.k8s.io/v1",
            "CustomResourceDefinition",
            "",
            "capacitypolicies.plimsoll.dev");
    server.faults().cutWatches();
    awaitPolicies(List::isEmpty);
    assertThat(informers.check()).isEqualTo(List.of());

    install();
    put("gpus", "sight", 1);
    awaitPolicies(p -> hasTenant(p, "sight"));
    assertThat(informers.health().synced()).isTrue();
  }

  @Test
  void the_snapshot_shows_that_there_are_policies() throws Exception {
    install();
    put("gpus", "vision", 1);
    recordingListener.await(PolicyInformerTest::hasPolicy);
    assertThat(informers.cluster().covers(PolicyObject.RESOURCE)).isTrue();
  }

  private static boolean hasPolicy(Cluster cluster) {
    return cluster.find(PolicyObject.class, "", "gpus").isPresent();
  }
}

package dev.plimsoll.kubernetes.admission;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.NOW;
import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.cluster;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PodNodeSelectorTest {
  private static final String ANNOTATION = "scheduler.alpha.kubernetes.io/node-selector";
  private static final String OF_PROJECT = "openshift.io/node-selector";

  @ParameterizedTest
  @ValueSource(strings = {ANNOTATION, OF_PROJECT})
  void a_pod_gets_the_node_selector_of_its_namespace(String annotation) {
    Cluster cluster = cluster(namespace(Map.of(annotation, "team=a, disk = ssd")));

    assertThat(admitted(cluster, pod("p").nodeSelector("gpu", "yes").build()))
        .containsOnly(Map.entry("team", "a"), Map.entry("disk", "ssd"), Map.entry("gpu", "yes"));
  }

  @Test
  void a_namespace_selector_comes_before_that_of_a_project() {
    Cluster cluster = cluster(namespace(Map.of(ANNOTATION, "team=a", OF_PROJECT, "team=b")));

    assertThat(admitted(cluster, pod("p").build())).containsOnly(Map.entry("team", "a"));
  }

  @Test
  void a_pod_that_selects_other_nodes_is_denied_before_it_has_a_generated_name() {
    Cluster cluster = cluster(namespace(Map.of(ANNOTATION, "team=a")));
    Pod other = pod("p").nodeSelector("team", "b").build();
    Pod generated =
        other.withMetadata(
            other
                .metadata()
                .withOwners(List.of(new OwnerReference("apps/v1", "ReplicaSet", "r", "u", true))));

    assertThat(report(cluster, other).message())
        .isEqualTo(
            "pods \"p\" is forbidden: pod node label selector conflicts with its namespace node"
                + " label selector");
    assertThat(report(cluster, generated).message())
        .isEqualTo(
            "pods is forbidden: pod node label selector conflicts with its namespace node label"
                + " selector");
    assertThat(report(cluster(namespace(Map.of(OF_PROJECT, "team=a"))), other).message())
        .endsWith("pod node label selector conflicts with its project node label selector");
  }

  @Test
  void the_newest_pod_without_the_selector_shows_that_the_plug_in_does_not_run() {
    Namespace namespace = namespace(Map.of(ANNOTATION, "team=a"));
    Pod without = pod("old").build();
    Pod stored =
        without.withMetadata(
            without.metadata().withCreationTimestamp(Optional.of(NOW.minusSeconds(60))));

    assertThat(admitted(cluster(namespace, stored), pod("p").build())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "team", "team=a=b", "=a", ","})
  void what_is_no_selector_changes_nothing(String text) {
    assertThat(admitted(cluster(namespace(Map.of(ANNOTATION, text))), pod("p").build())).isEmpty();
  }

  private static Namespace namespace(Map<String, String> annotations) {
    return new Namespace(ObjectMeta.of("", "team-a").withAnnotations(annotations));
  }

  private static AdmissionReport report(Cluster cluster, Pod pod) {
    return AdmissionChain.standard().of(cluster).admit(cluster, AdmissionRequest.create(pod));
  }

  private static Map<String, String> admitted(Cluster cluster, Pod pod) {
    AdmissionReport report = report(cluster, pod);
    assertThat(report.allowed()).as(report.message()).isTrue();
    return ((Pod) report.object()).spec().nodeSelector();
  }
}

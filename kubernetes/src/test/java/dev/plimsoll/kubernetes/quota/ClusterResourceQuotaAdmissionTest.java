package dev.plimsoll.kubernetes.quota;

import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClusterResourceQuotaAdmissionTest {
  private static final Namespace TEAM =
      new Namespace(
          ObjectMeta.builder()
              .name("team-a")
              .labels(Map.of("team", "a"))
              .annotations(Map.of("openshift.io/requester", "ada"))
              .build());
  private static final Optional<LabelSelector> LABELS =
      Optional.of(new LabelSelector(Map.of("team", "a"), List.of()));
  private static final Pod POD =
      pod(container("c", "nvidia.com/gpu=2", "nvidia.com/gpu=2")).build();

  @Test
  void the_total_over_the_namespaces_is_what_counts() {
    Cluster cluster = ClusterFixture.cluster(TEAM, quota(LABELS, Map.of()));

    assertThat(ClusterResourceQuotaAdmission.check(cluster, AdmissionRequest.create(POD)))
        .isInstanceOfSatisfying(
            QuotaOutcome.Denied.class,
            denied ->
                assertThat(denied.denial().message())
                    .isEqualTo(
                        "exceeded quota: cq, requested: requests.nvidia.com/gpu=2, used:"
                            + " requests.nvidia.com/gpu=3, limited: requests.nvidia.com/gpu=4"));
  }

  @Test
  void what_they_decide_is_certain_once_they_and_the_namespace_were_read() {
    Cluster other = ClusterFixture.cluster(TEAM).withCoverage(Namespace.RESOURCE, Coverage.NONE);

    assertThat(required(other.withCoverage(ClusterResourceQuota.RESOURCE, Coverage.COMPLETE)))
        .isEmpty();
    assertThat(required(unread(other)))
        .containsExactly(Requirement.all(ClusterResourceQuota.RESOURCE));
    assertThat(required(other.without(TEAM).with(quota(LABELS, Map.of()))))
        .contains(Requirement.all(Namespace.RESOURCE));
  }

  @Test
  void a_cluster_with_namespaces_of_openshift_may_have_them() {
    Cluster dump = Cluster.builder(Instant.EPOCH).add(TEAM).build();
    Namespace openshift = new Namespace(ObjectMeta.of("", "openshift"));

    assertThat(required(dump)).isEmpty();
    assertThat(required(dump.with(openshift)))
        .containsExactly(Requirement.all(ClusterResourceQuota.RESOURCE));
  }

  private static Cluster unread(Cluster cluster) {
    return cluster.withCoverage(ClusterResourceQuota.RESOURCE, Coverage.NONE);
  }

  private static List<Requirement> required(Cluster cluster) {
    return ClusterResourceQuotaAdmission.requirements(cluster, "team-a");
  }

  @Test
  void pods_grow_in_place_past_it() {
    Cluster cluster = ClusterFixture.cluster(TEAM, quota(LABELS, Map.of()));

    assertThat(
            ClusterResourceQuotaAdmission.check(cluster, AdmissionRequest.resize(POD, POD))
                .accounts())
        .isEmpty();
  }

  @Test
  void labels_and_annotations_must_both_match_and_none_select_everything() {
    Map<String, String> requester = Map.of("openshift.io/requester", "ada");
    Map<String, String> other = Map.of("openshift.io/requester", "bob");

    assertThat(selects(quota(LABELS, requester))).isTrue();
    assertThat(selects(quota(Optional.empty(), requester))).isTrue();
    assertThat(selects(quota(LABELS, other))).isFalse();
    assertThat(selects(quota(Optional.empty(), Map.of()))).isTrue();
    assertThat(
            selects(
                quota(Optional.of(new LabelSelector(Map.of("team", "b"), List.of())), requester)))
        .isFalse();
  }

  @Test
  void a_charge_is_booked_on_the_total_and_on_the_namespace() {
    ClusterResourceQuota charged =
        ClusterResourceQuotaAdmission.charged(
            quota(LABELS, Map.of()), "team-a", list("requests.nvidia.com/gpu=1"));

    assertThat(charged.total().used()).isEqualTo(list("requests.nvidia.com/gpu=4"));
    assertThat(charged.namespaces())
        .hasEntrySatisfying(
            "team-a",
            status -> assertThat(status.used()).isEqualTo(list("requests.nvidia.com/gpu=1")));
  }

  private static boolean selects(ClusterResourceQuota quota) {
    return ClusterResourceQuotaAdmission.selects(quota, TEAM.metadata());
  }

  private static ClusterResourceQuota quota(
      Optional<LabelSelector> labels, Map<String, String> annotations) {
    return new ClusterResourceQuota(
        ObjectMeta.of("", "cq"),
        labels,
        annotations,
        ResourceQuotaSpec.of(list("requests.nvidia.com/gpu=4")),
        new ResourceQuotaStatus(
            list("requests.nvidia.com/gpu=4"), list("requests.nvidia.com/gpu=3")),
        Map.of());
  }
}

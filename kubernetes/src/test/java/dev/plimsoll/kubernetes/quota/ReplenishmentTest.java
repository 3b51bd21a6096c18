package dev.plimsoll.kubernetes.quota;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.cluster;
import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.PersistentVolumeClaimBuilder.claim;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.requirements;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ContainerStatus;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane.Origin;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReplenishmentTest {
  private static final Pod POD = pod(container("c", "cpu=1", "")).build();
  private static final ResourceQuota STALE = quota("q").hard("pods=5").used("pods=3").build();

  @Test
  void a_deletion_has_the_quotas_resynced_that_charge_such_objects() {
    ResourceQuota services = quota("s").hard("services=5").used("services=3").build();
    Cluster after = Replenishment.deleted(cluster(STALE, services), POD);

    assertThat(used(after, "q")).isEqualTo(list("pods=0"));
    assertThat(used(after, "s")).isEqualTo(list("services=3"));
  }

  @Test
  void a_pod_that_ends_has_its_quotas_resynced_and_one_that_starts_does_not() {
    assertThat(used(updated(POD, phase("Failed")), "q")).isEqualTo(list("pods=0"));
    assertThat(used(updated(POD, phase("Running")), "q")).isEqualTo(list("pods=3"));
    assertThat(used(updated(phase("Failed"), phase("Running")), "q")).isEqualTo(list("pods=3"));
  }

  @Test
  void a_deadline_has_the_quotas_of_pods_resynced() {
    Pod ending = POD.withSpec(POD.spec().withActiveDeadlineSeconds(OptionalLong.of(60)));

    assertThat(used(updated(POD, ending), "q")).isEqualTo(list("pods=1"));
  }

  @Test
  void resources_that_a_kubelet_reports_have_the_quotas_resynced_if_they_differ() {
    Pod before = running("cpu=2");

    assertThat(used(updated(before, running("cpu=1")), "q")).isEqualTo(list("pods=1"));
    assertThat(used(updated(before, running("cpu=2000m")), "q")).isEqualTo(list("pods=3"));
    assertThat(used(updated(POD, before), "q")).isEqualTo(list("pods=3"));
  }

  @Test
  void a_service_of_another_charged_type_has_its_quotas_resynced() {
    ResourceQuota quota = quota("q").hard("services=5").used("services=3").build();
    Service internal = service("ClusterIP");
    Service external = service("ExternalName");
    Service exposed = service("NodePort");

    assertThat(used(Replenishment.updated(cluster(quota, external), internal, external), "q"))
        .isEqualTo(list("services=3"));
    assertThat(used(Replenishment.updated(cluster(quota, exposed), internal, exposed), "q"))
        .isEqualTo(list("services=1"));
  }

  @Test
  void a_quota_is_resynced_when_it_is_new_or_its_limits_change() {
    ResourceQuota raised = STALE.withSpec(STALE.spec().withHard(list("pods=6")));

    assertThat(used(Replenishment.created(cluster(STALE), STALE), "q")).isEqualTo(list("pods=0"));
    assertThat(used(Replenishment.updated(cluster(raised), STALE, raised), "q"))
        .isEqualTo(list("pods=0"));
    assertThat(used(Replenishment.updated(cluster(STALE), STALE, STALE), "q"))
        .isEqualTo(list("pods=3"));
  }

  private static Cluster updated(Pod old, Pod changed) {
    return Replenishment.updated(cluster(STALE, changed), old, changed);
  }

  private static Resources used(Cluster cluster, String quota) {
    return cluster.find(ResourceQuota.class, "team-a", quota).orElseThrow().status().used();
  }

  private static Pod phase(String phase) {
    return POD.withStatus(PodStatus.builder().phase(phase).build());
  }

  private static Pod running(String requests) {
    ContainerStatus status =
        new ContainerStatus("c", Optional.of(requirements(requests, "")), Resources.EMPTY);
    return POD.withStatus(
        PodStatus.builder().phase("Running").containerStatuses(List.of(status)).build());
  }

  private static Service service(String type) {
    return new Service(ObjectMeta.of("team-a", "s"), type, List.of(), Optional.empty());
  }

  @Test
  void a_claim_that_changes_has_its_quotas_resynced_since_1_32() {
    ResourceQuota quota =
        quota("q").hard("persistentvolumeclaims=5").used("persistentvolumeclaims=3").build();
    PersistentVolumeClaim claim = claim("c").build();

    assertThat(List.of(31, 32))
        .extracting(
            minor ->
                used(
                    Replenishment.updated(
                        cluster(quota, claim)
                            .withControlPlane(
                                KubernetesControlPlane.of(
                                    new KubernetesVersion(1, minor), Origin.OPTION)),
                        claim,
                        claim),
                    "q"))
        .hasToString("[persistentvolumeclaims=3, persistentvolumeclaims=1]");
    Namespace namespace = new Namespace(ObjectMeta.of("", "team-a"));
    assertThat(used(Replenishment.updated(cluster(STALE), namespace, namespace), "q"))
        .isEqualTo(list("pods=3"));
  }
}

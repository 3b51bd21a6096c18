package dev.plimsoll.kubernetes.quota;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.cluster;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PartialObjectMetadata;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResourceQuotaControllerTest {
  private static final Pod A = pod("a").requests("cpu=1,memory=1Gi").build();
  private static final Pod B = pod("b").requests("cpu=2,memory=1G").build();

  @Test
  void a_new_quota_is_put_in_force_with_what_is_there_already() {
    ResourceQuota synced =
        ResourceQuotaController.sync(
            cluster(A, B), quota("q").hard("pods=1,requests.cpu=2").build());

    assertThat(synced.status().hard()).isEqualTo(list("pods=1,requests.cpu=2"));
    assertThat(synced.status().used()).isEqualTo(list("pods=2,requests.cpu=3"));
  }

  @Test
  void keys_that_nothing_charges_are_never_used() {
    ResourceQuota synced =
        ResourceQuotaController.sync(
            cluster(A), quota("q").hard("pods=1,limits.nvidia.com/gpu=2").build());

    assertThat(synced.status().used()).isEqualTo(list("pods=1"));
  }

  @Test
  void usage_of_keys_that_left_the_spec_is_dropped() {
    ResourceQuota changed =
        quota("q").hard("pods=5").status("pods=5,services=1", "pods=1,services=1").build();

    assertThat(ResourceQuotaController.sync(cluster(A), changed).status().used())
        .isEqualTo(list("pods=1"));
  }

  @Test
  void keys_whose_objects_the_snapshot_lacks_keep_what_they_were() {
    ResourceQuota quota =
        quota("q").hard("configmaps=5,pods=5").used("configmaps=3,pods=3").build();

    Cluster partial = cluster(A).withCoverage(new GroupResource("", "configmaps"), Coverage.NONE);

    assertThat(ResourceQuotaController.sync(partial, quota).status().used())
        .isEqualTo(list("configmaps=3,pods=1"));
  }

  @Test
  void only_objects_that_all_scopes_match_are_counted() {
    ResourceQuota scoped =
        quota("q")
            .hard("pods=5")
            .scope("NotBestEffort", "Exists")
            .scope("Terminating", "Exists")
            .build();

    ResourceQuota matching = quota("q").hard("pods=5").scope("NotBestEffort", "Exists").build();

    assertThat(ResourceQuotaController.sync(cluster(A, B), scoped).status().used())
        .isEqualTo(list("pods=0"));
    assertThat(ResourceQuotaController.sync(cluster(A, B), matching).status().used())
        .isEqualTo(list("pods=2"));
  }

  @Test
  void a_malformed_scope_counts_nothing() {
    ResourceQuota malformed =
        quota("q").hard("pods=5").scope("PriorityClass", "NotIn", "not a label").build();

    assertThat(ResourceQuotaController.sync(cluster(A), malformed).status().used())
        .isEqualTo(list("pods=0"));
  }

  @Test
  void a_quota_that_is_right_stays_as_it_is() {
    ResourceQuota quota =
        quota("q").hard("memory=4Gi,pods=5").used("memory=1073741824,pods=1").build();

    assertThat(ResourceQuotaController.sync(cluster(A), quota).status().used().toString())
        .isEqualTo("memory=1073741824,pods=1");
  }

  @Test
  void a_sum_is_stored_as_it_prints() {
    ResourceQuota synced =
        ResourceQuotaController.sync(cluster(A, B), quota("q").hard("memory=4Gi").build());
    Cluster grown = cluster(A, B, pod("c").requests("memory=1Gi").build());

    assertThat(synced.status().used()).hasToString("memory=2073741824");
    assertThat(ResourceQuotaController.sync(grown, synced).status().used())
        .hasToString("memory=3147483648");
  }

  @Test
  void other_objects_are_counted_by_keys_of_resources_that_the_cluster_serves() {
    Cluster cluster = cluster(job("a"), job("b"), A);
    String hard =
        "count/jobs.batch=5,count/events.events.k8s.io=5,count/nodes=5,count/=5,"
            + "count/resourceclaims.resource.k8s.io=5";
    ResourceQuota scoped =
        quota("q").hard("count/jobs.batch=5").scope("NotTerminating", "Exists").build();

    assertThat(ResourceQuotaController.sync(cluster, quota("q").hard(hard).build()).status().used())
        .isEqualTo(list("count/jobs.batch=2,count/resourceclaims.resource.k8s.io=0"));
    assertThat(ResourceQuotaController.sync(cluster, scoped).status().used())
        .isEqualTo(list("count/jobs.batch=0"));
    assertThat(Evaluators.tracksAnywhere(cluster, ResourceName.of("count/jobs.batch"))).isTrue();
    assertThat(Evaluators.tracksAnywhere(cluster, ResourceName.of("count/nodes"))).isFalse();
  }

  @Test
  void a_claim_on_devices_is_counted_by_the_scopeless_only_and_needs_its_classes() {
    ResourceQuota quota = quota("q").hard("count/resourceclaims.resource.k8s.io=5,pods=4").build();
    ResourceClaim claim = ResourceClaim.of(ObjectMeta.of("team-a", "c"), List.of());

    assertThat(ResourceQuotaController.requirements(cluster(A), quota))
        .containsExactlyInAnyOrder(
            Requirement.in("team-a", Pod.RESOURCE),
            Requirement.in("team-a", ResourceClaim.RESOURCE));
    assertThat(ResourceQuotaController.requirements(cluster(A, claim), quota))
        .contains(Requirement.all(DeviceClass.RESOURCE));
    Cluster unread = cluster(A, claim).withCoverage(DeviceClass.RESOURCE, Coverage.NONE);
    assertThat(ResourceQuotaController.used(unread, "team-a", quota.spec()))
        .isEqualTo(list("pods=1"));
    assertThat(ResourceQuotaController.used(unread.without(claim), "team-a", quota.spec()))
        .isEqualTo(list("count/resourceclaims.resource.k8s.io=0,pods=1"));
  }

  @Test
  void devices_of_claims_are_counted_by_class() {
    DeviceSubRequest two = DeviceSubRequest.of("gpu", "ExactCount", 2);
    ResourceClaim claim =
        ResourceClaim.of(
            ObjectMeta.of("team-a", "c"), List.of(new DeviceRequest("r", List.of(two), false)));
    String devices = "gpu.deviceclass.resource.k8s.io/devices=";

    assertThat(
            ResourceQuotaController.sync(cluster(claim), quota("q").hard(devices + 5).build())
                .status()
                .used())
        .isEqualTo(list(devices + 2));
  }

  @Test
  void an_object_is_charged_under_the_keys_of_a_quota_whose_scopes_it_has() {
    ResourceQuota plain = quota("q").hard("pods=5,requests.cpu=5").build();
    ResourceQuota burst = quota("q").hard("pods=5").scope("NotBestEffort", "Exists").build();
    ResourceQuota best = quota("q").hard("pods=5").scope("BestEffort", "Exists").build();
    ResourceQuota malformed =
        quota("q").hard("pods=5").scope("PriorityClass", "NotIn", "not a label").build();

    assertThat(List.of(plain, burst, best, malformed))
        .extracting(q -> ResourceQuotaController.charge(cluster(), q, A))
        .containsExactly(
            list("pods=1,requests.cpu=1"), list("pods=1"), Resources.EMPTY, Resources.EMPTY);
  }

  @Test
  void all_quotas_of_all_namespaces_are_seen_in_the_end() {
    ResourceQuota other = quota("team-b", "q").hard("pods=1").build();
    ResourceQuota right = quota("r").hard("pods=5").used("pods=1").build();
    Cluster synced =
        ResourceQuotaController.syncAll(
            cluster(A, other, right, quota("q").hard("pods=2").build()));

    assertThat(synced.list(ResourceQuota.class))
        .extracting(q -> q.namespace() + " " + q.name() + " " + q.status().used())
        .containsExactlyInAnyOrder("team-a q pods=1", "team-a r pods=1", "team-b q pods=0");
  }

  private static PartialObjectMetadata job(String name) {
    return new PartialObjectMetadata(
        ObjectMeta.of("team-a", name),
        GroupVersionKind.of("batch/v1", "Job"),
        new GroupResource("batch", "jobs"));
  }
}

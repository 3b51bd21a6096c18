package dev.plimsoll.kubernetes.quota;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.cluster;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
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

    assertThat(ResourceQuotaController.sync(cluster(A, B), scoped).status().used())
        .isEqualTo(list("pods=0"));
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
}

package dev.plimsoll.model.warning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AdmissionWarningsTest {
  private final SharedClusterBuilder cluster = new SharedClusterBuilder();

  @Test
  void a_pod_that_finds_no_node_is_told_the_largest_free_block_and_what_its_quota_leaves() {
    cluster.ceiling("12").policyPools();

    assertThat(cluster.warnings(pod(8)))
        .containsExactly(
            "tenant nlp has quota for 8 more, but no node has 8 nvidia.com/gpu free: the largest"
                + " free block is 3 (pool h100); this pod will wait");
  }

  @Test
  void without_a_policy_the_namespace_and_the_product_are_named() {
    cluster.resourceQuota("requests.nvidia.com/gpu=16", "requests.nvidia.com/gpu=4").noPolicy();

    assertThat(cluster.warnings(pod(8)))
        .containsExactly(
            "namespace nlp-prod has quota for 12 more, but no node has 8 nvidia.com/gpu free: the"
                + " largest free block is 3 (pool H100); this pod will wait");
  }

  @Test
  void without_quota_nothing_is_said_of_it() {
    cluster.noPolicy();

    assertThat(cluster.warnings(pod(8)))
        .containsExactly(
            "no node has 8 nvidia.com/gpu free: the largest free block is 3 (pool H100); this pod"
                + " will wait");
  }

  @Test
  void a_pod_that_finds_a_node_is_told_nothing() {
    assertThat(cluster.warnings(pod(3))).isEmpty();
  }

  @Test
  void a_pod_that_a_controller_makes_is_told_nothing() {
    assertThat(cluster.warnings(SharedClusterBuilder.controlled(pod(8)))).isEmpty();
  }

  @Test
  void nodes_that_a_pod_may_not_run_on_say_nothing_of_their_taints() {
    assertThat(cluster.noPolicy().warnings(SharedClusterBuilder.selecting(pod(1), "a100")))
        .containsExactly(
            "no node is eligible, by its selectors, affinity and tolerations; this pod will wait");
  }

  @Test
  void beyond_a_quota_that_only_warns_the_text_says_that_the_request_is_allowed() {
    cluster.ceiling("5").admission(AdmissionMode.WARN);

    assertThat(cluster.warnings(pod(2)))
        .containsExactly(
            "allowed, since the quota only warns: exceeded quota: gpus/nlp, requested:"
                + " requests.nvidia.com/gpu=2,"
                + " used: requests.nvidia.com/gpu=4, limited: requests.nvidia.com/gpu=5.",
            "Quota gpus/nlp binds, with 1 of requests.nvidia.com/gpu left.",
            "What helps: to request requests.nvidia.com/gpu=1 at most, to wait until enough is given"
                + " back, or to raise quota gpus/nlp to requests.nvidia.com/gpu=6.");
    assertThat(cluster.warnings(pod(1))).isEmpty();
  }

  @Test
  void a_workload_is_told_how_many_of_its_pods_the_quota_admits() {
    cluster.noPolicy().resourceQuota("requests.nvidia.com/gpu=7", "requests.nvidia.com/gpu=4");

    assertThat(cluster.warnings(SharedClusterBuilder.deployment(5, 1)))
        .containsExactly(
            "only 3 of its 5 new pods would be admitted: pods \"web-…3\" is forbidden: exceeded"
                + " quota: rq, requested: requests.nvidia.com/gpu=1, used:"
                + " requests.nvidia.com/gpu=7, limited: requests.nvidia.com/gpu=7");
    assertThat(cluster.warnings(SharedClusterBuilder.deployment(3, 1))).isEmpty();
  }

  @Test
  void a_stateful_set_is_told_how_many_of_its_pods_the_quota_admits() {
    cluster.noPolicy().resourceQuota("requests.nvidia.com/gpu=7", "requests.nvidia.com/gpu=4");

    assertThat(cluster.warnings(SharedClusterBuilder.statefulSet(5, 1)))
        .containsExactly(
            "only 3 of its 5 new pods would be admitted: pods \"web-3\" is forbidden: exceeded"
                + " quota: rq, requested: requests.nvidia.com/gpu=1, used:"
                + " requests.nvidia.com/gpu=7, limited: requests.nvidia.com/gpu=7");
  }

  @Test
  void a_workload_is_told_how_many_of_its_pods_find_a_node() {
    assertThat(cluster.noPolicy().warnings(SharedClusterBuilder.deployment(4, 2)))
        .containsExactly(
            "only 2 of its 4 new pods find a node now: no node has 2 nvidia.com/gpu free: the"
                + " largest free block is 1 (pool H100); the other pods will wait");
    assertThat(cluster.warnings(SharedClusterBuilder.deployment(2, 2))).isEmpty();
  }

  @Test
  void a_pod_whose_claim_is_missing_is_told_so() {
    assertThat(cluster.noPolicy().warnings(SharedClusterBuilder.claiming(pod(1), "data")))
        .containsExactly("persistentvolumeclaim \"data\" not found; this pod will wait");
  }

  @Test
  void a_workload_is_told_what_tenants_quotas_admit() {
    cluster.ceiling("5").admission(AdmissionMode.DENY);

    assertThat(cluster.warnings(SharedClusterBuilder.deployment(2, 1)))
        .first()
        .asString()
        .startsWith("only 1 of its 2 new pods would be admitted: exceeded quota: gpus/nlp, ");
  }

  @Test
  void of_a_gang_that_is_admitted_as_a_whole_not_some_pods_are_admitted() {
    cluster.ceiling("5").admission(AdmissionMode.DENY);
    Workload web = SharedClusterBuilder.gang(SharedClusterBuilder.deployment(2, 1), 2);

    assertThat(cluster.warnings(web))
        .first()
        .asString()
        .startsWith(
            "none of its 2 new pods would be admitted: exceeded quota: gpus/nlp, requested:"
                + " requests.nvidia.com/gpu=2, ");
    assertThat(cluster.ceiling("6").warnings(web)).isEmpty();
    assertThat(cluster.ceiling("5").podsCountAlone().warnings(web))
        .first()
        .asString()
        .startsWith("only 1 of its 2 new pods would be admitted: ");
  }

  @Test
  void a_new_job_has_its_parallelism_as_the_size_of_its_gang() {
    cluster.ceiling("5").admission(AdmissionMode.DENY);

    assertThat(cluster.warnings(SharedClusterBuilder.gangOfJob(2, 1)))
        .first()
        .asString()
        .startsWith("none of its 2 new pods would be admitted: ");
  }

  @Test
  void of_a_gang_without_a_valid_size_no_pod_is_admitted_where_gangs_reserve() {
    cluster.ceiling("50").admission(AdmissionMode.DENY);
    Workload web = SharedClusterBuilder.gang(SharedClusterBuilder.deployment(2, 1), "two");
    String problem = "plimsoll.dev/group-size: \"two\" is not a whole number from 1 to 999999";

    assertThat(cluster.warnings(web))
        .containsExactly("none of its 2 new pods would be admitted: " + problem);
    assertThat(cluster.podsCountAlone().warnings(web)).containsExactly(problem);
  }

  @Test
  void a_workload_whose_pods_find_no_node_is_told_so() {
    assertThat(cluster.noPolicy().warnings(SharedClusterBuilder.deployment(2, 8)))
        .containsExactly(
            "no node has 8 nvidia.com/gpu free: the largest free block is 3 (pool H100); its pods"
                + " will wait");
  }

  @Test
  void of_a_changed_workload_only_what_is_added_counts() {
    cluster.noPolicy().resourceQuota("requests.nvidia.com/gpu=6", "requests.nvidia.com/gpu=4");

    assertThat(
            cluster.warnings(
                SharedClusterBuilder.deployment(4, 1), SharedClusterBuilder.deployment(6, 1)))
        .isEmpty();
    assertThat(
            cluster.warnings(
                SharedClusterBuilder.deployment(4, 1), SharedClusterBuilder.deployment(4, 3)))
        .isEmpty();
    assertThat(
            cluster.warnings(
                SharedClusterBuilder.deployment(4, 1), SharedClusterBuilder.deployment(7, 1)))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("only 2 of its 3 new pods would be admitted: ");
  }

  @Test
  void annotations_that_have_no_effect_come_after_a_missing_node() {
    cluster.noPolicy();
    Pod pod = SharedClusterBuilder.annotated(pod(8), "plimsoll.dev/group-size", "two");

    assertThat(cluster.warnings(pod))
        .satisfiesExactly(
            first -> assertThat(first).endsWith("this pod will wait"),
            second -> assertThat(second).contains("plimsoll.dev/group-size"));
  }

  @Test
  void a_long_warning_becomes_one_for_each_of_its_sentences_and_facts() {
    String a = "exceeded quota: a, requested: " + "x".repeat(150);
    String b = "exceeded quota: b, requested: " + "y".repeat(150);

    assertThat(WarningTexts.of(List.of(a + "; " + b + ". Raise quota a to x=1.5 first.")))
        .containsExactly(a, b + ".", "Raise quota a to x=1.5 first.");
    assertThat(WarningTexts.of(List.of("One; two. Three."))).containsExactly("One; two. Three.");
  }

  @Test
  void no_more_is_said_than_the_api_server_passes_on() {
    String long300 = "x".repeat(300);

    assertThat(WarningTexts.of(List.of(long300 + "\n\u0007y"))).containsExactly(long300 + " y");
    assertThat(WarningTexts.of(List.of("a\nb", "a b", "😀".repeat(256))))
        .containsExactly("a b", "😀".repeat(256));
    assertThat(WarningTexts.of(IntStream.range(10, 40).mapToObj(i -> i + long300).toList()))
        .hasSize(13)
        .allSatisfy(text -> assertThat(text).hasSize(302));
    assertThat(WarningTexts.of(List.of("x".repeat(5000), "y")))
        .containsExactly("x".repeat(255) + "…", "y");
  }

  private static Pod pod(int gpus) {
    return SharedClusterBuilder.pod("nlp-prod", "new", gpus);
  }
}

package dev.plimsoll.kubernetes.admission;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.NOW;
import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.cluster;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ServiceAccount;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServiceAccountAdmissionTest {
  private static final String NAMESPACE = "team-a";
  private static final ServiceAccount ELSEWHERE = account("team-b", "trainer");

  private static ServiceAccount account(String namespace, String name) {
    return new ServiceAccount(ObjectMeta.of(namespace, name), false, true);
  }

  private static Pod as(String account) {
    return pod("p").spec(s -> s.serviceAccountName(account)).build();
  }

  private static AdmissionReport admit(Cluster cluster, Pod pod) {
    return AdmissionChain.standard().admit(cluster, AdmissionRequest.create(pod));
  }

  @Test
  void a_pod_whose_account_is_not_in_its_namespace_is_denied_in_the_api_servers_words() {
    AdmissionReport report = admit(cluster(ELSEWHERE), as("trainer"));

    assertThat(report.code()).isEqualTo(403);
    assertThat(report.message())
        .isEqualTo(
            "pods \"p\" is forbidden: error looking up service account team-a/trainer:"
                + " serviceaccount \"trainer\" not found");
    assertThat(report.forbiddenBy()).contains("ServiceAccount");
  }

  @Test
  void a_pod_that_names_no_account_runs_as_the_default_one_which_must_be_there() {
    AdmissionReport without = admit(cluster(ELSEWHERE), as(""));
    AdmissionReport with = admit(cluster(ELSEWHERE, account(NAMESPACE, "default")), as(""));

    assertThat(without.message()).contains("serviceaccount \"default\" not found");
    assertThat(with.allowed()).isTrue();
    assertThat(((Pod) with.object()).spec().serviceAccountName()).isEqualTo("default");
  }

  @Test
  void a_cluster_without_any_account_is_taken_to_run_without_the_plugin() {
    assertThat(admit(cluster(), as("trainer")).allowed()).isTrue();
  }

  @Test
  void a_namespace_with_a_pod_that_has_no_account_is_taken_to_be_without_the_plugin() {
    Cluster cluster = cluster(ELSEWHERE, pod("old").build());

    assertThat(admit(cluster, as("trainer")).allowed()).isTrue();
  }

  @Test
  void accounts_that_were_not_read_are_not_taken_for_absent() {
    Cluster unread =
        Cluster.builder(NOW)
            .add(new Namespace(ObjectMeta.of("", NAMESPACE)))
            .listed(LimitRange.RESOURCE)
            .listed(ResourceQuota.RESOURCE)
            .listed(PriorityClass.RESOURCE)
            .build();

    AdmissionReport report = admit(unread, as("trainer"));

    assertThat(report.allowed()).isTrue();
    assertThat(report.unread().requirements())
        .contains(Requirement.in(NAMESPACE, ServiceAccount.RESOURCE));
    assertThat(admit(unread, as("")).unread().requirements())
        .doesNotContain(Requirement.in(NAMESPACE, ServiceAccount.RESOURCE));
    assertThat(admit(unread.with(pod(as("trainer")).on("a1").build()), as("trainer")).unread())
        .isEqualTo(admit(unread, as("")).unread());
  }

  @Test
  void an_update_and_a_mirror_pod_need_no_account() {
    Cluster cluster = cluster(ELSEWHERE);
    Pod stored = as("trainer").withMetadata(ObjectMeta.of(NAMESPACE, "p").withResourceVersion("1"));
    Pod mirror =
        as("")
            .withMetadata(
                ObjectMeta.builder()
                    .namespace(NAMESPACE)
                    .name("p")
                    .annotations(Map.of(Pod.MIRROR_ANNOTATION, "x"))
                    .build());

    AdmissionReport update =
        AdmissionChain.standard().admit(cluster, AdmissionRequest.update(stored, stored));

    assertThat(update.forbiddenBy()).isEmpty();
    assertThat(admit(cluster, mirror).forbiddenBy()).isEmpty();
    assertThat(
            admit(cluster, mirror.withSpec(mirror.spec().withServiceAccountName("trainer")))
                .message())
        .isEqualTo("pods \"p\" is forbidden: a mirror pod may not reference service accounts");
  }
}

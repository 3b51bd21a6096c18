package dev.plimsoll.model.gap.remedy;

import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ObjectMetaBuilder;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.model.patch.KubectlCommand;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratingControllerTest {
  @ParameterizedTest
  @CsvSource({
    "hnc.x-k8s.io/inherited-from, org, HNC, namespace org (HNC)",
    "generate.kyverno.io/policy-name, add-quota, Kyverno, Kyverno policy add-quota",
    "resourcequota.management.cattle.io/default-resource-quota, true, Rancher,"
        + " the namespace's project in Rancher"
  })
  void a_label_names_the_controller(String key, String value, String name, String declaration) {
    assertThat(GeneratingController.of(with(b -> b.labels(Map.of(key, value)))))
        .contains(new DeclaringTool(name, declaration));
    assertThat(GeneratingController.of(with(b -> b.labels(Map.of(key, ""))))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "hrq.hnc.x-k8s.io, HNC",
    "hrq.hnc.x-k8s.io-org-gpus, HNC",
    "clusterresourcequota.accurate.cybozu.com, Accurate"
  })
  void copies_of_a_limit_have_fixed_names(String quota, String controller) {
    assertThat(GeneratingController.of(quota(quota).build()))
        .map(DeclaringTool::name)
        .contains(controller);
  }

  @Test
  void config_sync_annotates_what_it_applies() {
    String mark = GeneratingController.CONFIG_SYNC;

    assertThat(GeneratingController.of(with(b -> b.annotations(Map.of(mark, "enabled")))))
        .contains(new DeclaringTool("Config Sync", "Config Sync"));
    assertThat(GeneratingController.of(with(b -> b.annotations(Map.of(mark, "disabled")))))
        .isEmpty();
  }

  @Test
  void an_owner_that_controls_comes_before_others() {
    OwnerReference team = owner("example.com/v1", "Team", "vision", false);
    OwnerReference tenant = owner("capsule.clastix.io/v1beta2", "Tenant", "oil", true);

    assertThat(GeneratingController.of(with(b -> b.owners(List.of(team, tenant)))))
        .contains(new DeclaringTool("the controller of Tenant oil", "Tenant oil"));
    assertThat(GeneratingController.of(with(b -> b.owners(List.of(team)))))
        .map(DeclaringTool::declaration)
        .contains("Team vision");
  }

  @Test
  void plimsoll_itself_a_plain_quota_and_pods_have_none() {
    OwnerReference own = owner("plimsoll.dev/v1", "CapacityPolicy", "gpus", true);

    assertThat(GeneratingController.of(with(b -> b.owners(List.of(own))))).isEmpty();
    assertThat(GeneratingController.of(quota("q").build())).isEmpty();
    assertThat(
            GeneratingController.of(
                pod("p")
                    .build()
                    .withMetadata(
                        pod("p")
                            .build()
                            .metadata()
                            .withOwners(List.of(owner("v1", "X", "y", true))))))
        .isEmpty();
  }

  @Test
  void few_of_many_objects_are_named() {
    List<ApiObject> quotas =
        Stream.of("a", "b", "c", "d", "e")
            .<ApiObject>map(n -> with(b -> b.name(n).owners(List.of(owner("v1", "X", n, true)))))
            .toList();
    List<KubectlCommand> deletions =
        quotas.stream()
            .<KubectlCommand>map(q -> new KubectlCommand.Delete(q.type(), q.namespace(), q.name()))
            .toList();

    assertThat(
            DeclaringTool.sentences(
                ClusterFixture.cluster(quotas.toArray(ApiObject[]::new)), deletions))
        .hasSize(4)
        .last()
        .isEqualTo("2 more of the changed objects are declared elsewhere, too");
  }

  private static OwnerReference owner(
      String apiVersion, String kind, String name, boolean controller) {
    return new OwnerReference(apiVersion, kind, name, name, controller);
  }

  private static ResourceQuota with(Consumer<ObjectMetaBuilder> change) {
    ResourceQuota plain = quota("q").build();
    return new ResourceQuota(plain.metadata().with(change), plain.spec(), plain.status());
  }
}

package dev.plimsoll.advisor.recommend;

import static dev.plimsoll.model.fixtures.LimitRangeItemBuilder.item;
import static dev.plimsoll.model.fixtures.LimitRangeItemBuilder.limitRange;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.cluster.ClusterBuilder;
import dev.plimsoll.model.fixtures.ClusterFixture;
import dev.plimsoll.model.fixtures.NodeBuilder;
import dev.plimsoll.model.fixtures.PodBuilder;
import dev.plimsoll.model.object.Namespace;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.NamespaceSelection;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.plan.QuotaPlan;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two teams share 20 GPUs evenly; each container of team-a gets 8 unless it says otherwise. */
class CeilingRoundingTest {
  private static final DividedResource GPUS = DividedResource.of(ResourceName.of("nvidia.com/gpu"));

  private static Tenant tenant(String name, String guarantee, String ceiling) {
    return new Tenant(
        name,
        NamespaceSelection.named(name),
        1,
        Map.of(GPUS.name(), Amount.parse(guarantee)),
        Map.of(GPUS.name(), Amount.parse(ceiling)));
  }

  private static List<String> rounded(Tenant a, Tenant b, PodBuilder... pods) {
    ClusterBuilder builder =
        Cluster.builder(ClusterFixture.NOW)
            .listed(Pod.RESOURCE)
            .add(new Namespace(ObjectMeta.of("", "team-a")))
            .add(new Namespace(ObjectMeta.of("", "team-b")))
            .add(NodeBuilder.node("n").has("nvidia.com/gpu", "20").has("cpu", "64").build())
            .add(limitRange("shapes", item("Container").defaultLimits("nvidia.com/gpu=8")));
    for (PodBuilder pod : pods) {
      builder.add(pod.on("n").build());
    }
    Cluster cluster = builder.build();
    Shares shares =
        Shares.of(cluster, CapacityPolicy.proportional("p", List.of(a, b), List.of(GPUS)));
    QuotaProposalDrafts drafts = new QuotaProposalDrafts(QuotaPlan.of(cluster, shares).proposals());
    new CeilingRounding(cluster, shares, drafts).fit();
    return drafts.all().stream().map(p -> p.keys().get(0).proposed().toString()).toList();
  }

  @Test
  void what_pods_of_eight_cannot_use_goes_to_those_that_can() {
    assertThat(rounded(tenant("team-a", "0", "100%"), tenant("team-b", "0", "100%")))
        .containsExactly("8", "12");
  }

  @Test
  void what_is_used_is_kept_and_the_rest_is_cut() {
    PodBuilder pod = PodBuilder.pod("team-a", "p").requests("nvidia.com/gpu", "8");

    assertThat(rounded(tenant("team-a", "0", "100%"), tenant("team-b", "0", "100%"), pod))
        .containsExactly("8", "12");
  }

  @Test
  void pods_that_request_other_numbers_can_use_other_multiples() {
    PodBuilder pod = PodBuilder.pod("team-a", "p").requests("nvidia.com/gpu", "2");

    assertThat(rounded(tenant("team-a", "0", "100%"), tenant("team-b", "0", "100%"), pod))
        .containsExactly("10", "10");
  }

  @Test
  void a_guarantee_is_not_cut() {
    assertThat(rounded(tenant("team-a", "9", "100%"), tenant("team-b", "0", "100%")))
        .containsExactly("10", "10");
  }

  @Test
  void nobody_gets_more_than_its_ceiling() {
    assertThat(rounded(tenant("team-a", "0", "10"), tenant("team-b", "0", "11")))
        .containsExactly("8", "11");
  }
}

package dev.plimsoll.model.tenancy.decision;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.QuotaRequest;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.RequestApproval;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Who holds pods and who advises go by one share. */
class SharesAgreePropertyTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  private static final List<String> TENANTS = List.of("red", "blue", "tan");

  private final ClusterBuilder objects = Cluster.builder(Instant.parse("2026-01-05T12:00:00Z"));
  private final List<RequestApproval> approvals = new ArrayList<>();

  private void node(int number) {
    objects.add(NodeBuilder.node("n" + number).has("nvidia.com/gpu", "8").has("cpu", "64").build());
  }

  private void request(String namespace, long gpus) {
    objects.add(
        new QuotaRequest(
            ObjectMeta.of(namespace, "r"),
            Optional.empty(),
            Resources.of(ResourceName.of("requests.nvidia.com/gpu"), Quantity.of(gpus)),
            Optional.empty(),
            "why"));
    approvals.add(
        new RequestApproval(namespace, "r", "", RequestApproval.Decision.APPROVED, "since"));
  }

  private void clusterQuota(String name, long gpus) {
    objects.add(
        new ClusterResourceQuota(
            ObjectMeta.of("", name),
            Optional.of(new LabelSelector(Map.of(name, "yes"), List.of())),
            Map.of(),
            ResourceQuotaSpec.of(
                Resources.of(ResourceName.of("requests.nvidia.com/gpu"), Quantity.of(gpus))),
            ResourceQuotaStatus.NONE,
            Map.of()));
  }

  private void namespace(String name, List<String> labels) {
    Map<String, String> all = labels.stream().collect(toMap(label -> label, label -> "yes"));
    objects.add(new Namespace(ObjectMeta.builder().name(name).labels(all).build()));
  }

  private CapacityPolicy policy(Division division) {
    return CapacityPolicy.proportional(
            "p",
            TENANTS.stream().map(t -> Tenant.of(t, 1, t)).toList(),
            List.of(DividedResource.of(GPU)))
        .withDivision(division)
        .withApprovals(approvals);
  }

  private static void assertAgree(Cluster cluster, CapacityPolicy policy) {
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    CeilingPlan plan =
        Decider.decide(
            ClusterObservation.of(simulation, policy, UsageHistory.NONE, false), State.NONE);
    Shares shares = Shares.of(cluster, policy);

    for (String tenant : TENANTS) {
      assertThat(shares.of(tenant, GPU).orElseThrow().share())
          .as(tenant)
          .isEqualTo(Quantity.of(plan.resources().get(0).shares().of(tenant)));
    }
  }

  @Test
  void an_approved_request_and_a_cluster_quota_move_the_share() {
    node(1);
    node(2);
    node(3);
    namespace("red", List.of());
    namespace("blue", List.of("narrow"));
    namespace("tan", List.of());
    request("red", 12);
    clusterQuota("narrow", 2);
    CapacityPolicy policy = policy(new Division.Proportional(BigDecimal.ONE));

    Cluster cluster = objects.build();

    assertThat(Shares.of(cluster, policy).all())
        .extracting(s -> s.tenant() + " " + s.share())
        .containsExactly("red 12", "blue 2", "tan 10");
    assertAgree(cluster, policy);
  }

  @Property(tries = 300)
  void whatever_moves_a_share_moves_it_for_both(@ForAll long seed, @ForAll boolean byDemand) {
    Random random = new Random(seed);
    for (int i = random.nextInt(4); i >= 0; i--) {
      node(i);
    }
    List<String> quotas = List.of("narrow", "wide");
    for (String tenant : TENANTS) {
      namespace(tenant, quotas.stream().filter(q -> random.nextBoolean()).toList());
      if (random.nextBoolean()) {
        request(tenant, random.nextInt(20));
      }
      for (int pod = random.nextInt(4); pod > 0; pod--) {
        PodBuilder made =
            PodBuilder.pod(tenant, "p" + pod).requests("nvidia.com/gpu", "" + random.nextInt(6));
        objects.add(random.nextBoolean() ? made.build() : made.on("n0").build());
      }
    }
    namespace("stranger", quotas.subList(0, 1));
    quotas.stream()
        .filter(q -> random.nextBoolean())
        .forEach(q -> clusterQuota(q, random.nextInt(20)));
    if (random.nextBoolean()) {
      objects.add(PodBuilder.pod("stranger", "s").requests("nvidia.com/gpu", "2").build());
    }
    Division division =
        byDemand
            ? new Division.Demand(Duration.ZERO, BigDecimal.ONE)
            : new Division.Proportional(BigDecimal.ONE);

    assertAgree(objects.build(), policy(division));
  }
}

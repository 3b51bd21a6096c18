package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.deployment;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.simulation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.explain.Explainer;
import dev.plimsoll.model.explain.Explanation;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.TenantCapacity;
import dev.plimsoll.model.tenancy.TenantDemand;
import dev.plimsoll.model.tenancy.TenantDemands;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** GPU nodes have a taint, and the API server lets pods with GPUs tolerate the taint. */
class AddedTolerationsTest {
  private static final Workload TRAIN =
      deployment("train", 4, pod("p").limits("nvidia.com/gpu=2").build());
  private static final ApiObject QUOTA =
      quota("team-a", "q").status("requests.nvidia.com/gpu=2", "requests.nvidia.com/gpu=0").build();

  @Test
  void a_denied_pod_has_capacity_on_nodes_that_it_will_tolerate() {
    Gap gap = gap(GapKind.QuotaExhaustedCapacityFree, tainted("v1.35.2-gke.1842000"), QUOTA, TRAIN);

    assertThat(gap.message()).endsWith("nodes have capacity for 3");
  }

  @Test
  void an_explanation_says_what_is_not_known_of_the_plug_in() {
    String unknown =
        "whether the API server runs the plug-in ExtendedResourceToleration isn't known: the"
            + " plug-in lets the pod tolerate the taint nvidia.com/gpu";

    assertThat(explained("v1.36.2").worst().notes()).contains(unknown);
    assertThat(explained("v1.35.2-gke.1842000").worst().notes()).isEmpty();
  }

  @Test
  void an_explanation_names_what_a_namespace_has_for_a_plug_in_that_is_not_modelled() {
    String annotation = "scheduler.alpha.kubernetes.io/tolerationsWhitelist";
    Namespace namespace =
        new Namespace(ObjectMeta.of("", "team-a").withAnnotations(Map.of(annotation, "[]")));

    assertThat(
            explained(simulation(node("a").has(GPU, "8").build(), TRAIN, namespace))
                .worst()
                .notes())
        .containsExactly(
            "the annotation "
                + annotation
                + " of its namespace is for the plug-in PodTolerationRestriction, which is not"
                + " modelled, and may have changed or denied it");
  }

  @Test
  void missing_pods_are_demand_for_nodes_that_they_will_tolerate() {
    Cluster cluster = ClusterFixture.cluster(tainted("v1.34.1-eks-c39b1d0"), TRAIN);
    DividedResource gpus = DividedResource.of(ResourceName.of(GPU));
    CapacityPolicy policy =
        CapacityPolicy.proportional("p", List.of(Tenant.of("a", 1, "team-a")), List.of(gpus));

    assertThat(TenantDemands.of(cluster, TenantCapacity.of(cluster, policy)))
        .singleElement()
        .satisfies(d -> assertThat(d.unservable()).isEmpty())
        .extracting((TenantDemand d) -> d.total(gpus).toString())
        .isEqualTo("8");
  }

  @Test
  void nodes_are_not_withheld_from_templates_whose_pods_may_tolerate_them() {
    assertThat(GapFinder.find(simulation(tainted("v1.36.2"), TRAIN)))
        .extracting(f -> f.gap().kind())
        .contains(GapKind.NoEligibleNode)
        .doesNotContain(GapKind.CapacityWithheld);
  }

  private static Explanation explained(String kubelet) {
    return explained(simulation(tainted(kubelet), TRAIN));
  }

  private static Explanation explained(Simulation simulation) {
    return Explainer.ofWorkload(
        simulation, simulation.workloads().workloadOf(TRAIN.reference()).orElseThrow());
  }

  private static ApiObject tainted(String kubelet) {
    return node("a")
        .has(GPU, "8")
        .taint("nvidia.com/gpu", "present", "NoSchedule")
        .kubelet(kubelet)
        .build();
  }
}

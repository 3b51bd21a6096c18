package dev.plimsoll.model.whatif;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Device;
import dev.plimsoll.kubernetes.object.DeviceClaim;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.DeviceNodes;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodResourceClaim;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaimTemplate;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TemplateClaimsTest {
  private static final DeviceClaim ONE_GPU =
      new DeviceClaim(
          List.of(
              new DeviceRequest(
                  "gpu", List.of(DeviceSubRequest.of("gpus", "ExactCount", 1)), false)),
          List.of());

  private static final ResourceName DEVICES =
      ResourceName.of("gpus.deviceclass.resource.k8s.io/devices");

  private static ClusterBuilder twoGpus() {
    return Cluster.builder(Instant.EPOCH)
        .add(new Namespace(ObjectMeta.of("", "team-a")))
        .add(node("a").build())
        .add(new DeviceClass(ObjectMeta.of("", "gpus"), List.of(), ""))
        .add(
            new ResourceSlice(
                ObjectMeta.of("", "slice"),
                "gpu.example.com",
                new ResourceSlice.Pool("a", 1, 1),
                new DeviceNodes("a", Optional.empty(), false),
                false,
                List.of(device("gpu-0"), device("gpu-1")),
                List.of()))
        .listed(Node.RESOURCE)
        .listed(Pod.RESOURCE)
        .listed(PriorityClass.RESOURCE)
        .listed(ResourceSlice.RESOURCE)
        .listed(DeviceClass.RESOURCE)
        .listed(ResourceClaim.RESOURCE);
  }

  private static Device device(String name) {
    return new Device(
        name, Map.of(), Map.of(), List.of(), DeviceNodes.NONE, List.of(), false, List.of(), false);
  }

  private static Pod claiming(String name) {
    return pod(name)
        .spec(s -> s.resourceClaims(List.of(new PodResourceClaim("gpu", "", "one-gpu"))))
        .build();
  }

  private static Simulation simulation(ClusterBuilder cluster) {
    return Simulation.of(cluster.build(), AdmissionChain.standard(), DefaultPlugins.scheduler());
  }

  @Test
  void every_pod_gets_a_claim_of_its_own_and_a_device_goes_to_one() {
    Simulation simulation =
        simulation(
            twoGpus()
                .add(new ResourceClaimTemplate(ObjectMeta.of("team-a", "one-gpu"), ONE_GPU))
                .listed(ResourceClaimTemplate.RESOURCE));

    SimulationRun run =
        SimulationRun.create(
            simulation, IntStream.range(0, 3).mapToObj(i -> claiming("p" + i)).toList());

    assertThat(run.placed()).isEqualTo(2);
    assertThat(run.firstUnplaced().flatMap(Attempt::scheduleResult).orElseThrow().message())
        .startsWith("0/1 nodes are available: 1 cannot allocate all claims.");
    assertThat(run.after().cluster().list(ResourceClaim.class))
        .flatExtracting(c -> c.allocation().map(a -> a.results()).orElse(List.of()))
        .extracting(r -> r.device())
        .containsExactly("gpu-0", "gpu-1");
  }

  @Test
  void without_the_template_no_claim_is_made_and_nobody_looks_at_the_pod() {
    assertThat(
            simulation(twoGpus().listed(ResourceClaimTemplate.RESOURCE))
                .scheduleResultOf(claiming("p")))
        .isEqualTo(
            new ScheduleResult.Gated(
                "DynamicResources", List.of(), "pod \"team-a/p\": ResourceClaim not created yet"));
  }

  @Test
  void where_templates_were_not_read_nothing_is_known() {
    assertThat(simulation(twoGpus()).scheduleResultOf(claiming("p")))
        .isInstanceOfSatisfying(
            ScheduleResult.Unknown.class,
            unknown ->
                assertThat(unknown.unread().message())
                    .isEqualTo(
                        "resourceclaimtemplates.resource.k8s.io of namespace team-a were not"
                            + " read"));
  }

  private static PodFit fit(ApiObject... others) {
    ClusterBuilder cluster =
        twoGpus()
            .add(new ResourceClaimTemplate(ObjectMeta.of("team-a", "one-gpu"), ONE_GPU))
            .addAll(List.of(others))
            .listed(ResourceClaimTemplate.RESOURCE)
            .listed(ResourceQuota.RESOURCE)
            .listed(LimitRange.RESOURCE);
    return PodFit.of(simulation(cluster), claiming("p"), 5);
  }

  @Test
  void as_many_pods_fit_as_there_are_devices_for_their_claims() {
    PodFit fit = fit();

    assertThat(fit.admitted()).isEqualTo(5);
    assertThat(fit.placeable()).isEqualTo(2);
    assertThat(fit.nodes()).isEqualTo(Map.of("a", 2));
    assertThat(fit.failure().map(ScheduleResult::message).orElse(""))
        .startsWith("0/1 nodes are available: 1 cannot allocate all claims.");
  }

  @Test
  void a_quota_on_devices_stops_the_pods_whose_claims_it_denies() {
    Resources one = Resources.of(DEVICES, Quantity.of(1));
    PodFit fit =
        fit(
            new ResourceQuota(
                ObjectMeta.of("team-a", "devices"),
                ResourceQuotaSpec.of(one),
                new ResourceQuotaStatus(one, Resources.of(DEVICES, Quantity.ZERO))));

    assertThat(fit.admitted()).isEqualTo(1);
    assertThat(fit.denial().map(AdmissionReport::message).orElse(""))
        .isEqualTo(
            "resourceclaims.resource.k8s.io \"p-2-gpu\" is forbidden: exceeded quota: devices,"
                + " requested: gpus.deviceclass.resource.k8s.io/devices=1, used:"
                + " gpus.deviceclass.resource.k8s.io/devices=1, limited:"
                + " gpus.deviceclass.resource.k8s.io/devices=1");
  }
}

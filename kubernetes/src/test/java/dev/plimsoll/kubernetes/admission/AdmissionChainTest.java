package dev.plimsoll.kubernetes.admission;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.cluster;
import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder.item;
import static dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder.limitRange;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.requirements;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.object.ServicePort;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane.Origin;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class AdmissionChainTest {
  private static final Pod POD = pod(container("c", "cpu=1", "cpu=2")).build();
  private static final ResourceQuota QUOTA =
      quota("q").hard("pods=2,memory=4Gi").used("pods=0,memory=1000Mi").build();

  @Test
  void a_stored_pod_is_charged_and_a_dry_run_is_not() {
    Cluster before = cluster(quota("q").hard("pods=1").used("pods=0").build());
    AdmissionRequest request = AdmissionRequest.create(POD);

    assertThat(used(admit(before, request).cluster())).hasToString("pods=1");
    AdmissionReport dryRun = admit(before, request.asDryRun());
    assertThat(dryRun.code()).isEqualTo(201);
    assertThat(used(dryRun.cluster())).hasToString("pods=0");
    assertThat(dryRun.cluster().list(Pod.class)).isEmpty();
  }

  @Test
  void a_dry_run_is_denied_like_any_request() {
    AdmissionReport report =
        admit(
            cluster(quota("q").hard("pods=0").used("pods=0").build()),
            AdmissionRequest.create(POD).asDryRun());

    assertThat(report.code()).isEqualTo(403);
    assertThat(report.message())
        .isEqualTo(
            "pods \"p\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=0, limited:"
                + " pods=0");
  }

  @Test
  void what_is_used_is_read_back_as_it_prints() {
    Pod pod = pod(container("c", "memory=100e6", "")).build();

    assertThat(used(admit(cluster(QUOTA), AdmissionRequest.create(pod)).cluster()))
        .hasToString("memory=1148576k,pods=1");
  }

  @Test
  void validation_comes_before_bounds_and_quotas() {
    Pod pod = pod(container("c", "cpu=3", "cpu=2")).build();

    assertThat(
            admit(
                    cluster(quota("q").hard("pods=0").used("pods=0").build()),
                    AdmissionRequest.create(pod))
                .code())
        .isEqualTo(422);
  }

  @Test
  void limit_ranges_are_taken_in_one_order_for_defaults_and_in_another_for_bounds() {
    LimitRange a = limitRange("a", item("Container").max("cpu=250m"));
    LimitRange b =
        limitRange("b", item("Container").defaultLimits("cpu=1500m"), item("Pod").ratio("cpu=1"));
    AdmissionRequest request = AdmissionRequest.create(pod(container("c", "cpu=200m", "")).build());
    UnaryOperator<List<LimitRange>> reversed = AdmissionChainTest::reversed;

    assertThat(admit(request, UnaryOperator.identity(), UnaryOperator.identity(), a, b))
        .contains("cpu max limit to request ratio per Pod is 1, but provided ratio is 1.250000");
    assertThat(admit(request, reversed, UnaryOperator.identity(), a, b))
        .contains("maximum cpu usage per Container is 250m, but limit is 1500m");
    assertThat(admit(request, reversed, reversed, a, b))
        .contains("cpu max limit to request ratio per Pod is 1, but provided ratio is 7.500000");
  }

  @Test
  void the_order_of_quotas_decides_which_one_is_named() {
    Cluster cluster =
        cluster(
            quota("a").hard("pods=0").used("pods=0").build(),
            quota("b").hard("pods=0").used("pods=0").build());
    AdmissionChain chain =
        AdmissionChain.standard()
            .withOrders(
                UnaryOperator.identity(), UnaryOperator.identity(), AdmissionChainTest::reversed);

    assertThat(chain.admit(cluster, AdmissionRequest.create(POD)).message())
        .contains("exceeded quota: b,");
    assertThat(admit(cluster, AdmissionRequest.create(POD)).message())
        .contains("exceeded quota: a,");
  }

  @Test
  void a_limit_range_that_came_after_the_pod_stands_in_the_way_of_a_resize() {
    Pod old = created(cluster(), POD);
    Pod bigger = pod(container("c", "cpu=1500m", "cpu=2")).build();
    AdmissionRequest resize = AdmissionRequest.resize(old, bigger);
    LimitRange later = limitRange("l", item("Container").defaultRequests("ephemeral-storage=1Gi"));

    assertThat(admit(cluster(old), resize).code()).isEqualTo(200);
    assertThat(admit(cluster(old, later), resize).message())
        .isEqualTo(
            "Pod \"p\" is invalid: spec: Forbidden: only cpu and memory resources are mutable");
  }

  @Test
  void a_resize_may_not_change_the_qos_class() {
    Pod old = created(cluster(), pod(container("c", "", "cpu=1,memory=1Gi")).build());
    Pod updated = pod(container("c", "cpu=500m,memory=1Gi", "cpu=1,memory=1Gi")).build();

    AdmissionReport report = admit(cluster(old), AdmissionRequest.resize(old, updated));

    assertThat(report.code()).isEqualTo(422);
    assertThat(report.message()).contains("Pod QOS Class may not change as a result of resizing");
  }

  @Test
  void bounds_hold_for_a_resize_too() {
    Pod old = created(cluster(), POD);
    Pod bigger = pod(container("c", "cpu=1", "cpu=4")).build();

    assertThat(
            admit(
                    cluster(old, limitRange("l", item("Pod").max("cpu=3"))),
                    AdmissionRequest.resize(old, bigger))
                .message())
        .isEqualTo("pods \"p\" is forbidden: maximum cpu usage per Pod is 3, but limit is 4");
  }

  @Test
  void nothing_is_created_in_a_namespace_that_is_going() {
    Namespace going =
        new Namespace(
            ObjectMeta.builder()
                .name("team-a")
                .deletionTimestamp(Optional.of(ClusterFixture.NOW))
                .build());

    assertThat(admit(cluster(going), AdmissionRequest.create(POD)).message())
        .isEqualTo(
            "pods \"p\" is forbidden: unable to create new content in namespace team-a because it"
                + " is being terminated");
  }

  @Test
  void a_gated_pod_is_charged_and_says_that_it_is_gated() {
    Pod gated = POD.withSpec(POD.spec().withSchedulingGates(List.of("example.com/wait")));

    AdmissionReport report =
        admit(
            cluster(quota("q").hard("pods=1").used("pods=0").build()),
            AdmissionRequest.create(gated));

    assertThat(used(report.cluster())).hasToString("pods=1");
    assertThat(((Pod) report.object()).status().condition("PodScheduled").map(Condition::reason))
        .contains("SchedulingGated");
  }

  @Test
  void what_belongs_to_load_balancers_goes_when_a_service_is_one_no_more() {
    Service internal = service("LoadBalancer", Optional.of(false));
    Service exposed = service("NodePort", Optional.of(false));

    ApiObject stored =
        admit(cluster(internal), AdmissionRequest.update(internal, exposed)).object();

    assertThat(((Service) stored).allocateLoadBalancerNodePorts()).isEmpty();
  }

  @Test
  void the_ceilings_of_a_quota_are_in_force_only_once_the_controller_has_seen_them() {
    ResourceQuota raised = QUOTA.withSpec(QUOTA.spec().withHard(list("pods=9")));

    AdmissionReport report = admit(cluster(QUOTA), AdmissionRequest.update(QUOTA, raised));

    assertThat(report.cluster().find(ResourceQuota.class, "team-a", "q"))
        .hasValueSatisfying(
            q -> {
              assertThat(q.spec().hard()).isEqualTo(list("pods=9"));
              assertThat(q.status()).isEqualTo(QUOTA.status());
            });
  }

  /** As recorded of an API server of Kubernetes 1.36.2. */
  @Test
  void what_limit_ranges_give_containers_counts_for_the_pod_as_a_whole_once_it_is_stored() {
    LimitRange limitRange =
        limitRange(
            "l",
            item("Container")
                .defaultRequests("cpu=100m,hugepages-2Mi=2Mi")
                .defaultLimits("hugepages-2Mi=2Mi"));
    Pod pod = pod(container("c", "", "")).resources("", "memory=1Gi").build();

    AdmissionReport report = admit(cluster(limitRange), AdmissionRequest.create(pod));

    assertThat(report.code()).isEqualTo(201);
    assertThat(((Pod) report.object()).spec().resources())
        .contains(
            requirements("cpu=100m,hugepages-2Mi=2Mi,memory=1Gi", "hugepages-2Mi=2Mi,memory=1Gi"));
    assertThat(report.cluster().list(Pod.class)).containsExactly(stored((Pod) report.object()));
  }

  @Test
  void a_pods_own_resources_and_claims_are_dropped_where_their_gates_are_off() {
    Pod pod =
        pod(container("c", "cpu=1", ""))
            .resources("cpu=4", "cpu=4")
            .spec(s -> s.resourceClaims(List.of(new PodResourceClaim("gpu", "g", ""))))
            .build();
    Cluster v133 =
        cluster(quota("q").hard("requests.cpu=2").used("requests.cpu=0").build())
            .withControlPlane(KubernetesControlPlane.of(KubernetesVersion.V1_33, Origin.OPTION));

    AdmissionReport report = admit(v133, AdmissionRequest.create(pod));

    Pod stored = (Pod) report.object();
    assertThat(stored.spec().resources()).isEmpty();
    assertThat(stored.spec().resourceClaims()).isEmpty();
    assertThat(stored.status().qosClass()).isEqualTo("Burstable");
    assertThat(used(report.cluster())).hasToString("requests.cpu=1");
  }

  @Test
  void what_an_older_api_server_does_not_serve_is_not_found() {
    Cluster v131 =
        cluster()
            .withControlPlane(KubernetesControlPlane.of(KubernetesVersion.V1_31, Origin.OPTION));
    Pod stored = stored(POD);

    AdmissionReport resize =
        admit(v131, AdmissionRequest.update(stored, stored).onSubresource("resize"));
    AdmissionReport claim =
        admit(
            v131,
            AdmissionRequest.create(ResourceClaim.of(ObjectMeta.of("team-a", "c"), List.of())));

    assertThat(resize.code()).isEqualTo(404);
    assertThat(resize.reason()).isEqualTo("NotFound");
    assertThat(resize.message()).isEqualTo("the server could not find the requested resource");
    assertThat(claim.code()).isEqualTo(404);
    assertThat(claim.message()).isEqualTo("404 page not found");
  }

  @Test
  void values_that_are_invalid_are_printed_as_go_does_up_to_1_33() {
    AdmissionRequest request =
        AdmissionRequest.create(
            new ResourceQuota(
                ObjectMeta.of("team-a", "q"),
                new ResourceQuotaSpec(list("gpu=1"), List.of("BestEffort", "Now"), List.of()),
                ResourceQuotaStatus.NONE));
    Cluster cluster = cluster();
    Cluster v133 =
        cluster.withControlPlane(KubernetesControlPlane.of(KubernetesVersion.V1_33, Origin.OPTION));

    assertThat(admit(v133, request).message())
        .contains(
            "spec.hard[gpu]: Invalid value: gpu: must be a standard resource for quota",
            "spec.scopes: Invalid value: []core.ResourceQuotaScope{\"BestEffort\", \"Now\"}:"
                + " unsupported scope");
    assertThat(admit(cluster, request).message())
        .contains(
            "spec.hard[gpu]: Invalid value: \"gpu\": must be a standard resource for quota",
            "spec.scopes: Invalid value: [\"BestEffort\",\"Now\"]: unsupported scope");
  }

  private static Pod stored(Pod pod) {
    return pod.withMetadata(pod.metadata().withResourceVersion("1"));
  }

  private static AdmissionReport admit(Cluster cluster, AdmissionRequest request) {
    return AdmissionChain.standard().admit(cluster, request);
  }

  private static String admit(
      AdmissionRequest request,
      UnaryOperator<List<LimitRange>> defaults,
      UnaryOperator<List<LimitRange>> bounds,
      LimitRange... limitRanges) {
    return AdmissionChain.standard()
        .withOrders(defaults, bounds, UnaryOperator.identity())
        .admit(cluster(limitRanges), request)
        .message();
  }

  private static Pod created(Cluster cluster, Pod pod) {
    return admit(cluster, AdmissionRequest.create(pod))
        .cluster()
        .find(Pod.class, pod.namespace(), pod.name())
        .orElseThrow();
  }

  private static Object used(Cluster cluster) {
    return cluster.find(ResourceQuota.class, "team-a", "q").orElseThrow().status().used();
  }

  private static <T> List<T> reversed(List<T> items) {
    List<T> reversed = new ArrayList<>(items);
    Collections.reverse(reversed);
    return reversed;
  }

  private static Service service(String type, Optional<Boolean> allocate) {
    return new Service(
        ObjectMeta.builder().namespace("team-a").name("s").resourceVersion("1").build(),
        type,
        List.of(new ServicePort(80, 0)),
        allocate);
  }
}

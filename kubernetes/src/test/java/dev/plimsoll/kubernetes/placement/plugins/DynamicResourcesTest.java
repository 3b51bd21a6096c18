package dev.plimsoll.kubernetes.placement.plugins;

import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.sidecar;
import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Device;
import dev.plimsoll.kubernetes.object.DeviceAllocation;
import dev.plimsoll.kubernetes.object.DeviceAttribute;
import dev.plimsoll.kubernetes.object.DeviceBinding;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.DeviceNodes;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceTaint;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodResourceClaim;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaimTemplate;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.placement.dra.DeviceShortage;
import dev.plimsoll.kubernetes.placement.framework.NodeFilter;
import dev.plimsoll.kubernetes.placement.framework.PreFilterResult;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.RejectionDetail;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane.Origin;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DynamicResourcesTest {
  private static final String GPU = "example.com/gpu";
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

  private static PodBuilder claiming(String claim) {
    return pod("p")
        .spec(s -> s.resourceClaims(List.of(new PodResourceClaim("devices", claim, ""))));
  }

  private static ResourceClaim claim(String name, String deviceClass) {
    return ResourceClaim.of(
        ObjectMeta.of("team-a", name),
        List.of(
            new DeviceRequest(
                "gpu",
                List.of(DeviceRequest.DeviceSubRequest.of(deviceClass, "ExactCount", 1)),
                false)));
  }

  private static DeviceClass gpus() {
    return new DeviceClass(ObjectMeta.of("", "gpus"), List.of(), GPU);
  }

  private static String message(ScheduleResult scheduleResult) {
    return scheduleResult instanceof ScheduleResult.Unschedulable rejected
        ? rejected.message()
        : "";
  }

  private static Device device(String name) {
    return new Device(
        name,
        Map.of("model", new DeviceAttribute.Text(name)),
        Map.of(),
        List.of(),
        DeviceNodes.NONE,
        List.of(),
        false,
        List.of(),
        false);
  }

  private static ResourceSlice slice(String node, Device... devices) {
    return new ResourceSlice(
        ObjectMeta.of("", "slice-" + node),
        "gpu.example.com",
        new ResourceSlice.Pool(node, 1, 1),
        new DeviceNodes(node, Optional.empty(), false),
        false,
        List.of(devices),
        List.of());
  }

  private static ScheduleResult schedule(Pod pod, ApiObject... objects) {
    return DefaultPlugins.scheduler().schedule(snapshot(objects), pod);
  }

  private static Snapshot snapshot(ApiObject... objects) {
    return snapshot(Instant.EPOCH, objects);
  }

  private static Snapshot snapshot(Instant now, ApiObject... objects) {
    return Snapshot.of(
        Cluster.builder(now)
            .addAll(List.of(objects))
            .listed(ResourceSlice.RESOURCE)
            .listed(DeviceClass.RESOURCE)
            .listed(ResourceClaim.RESOURCE)
            .listed(ResourceClaimTemplate.RESOURCE)
            .build());
  }

  @Test
  void a_pod_whose_claim_does_not_exist_is_not_looked_at() {
    assertThat(schedule(claiming("unknown").build(), node("a").build(), gpus()))
        .isEqualTo(
            new ScheduleResult.Gated(
                "DynamicResources", List.of(), "could not find ResourceClaim \"team-a/unknown\""));
  }

  @Test
  void a_pod_whose_template_made_no_claim_yet_is_not_looked_at() {
    Pod pod =
        pod("p")
            .spec(s -> s.resourceClaims(List.of(new PodResourceClaim("devices", "", "template"))))
            .build();

    assertThat(schedule(pod, node("a").build(), gpus()))
        .isEqualTo(
            new ScheduleResult.Gated(
                "DynamicResources", List.of(), "pod \"team-a/p\": ResourceClaim not created yet"));
  }

  @Test
  void a_claim_that_names_no_class_refuses_the_pod() {
    assertThat(
            message(
                schedule(
                    claiming("known").build(), node("a").build(), claim("known", "gone"), gpus())))
        .isEqualTo(
            "0/1 nodes are available: request gpu: device class gone does not exist. no new claims"
                + " to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful"
                + " for scheduling.");
  }

  @Test
  void a_device_that_one_claim_has_is_not_given_to_another() {
    ApiObject[] objects = {
      node("a").build(), node("b").build(), gpus(), slice("a", device("gpu-0")), claim("c", "gpus")
    };
    Pod pod = claiming("c").build();
    assertThat(schedule(pod, objects))
        .isInstanceOfSatisfying(
            ScheduleResult.Feasible.class, f -> assertThat(f.nodes()).containsExactly("a"));

    Snapshot snapshot = snapshot(objects);
    Cluster taken = new DynamicResources().reserve(snapshot, pod, snapshot.node("a").orElseThrow());
    assertThat(
            message(
                DefaultPlugins.scheduler()
                    .schedule(
                        Snapshot.of(taken.with(claim("other", "gpus"))),
                        claiming("other").build())))
        .startsWith("0/2 nodes are available: 2 cannot allocate all claims.");
  }

  @Test
  void an_expression_that_fails_for_a_device_gives_the_pod_up() {
    DeviceClass picky =
        new DeviceClass(
            ObjectMeta.of("", "gpus"),
            List.of("device.attributes['gpu.example.com'].memory == 'much'"),
            "");

    assertThat(
            message(
                schedule(
                    claiming("c").build(),
                    node("a").build(),
                    picky,
                    slice("a", device("gpu-0")),
                    claim("c", "gpus"))))
        .isEqualTo(
            "running \"DynamicResources\" filter plugin: class gpus: selector #0: CEL runtime"
                + " error: no such key: memory");
  }

  @Test
  void where_slices_were_not_read_devices_are_assumed_and_that_is_said() {
    ClusterFixture clusterFixture =
        ClusterFixture.of(node("a")).with(claim("known", "gpus"), gpus());

    assertThat(clusterFixture.schedule(claiming("known")).assumptions())
        .singleElement()
        .asString()
        .startsWith("The snapshot has no ResourceSlices");
  }

  @Test
  void a_resource_of_a_device_class_is_taken_from_devices_where_a_node_has_none_itself() {
    Pod busy = pod("busy").requests(GPU, "1").on("a").build();

    assertThat(
            schedule(
                pod("p").requests(GPU, "1").build(),
                node("a").has(GPU, "1").build(),
                node("b").build(),
                node("c").build(),
                gpus(),
                busy,
                slice("b", device("gpu-0"))))
        .isInstanceOfSatisfying(
            ScheduleResult.Feasible.class, f -> assertThat(f.nodes()).containsExactly("b"));
  }

  @Test
  void where_no_node_publishes_devices_a_resource_of_a_device_class_cant_be_had() {
    Pod wanting = pod("p").requests(GPU, "1").build();
    Snapshot snapshot =
        Snapshot.of(
            Cluster.builder(Instant.EPOCH)
                .add(node("a").build())
                .add(gpus())
                .listed(ResourceSlice.RESOURCE)
                .build());

    assertThat(message(DefaultPlugins.scheduler().schedule(snapshot, wanting)))
        .isEqualTo(
            "0/1 nodes are available: 1 cannot allocate all claims. still not schedulable,"
                + " preemption: 0/1 nodes are available: 1 Preemption is not helpful for"
                + " scheduling.");
  }

  @Test
  void a_claim_of_an_earlier_attempt_keeps_its_pod_from_nodes_and_is_deleted() {
    Pod pod = pod("p").requests(GPU, "1").build();

    assertThat(
            message(
                schedule(
                    pod,
                    node("a").build(),
                    gpus(),
                    slice("a", device("gpu-0")),
                    leftover("p-extended-resources-abc", pod.metadata().uid()))))
        .isEqualTo(
            "0/1 nodes are available: 1 cannot schedule extended resource claim. deletion of"
                + " ResourceClaim completed, preemption: 0/1 nodes are available: 1 Preemption is"
                + " not helpful for scheduling.");
  }

  @Test
  void a_claim_of_a_replaced_pod_of_the_same_name_keeps_no_pod_from_nodes() {
    Pod pod = pod("p").requests(GPU, "1").build();

    assertThat(
            schedule(
                pod,
                node("a").build(),
                gpus(),
                slice("a", device("gpu-0")),
                leftover("p-extended-resources-abc", "another")))
        .isInstanceOf(ScheduleResult.Feasible.class);
  }

  private static ResourceClaim leftover(String name, String uid) {
    return claim(name, "gpus")
        .withMetadata(
            ObjectMeta.builder()
                .namespace("team-a")
                .name(name)
                .annotations(Map.of(ResourceClaim.EXTENDED_RESOURCE_ANNOTATION, "true"))
                .owners(List.of(new OwnerReference("v1", "Pod", "p", uid, true)))
                .build());
  }

  @Test
  void a_claim_whose_device_failed_to_be_prepared_is_available_nowhere() {
    assertThat(message(schedule(NOW, prepared(NOW, Optional.of(Set.of("Attached", "Broken"))))))
        .isEqualTo(
            "0/1 nodes are available: 1 resourceclaim not available on the node. deallocation of"
                + " ResourceClaim completed, preemption: 0/1 nodes are available: 1 Preemption is"
                + " not helpful for scheduling.");
  }

  @Test
  void a_claim_whose_driver_takes_more_than_ten_minutes_is_available_nowhere() {
    ResourceClaim claim = prepared(NOW.minusSeconds(601), Optional.empty());

    assertThat(message(schedule(NOW, claim))).contains("1 resourceclaim not available on the node");
  }

  @Test
  void a_claim_whose_driver_still_works_is_assumed_to_be_ready() {
    ResourceClaim claim = prepared(NOW.minusSeconds(600), Optional.of(Set.of()));

    assertThat(schedule(NOW, claim))
        .isInstanceOfSatisfying(
            ScheduleResult.Feasible.class,
            f ->
                assertThat(f.assumptions())
                    .containsExactly(
                        "The driver still prepares the devices of claim c; assuming that it"
                            + " succeeds."));
  }

  @Test
  void a_claim_whose_devices_are_prepared_is_available() {
    assertThat(schedule(NOW, prepared(Instant.EPOCH, Optional.of(Set.of("Attached")))))
        .isInstanceOfSatisfying(
            ScheduleResult.Feasible.class, f -> assertThat(f.assumptions()).isEmpty());
  }

  @Test
  void before_conditions_for_binding_a_claim_with_devices_is_available() {
    Cluster cluster =
        snapshot(NOW, node("a").build(), gpus(), prepared(Instant.EPOCH, Optional.empty()))
            .cluster()
            .withControlPlane(KubernetesControlPlane.of(KubernetesVersion.V1_35, Origin.OPTION));

    assertThat(DefaultPlugins.scheduler().schedule(Snapshot.of(cluster), claiming("c").build()))
        .isInstanceOf(ScheduleResult.Feasible.class);
  }

  @Test
  void since_1_37_rules_that_may_taint_a_device_are_named_as_unread() {
    Cluster cluster =
        snapshot(NOW, node("a").build(), gpus(), slice("a", device("gpu-0")), claim("c", "gpus"))
            .cluster()
            .withControlPlane(KubernetesControlPlane.of(KubernetesVersion.V1_37, Origin.OPTION));

    assertThat(
            DefaultPlugins.scheduler()
                .schedule(Snapshot.of(cluster), claiming("c").build())
                .assumptions())
        .containsExactly("DeviceTaintRules are not read; assuming that none taints a device.");
  }

  private static ScheduleResult schedule(Instant now, ResourceClaim claim) {
    return DefaultPlugins.scheduler()
        .schedule(
            snapshot(now, node("a").build(), gpus(), slice("a", device("gpu-0")), claim),
            claiming("c").build());
  }

  /** Returns a claim with a device that must be attached and must not be broken. */
  private static ResourceClaim prepared(Instant allocatedAt, Optional<Set<String>> reported) {
    DeviceBinding binding =
        new DeviceBinding(
            Optional.of(allocatedAt),
            List.of(
                new DeviceBinding.AllocatedDevice(
                    List.of("Attached"), List.of("Broken"), reported)));
    return new ResourceClaim(
        ObjectMeta.of("team-a", "c"),
        claim("c", "gpus").devices(),
        Optional.of(new DeviceAllocation(List.of(), Optional.empty(), binding)),
        Set.of());
  }

  /** As {@code computeScore}: 8 for the first alternative, one less for each that follows. */
  @Test
  void the_node_with_devices_of_an_earlier_alternative_is_better() {
    DeviceClass fast = new DeviceClass(ObjectMeta.of("", "fast"), List.of(ofModel("fast")), "");
    DeviceClass slow = new DeviceClass(ObjectMeta.of("", "slow"), List.of(ofModel("slow")), "");
    ResourceClaim claim =
        ResourceClaim.of(
            ObjectMeta.of("team-a", "c"),
            List.of(
                new DeviceRequest(
                    "gpu", List.of(alternative("one", "fast"), alternative("two", "slow")), true),
                new DeviceRequest("any", List.of(alternative("one", "fast")), true)));
    ApiObject[] objects = {
      node("a").build(),
      node("b").build(),
      node("c").build(),
      fast,
      slow,
      slice("a", device("fast"), device("fast-2")),
      slice("b", device("slow"), device("fast")),
      claim
    };

    assertThat(scores(snapshot(objects), claiming("c")))
        .as("8 + 8, 7 + 8 and nothing, of 16")
        .containsExactly(100, 93, 0);
    assertThat(scores(snapshot(objects), pod("p"))).isEmpty();
    assertThat(
            scores(
                snapshot(node("a").build(), fast, slice("a", device("fast")), claim("c", "fast")),
                claiming("c")))
        .as("no alternatives")
        .isEmpty();
    Snapshot before =
        Snapshot.of(
            snapshot(objects)
                .cluster()
                .withControlPlane(
                    KubernetesControlPlane.of(KubernetesVersion.V1_33, Origin.OPTION)));
    assertThat(scores(before, claiming("c"))).isEmpty();
  }

  @Test
  void what_a_claim_has_already_counts_for_its_alternative() {
    ResourceClaim open =
        ResourceClaim.of(
            ObjectMeta.of("team-a", "c"),
            List.of(
                new DeviceRequest(
                    "gpu", List.of(alternative("one", "gpus"), alternative("two", "gpus")), true)));
    ResourceClaim taken =
        open.withMetadata(ObjectMeta.of("team-a", "taken"))
            .reserved(
                new DeviceAllocation(
                    List.of(
                        new DeviceAllocation.Result(
                            "gpu/two", "gpu.example.com", "a", "x", false, false, Map.of())),
                    Optional.empty()),
                pod("other").build());
    PodBuilder pod =
        pod("p")
            .spec(
                s ->
                    s.resourceClaims(
                        List.of(
                            new PodResourceClaim("t", "taken", ""),
                            new PodResourceClaim("c", "c", ""))));

    assertThat(
            scores(
                snapshot(
                    node("a").build(),
                    node("b").build(),
                    gpus(),
                    slice("a", device("g")),
                    open,
                    taken),
                pod))
        .as("7 + 8, and 7 alone")
        .containsExactly(100, 46);
  }

  private static long[] scores(Snapshot snapshot, PodBuilder pod) {
    return new DynamicResources().score(snapshot.podInfo(pod.build()), snapshot, snapshot.nodes());
  }

  private static String ofModel(String model) {
    return "device.attributes['gpu.example.com'].model.startsWith('" + model + "')";
  }

  private static DeviceRequest.DeviceSubRequest alternative(String name, String deviceClass) {
    return new DeviceRequest.DeviceSubRequest(
        name, deviceClass, List.of(), "ExactCount", 1, false, List.of(), Map.of());
  }

  /** As {@code createRequestsAndMappings} and {@code createResourceRequestAndMappings} have it. */
  @Test
  void an_init_container_that_ends_uses_what_later_containers_have_before_it_asks_for_more() {
    PodSpec spec =
        pod(container("main", GPU + "=1,cpu=1", ""), container("other", "cpu=1", ""))
            .initContainers(
                container("most", GPU + "=4", ""),
                sidecar("stays", "a.example.com/x=1," + GPU + "=2", ""),
                container("enough", GPU + "=1", ""),
                container("more", GPU + "=2", ""),
                container("part", GPU + "=500m", ""))
            .build()
            .spec();

    assertThat(ExtendedResourceRequests.of(spec, Map.of(ResourceName.of(GPU), gpus())))
        .extracting(r -> r.name() + " " + r.alternatives().get(0).count())
        .containsExactly(
            "container-0-request-0 1", "container-1-request-1 2", "container-5-request-1 1");
    PodSpec larger =
        pod(container("main", "", ""))
            .initContainers(container("i", GPU + "=2", ""), container("j", GPU + "=3", ""))
            .build()
            .spec();
    assertThat(ExtendedResourceRequests.of(larger, Map.of(ResourceName.of(GPU), gpus())))
        .extracting(r -> r.name() + " " + r.alternatives().get(0).count())
        .containsExactly("container-1-request-0 3");
    assertThat(
            ExtendedResourceRequests.of(
                pod(container("main", "", ""))
                    .initContainers(container("i", GPU + "=3", ""), container("j", GPU + "=3", ""))
                    .build()
                    .spec(),
                Map.of(ResourceName.of(GPU), gpus())))
        .extracting(DeviceRequest::name)
        .containsExactly("container-0-request-0");
    assertThat(
            ExtendedResourceRequests.of(
                pod(container("main", GPU + "=1", ""), container("b", "a.example.com/x=1", ""))
                    .build()
                    .spec(),
                Map.of(ResourceName.of(GPU), gpus(), ResourceName.of("a.example.com/x"), gpus())))
        .extracting(DeviceRequest::name)
        .containsExactly("container-0-request-0", "container-1-request-0");
  }

  @Test
  void of_the_classes_that_serve_a_resource_the_newest_does() {
    DeviceClass old = createdAt("a", 1);
    DeviceClass recent = createdAt("b", 2);
    DeviceClass other = new DeviceClass(ObjectMeta.of("", "c"), List.of(), "example.com/other");
    DeviceClasses classes = new DeviceClasses(List.of(other, old, recent));

    assertThat(classes.find(ResourceName.of(GPU))).contains(recent);
    assertThat(classes.find(ResourceName.of("deviceclass.resource.kubernetes.io/a"))).contains(old);
    assertThat(classes.find(ResourceName.of("example.com/none"))).isEmpty();
  }

  private static DeviceClass createdAt(String name, long second) {
    return new DeviceClass(
        ObjectMeta.builder()
            .name(name)
            .creationTimestamp(Optional.of(Instant.ofEpochSecond(second)))
            .build(),
        List.of(),
        GPU);
  }

  @Test
  void slices_classes_and_claims_must_be_read_for_a_pod_that_may_get_devices() {
    Requirement[] devices = {
      Requirement.all(ResourceSlice.RESOURCE),
      Requirement.all(DeviceClass.RESOURCE),
      Requirement.all(ResourceClaim.RESOURCE)
    };
    PodBuilder templated =
        pod("p")
            .spec(s -> s.resourceClaims(List.of(new PodResourceClaim("devices", "", "template"))));
    PodBuilder wanting = pod("p").requests(GPU, "1");
    ResourceSlice slice = slice("a", device("g"));
    Requirement templates = Requirement.in("team-a", ResourceClaimTemplate.RESOURCE);

    assertThat(required(claiming("c"))).containsExactly(devices);
    assertThat(required(wanting, gpus())).containsExactly(devices);
    assertThat(required(templated)).contains(templates).contains(devices);
    assertThat(required(templated, templated.build())).containsExactly(devices);
    assertThat(required(wanting)).isEmpty();
    assertThat(required(wanting, slice)).containsExactly(devices[1]);
    assertThat(required(pod("p").requests("cpu", "1"), slice)).isEmpty();
    assertThat(required(pod("p").requests("cpu", "1"), gpus())).isEmpty();
    Snapshot disabled =
        Snapshot.of(
            Cluster.builder(Instant.EPOCH)
                .controlPlane(KubernetesControlPlane.of(KubernetesVersion.V1_33, Origin.OPTION))
                .build());
    assertThat(
            new DynamicResources().requirements(disabled.podInfo(claiming("c").build()), disabled))
        .isEmpty();
  }

  private static List<Requirement> required(PodBuilder pod, ApiObject... objects) {
    Snapshot snapshot =
        Snapshot.of(Cluster.builder(Instant.EPOCH).addAll(List.of(objects)).build());
    return new DynamicResources().requirements(snapshot.podInfo(pod.build()), snapshot);
  }

  /** As {@code foreachPodResourceClaim} of dynamicresources.go has it. */
  @Test
  void a_claim_that_is_going_or_not_the_pods_own_keeps_it_from_the_queue() {
    ResourceClaim claim = claim("c", "gpus");
    ResourceClaim going =
        claim.withMetadata(
            claim.metadata().with().deletionTimestamp(Optional.of(Instant.EPOCH)).build());
    ResourceClaim owned =
        claim.withMetadata(
            claim
                .metadata()
                .with()
                .owners(List.of(new OwnerReference("v1", "Pod", "p", "u", true)))
                .build());
    PodBuilder made =
        pod("p")
            .uid("u")
            .spec(s -> s.resourceClaims(List.of(new PodResourceClaim("devices", "", "template"))))
            .status(s -> s.resourceClaims(Map.of("devices", "c")));
    PodBuilder needless = pod(made.build()).status(s -> s.resourceClaims(Map.of("devices", "")));

    assertThat(problem(claiming("c"), going)).isEqualTo("resourceclaim \"c\" is being deleted");
    assertThat(problem(made, claim))
        .isEqualTo("ResourceClaim team-a/c was not created for Pod team-a/p (Pod is not owner)");
    assertThat(problem(made, owned)).isEmpty();
    assertThat(problem(claiming("c"), claim)).isEmpty();
    assertThat(problem(needless)).isEmpty();
    assertThat(List.of(made.build(), claiming("c").build(), needless.build()))
        .noneMatch(PodDeviceClaims::lacksClaim);
  }

  private static String problem(PodBuilder pod, ApiObject... claims) {
    return PodDeviceClaims.of(pod.build(), snapshot(claims).cluster()).problem();
  }

  @Test
  void alternatives_need_their_feature_gate_and_each_class_must_exist() {
    ResourceClaim listed =
        ResourceClaim.of(
            ObjectMeta.of("team-a", "c"),
            List.of(
                new DeviceRequest(
                    "gpu", List.of(alternative("one", "gpus"), alternative("two", "gone")), true)));
    Cluster cluster = snapshot(listed, gpus()).cluster();
    Cluster before =
        cluster.withControlPlane(KubernetesControlPlane.of(KubernetesVersion.V1_33, Origin.OPTION));

    assertThat(missing(cluster)).contains("request gpu/two: device class gone does not exist");
    assertThat(missing(before))
        .contains(
            "resource claim team-a/c, request gpu: has subrequests, but the DRAPrioritizedList"
                + " feature is disabled");
    assertThat(missing(snapshot(claim("c", "gpus"), gpus()).cluster())).isEmpty();
    assertThat(missing(before.with(claim("c", "gpus")))).isEmpty();
    assertThat(missing(snapshot(prepared(NOW, Optional.empty())).cluster())).isEmpty();
  }

  private static Optional<String> missing(Cluster cluster) {
    return PodDeviceClaims.of(claiming("c").build(), cluster).missingClass(cluster);
  }

  /** As {@code PostFilter} of dynamicresources.go deallocates. */
  @Test
  void a_claim_on_another_node_is_deallocated_if_no_other_pod_has_it() {
    PodBuilder pod = pod(claiming("c").build()).uid("u");
    String completed = "deallocation of ResourceClaim completed";
    String still = "still not schedulable";

    assertThat(unhelpful(pod, reservedElsewhere())).isEqualTo(completed);
    assertThat(unhelpful(pod, reservedElsewhere("u"))).isEqualTo(completed);
    assertThat(unhelpful(pod, reservedElsewhere("x"))).isEqualTo(still);
    assertThat(unhelpful(pod, reservedElsewhere("u", "x"))).isEqualTo(still);
    assertThat(unhelpful(pod.nodeSelector("no", "node"), reservedElsewhere())).isEqualTo(still);
    PodBuilder both =
        pod("p")
            .spec(
                s ->
                    s.resourceClaims(
                        List.of(
                            new PodResourceClaim("c", "c", ""),
                            new PodResourceClaim("here", "here", ""))));
    ResourceClaim here = prepared(NOW, Optional.of(Set.of("Attached")));
    assertThat(
            unhelpful(
                both, reservedElsewhere("x"), here.withMetadata(ObjectMeta.of("team-a", "here"))))
        .isEqualTo(still);
  }

  private static String unhelpful(PodBuilder pod, ResourceClaim... claims) {
    List<ApiObject> objects = new ArrayList<>(List.of(claims));
    objects.add(node("a").build());
    objects.add(gpus());
    String message = message(schedule(pod.build(), objects.toArray(ApiObject[]::new)));
    return message.replaceAll("^.*[.] (.*), preemption: .*$", "$1");
  }

  private static ResourceClaim reservedElsewhere(String... uids) {
    NodeSelector.Requirement elsewhere =
        new NodeSelector.Requirement("kubernetes.io/hostname", "In", List.of("elsewhere"));
    NodeSelector nodes =
        new NodeSelector(List.of(new NodeSelector.Term(List.of(elsewhere), List.of())));
    return new ResourceClaim(
        ObjectMeta.of("team-a", "c"),
        claim("c", "gpus").devices(),
        Optional.of(new DeviceAllocation(List.of(), Optional.of(nodes))),
        Set.of(uids));
  }

  @Test
  void why_a_node_gives_no_devices_is_told_in_detail() {
    Snapshot snapshot =
        snapshot(
            NOW,
            node("a").build(),
            gpus(),
            slice("a", device("g")),
            claim("two", "gpus"),
            prepared(NOW.minusSeconds(601), Optional.empty()),
            reservedElsewhere().withMetadata(ObjectMeta.of("team-a", "away")));

    assertThat(detail(snapshot, "away")).contains(new ClaimsElsewhere(List.of("away")));
    assertThat(detail(snapshot, "c")).contains(new ClaimsUnprepared(List.of("c")));
    assertThat(detail(snapshot, "c", "away")).contains(new ClaimsUnprepared(List.of("c")));
    assertThat(detail(snapshot, "two")).isEmpty();
    Snapshot ready =
        Snapshot.of(snapshot.cluster().with(prepared(NOW, Optional.of(Set.of("Attached")))));
    assertThat(detail(ready, "c", "away")).contains(new ClaimsElsewhere(List.of("away")));
    DeviceClass picky =
        new DeviceClass(
            ObjectMeta.of("", "gpus"),
            List.of("device.attributes['gpu.example.com'].memory == 'much'"),
            "");
    assertThat(detail(Snapshot.of(snapshot.cluster().with(picky)), "two")).isPresent();
    Snapshot none = Snapshot.of(snapshot.cluster().with(slice("a")));
    assertThat(detail(none, "two"))
        .hasValueSatisfying(d -> assertThat(d).isInstanceOf(DeviceShortage.class));
    assertThat(
            filter(none, claiming("two").build())
                .detail(none.node(0), Rejection.unresolvable("NodeName", "another")))
        .isEmpty();
    assertThat(
            filter(none, claiming("two").build())
                .detail(none.node(0), DynamicResourcesFilter.LEFTOVER))
        .isEmpty();
  }

  private static Optional<RejectionDetail> detail(Snapshot snapshot, String... claims) {
    Pod pod =
        pod("p")
            .spec(
                s ->
                    s.resourceClaims(
                        Stream.of(claims).map(c -> new PodResourceClaim(c, c, "")).toList()))
            .build();
    NodeFilter filter = filter(snapshot, pod);
    return filter.filter(snapshot.node(0)) instanceof Rejection rejection
        ? filter.detail(snapshot.node(0), rejection)
        : Optional.empty();
  }

  private static NodeFilter filter(Snapshot snapshot, Pod pod) {
    return ((PreFilterResult.Check)
            new DynamicResources().preFilter(snapshot.podInfo(pod), snapshot))
        .filter();
  }

  @Test
  void a_placed_pod_reserves_its_claims_and_has_one_for_its_extended_resources() {
    Snapshot snapshot =
        snapshot(node("a").build(), gpus(), slice("a", device("g")), reservedElsewhere("x"));
    Pod pod = pod(claiming("c").build()).uid("u").requests(GPU, "1").build();
    Pod wanting = pod("p").uid("u").requests(GPU, "1").build();

    Cluster claimed = new DynamicResources().reserve(snapshot, pod, snapshot.node(0));
    assertThat(claimed.list(ResourceClaim.class))
        .singleElement()
        .extracting(ResourceClaim::reservedFor)
        .isEqualTo(Set.of("x", "u"));
    Cluster extended = new DynamicResources().reserve(snapshot, wanting, snapshot.node(0));
    assertThat(extended.list(ResourceClaim.class))
        .filteredOn(c -> c.name().equals("p-extended-resources"))
        .singleElement()
        .satisfies(
            c -> {
              assertThat(c.podOfExtendedResources().map(OwnerReference::uid)).contains("u");
              assertThat(c.allocation()).isPresent();
            });
    assertThat(new DynamicResources().reserve(snapshot, pod("q").build(), snapshot.node(0)))
        .isSameAs(snapshot.cluster());
  }

  @Test
  void a_node_that_has_a_resource_itself_gives_no_devices_for_it() {
    assertThat(
            schedule(
                pod("p").requests(GPU, "1").build(),
                node("a").has(GPU, "1").build(),
                node("b").build(),
                gpus()))
        .isInstanceOfSatisfying(
            ScheduleResult.Feasible.class, f -> assertThat(f.nodes()).containsExactly("a"));
  }

  @Test
  void a_claim_of_an_earlier_attempt_has_requests_and_the_pod_as_its_owner() {
    Pod pod = pod("p").uid("u").build();
    ResourceClaim left = leftover("l", "u");
    ResourceClaim empty = ResourceClaim.of(left.metadata(), List.of());
    ResourceClaim named =
        left.withMetadata(
            left.metadata()
                .with()
                .owners(List.of(new OwnerReference("v1", "Pod", "q", "u", true)))
                .build());

    assertThat(List.of(left, empty, named))
        .extracting(c -> ExtendedResourceClaim.find(pod, snapshot(c).cluster()).isPresent())
        .containsExactly(true, false, false);
  }

  /** Remedies are told only if nothing else keeps the pod from the node. */
  @Test
  void a_taint_to_tolerate_is_told_unless_another_claim_is_elsewhere() {
    Device tainted =
        new Device(
            "g",
            Map.of("model", new DeviceAttribute.Text("g")),
            Map.of(),
            List.of(),
            DeviceNodes.NONE,
            List.of(new DeviceTaint("broken", "", "NoSchedule")),
            false,
            List.of(),
            false);
    Snapshot snapshot =
        snapshot(
            NOW,
            node("a").build(),
            gpus(),
            slice("a", tainted),
            claim("two", "gpus"),
            prepared(NOW.minusSeconds(601), Optional.empty()),
            reservedElsewhere().withMetadata(ObjectMeta.of("team-a", "away")));

    assertThat(filter(snapshot, claiming("two").build()).hasDetails()).isTrue();
    assertThat(List.of(List.of("two"), List.of("two", "away"), List.of("two", "c")))
        .extracting(c -> detail(snapshot, c.toArray(String[]::new)))
        .extracting(d -> ((DeviceShortage) d.orElseThrow()).hasRemedies())
        .containsExactly(true, false, false);
    Pod both =
        pod("p")
            .requests(GPU, "1")
            .spec(s -> s.resourceClaims(List.of(new PodResourceClaim("two", "two", ""))))
            .build();
    NodeFilter filter = filter(snapshot, both);
    assertThat(filter.detail(snapshot.node(0), (Rejection) filter.filter(snapshot.node(0))))
        .hasValueSatisfying(d -> assertThat(((DeviceShortage) d).hasRemedies()).isFalse());
  }

  @Test
  void where_claims_were_not_read_devices_are_assumed_too() {
    assertThat(ClusterFixture.of(node("a")).schedule(claiming("c")).assumptions())
        .singleElement()
        .asString()
        .startsWith("The snapshot has no ResourceSlices");
  }
}

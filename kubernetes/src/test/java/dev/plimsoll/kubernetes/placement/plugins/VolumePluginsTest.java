package dev.plimsoll.kubernetes.placement.plugins;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PersistentVolumeBuilder.volume;
import static dev.plimsoll.kubernetes.fixtures.PersistentVolumeClaimBuilder.claim;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PersistentVolumeBuilder;
import dev.plimsoll.kubernetes.fixtures.PersistentVolumeClaimBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.CsiNode;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.Volume;
import dev.plimsoll.kubernetes.object.VolumeAttachment;
import dev.plimsoll.kubernetes.placement.framework.FilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.PreFilterResult;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VolumePluginsTest {
  private static final String UNREACHED = "node(s) didn't match PersistentVolume's node affinity";
  private static final String UNMATCHED =
      "node(s) didn't find available persistent volumes to bind";
  private static final String ZONE = "topology.kubernetes.io/zone";

  private static PodBuilder user(String claim) {
    return pod("p").volumes(new Volume("data", Optional.of(claim)));
  }

  private static PodBuilder ephemeral() {
    return pod("p").volumes(new Volume("scratch", Optional.empty()));
  }

  private static StorageClass late(String name, String provisioner, NodeSelector.Term... terms) {
    return new StorageClass(
        ObjectMeta.of("", name), provisioner, "WaitForFirstConsumer", false, List.of(terms));
  }

  private static StorageClass immediate(String name) {
    return new StorageClass(ObjectMeta.of("", name), "csi", "Immediate", false, List.of());
  }

  private static ClusterFixture twoNodes() {
    return ClusterFixture.of(node("a").label(ZONE, "east"), node("b").label(ZONE, "west"));
  }

  private static ClusterFixture holding(ClusterFixture clusterFixture, Object... builders) {
    for (Object builder : builders) {
      if (builder instanceof PersistentVolumeClaimBuilder claim) {
        clusterFixture.with(claim.build());
      } else if (builder instanceof PersistentVolumeBuilder volume) {
        clusterFixture.with(volume.build());
      } else if (builder instanceof StorageClass storageClass) {
        clusterFixture.with(storageClass);
      }
    }
    return clusterFixture;
  }

  private static String rejectedAtOnce(String reason) {
    return "0/2 nodes are available: " + reason + ". not found";
  }

  @Test
  void a_claim_that_doesnt_exist_refuses_the_pod_at_once() {
    assertThat(holding(twoNodes(), claim("other")).message(user("data")))
        .isEqualTo(rejectedAtOnce("persistentvolumeclaim \"data\" not found"));
  }

  @Test
  void where_the_snapshot_has_no_claims_they_are_assumed() {
    assertThat(twoNodes().schedule(user("data")))
        .isInstanceOfSatisfying(
            ScheduleResult.Feasible.class,
            placed -> {
              assertThat(placed.nodes()).containsExactly("a", "b");
              assertThat(placed.assumptions())
                  .singleElement()
                  .asString()
                  .startsWith("The snapshot has no PersistentVolumeClaims");
            });
  }

  @Test
  void a_claim_of_an_ephemeral_volume_is_waited_for() {
    assertThat(holding(twoNodes(), claim("other")).message(ephemeral()))
        .isEqualTo(
            rejectedAtOnce(
                "waiting for ephemeral volume controller to create the persistentvolumeclaim"
                    + " \"p-scratch\""));
  }

  @Test
  void a_claim_named_like_that_of_an_ephemeral_volume_must_be_the_pods_own() {
    assertThat(holding(twoNodes(), claim("p-scratch")).message(ephemeral()))
        .isEqualTo(
            rejectedAtOnce(
                "PVC team-a/p-scratch was not created for pod team-a/p (pod is not owner)"));
  }

  @Test
  void a_lost_claim_and_one_being_deleted_reject_the_pod() {
    assertThat(holding(twoNodes(), claim("data").boundTo("v").lost()).message(user("data")))
        .isEqualTo(
            rejectedAtOnce(
                "persistentvolumeclaim \"data\" bound to non-existent persistentvolume \"v\""));
    assertThat(holding(twoNodes(), claim("data").deleted()).message(user("data")))
        .isEqualTo(rejectedAtOnce("persistentvolumeclaim \"data\" is being deleted"));
  }

  @Test
  void a_claim_that_binds_immediately_and_isnt_bound_refuses_the_pod() {
    String unbound = rejectedAtOnce("pod has unbound immediate PersistentVolumeClaims");

    assertThat(holding(twoNodes(), claim("data").of("now"), immediate("now")).message(user("data")))
        .isEqualTo(unbound);
    assertThat(holding(twoNodes(), claim("data")).message(user("data"))).isEqualTo(unbound);
    assertThat(
            holding(
                    twoNodes(),
                    claim("data").of("late").keptFor("v"),
                    volume("v").of("late"),
                    late("late", "csi"))
                .message(user("data")))
        .as("a claim with a volume that isn't marked as bound")
        .isEqualTo(unbound);
  }

  @Test
  void a_bound_volume_is_reached_only_from_the_nodes_of_its_affinity() {
    ClusterFixture clusterFixture =
        holding(twoNodes(), claim("data").boundTo("v"), volume("v").reachedFrom("b"));

    assertThat(clusterFixture.feasible(user("data"))).containsExactly("b");
    assertThat(
            holding(
                    ClusterFixture.of(node("c")),
                    claim("data").boundTo("v"),
                    volume("v").reachedFrom("b"))
                .message(user("data")))
        .isEqualTo(
            "0/1 nodes are available: 1 "
                + UNREACHED
                + ". no new claims to deallocate,"
                + " preemption: 0/1 nodes are available: 1 Preemption is not helpful for"
                + " scheduling.");
  }

  @Test
  void a_bound_volume_that_doesnt_exist_refuses_the_pod() {
    assertThat(
            holding(twoNodes(), claim("data").boundTo("v"), volume("other")).message(user("data")))
        .isEqualTo(rejectedAtOnce("persistentvolume \"v\" not found"));
  }

  @Test
  void a_waiting_claim_takes_an_available_volume_or_one_that_can_be_made() {
    ClusterFixture existing =
        holding(
            twoNodes(),
            claim("data").of("local").size("2Gi"),
            volume("small").of("local").reachedFrom("a"),
            volume("big").of("local").size("3Gi").reachedFrom("b"),
            late("local", "kubernetes.io/no-provisioner"));
    ClusterFixture made =
        holding(
            twoNodes(),
            claim("data").of("zonal"),
            late(
                "zonal",
                "csi",
                new NodeSelector.Term(
                    List.of(new NodeSelector.Requirement(ZONE, "In", List.of("east"))),
                    List.of())));

    assertThat(existing.feasible(user("data"))).containsExactly("b");
    assertThat(made.feasible(user("data"))).containsExactly("a");
  }

  @Test
  void a_volume_kept_for_another_claim_or_not_selected_isnt_taken() {
    ClusterFixture clusterFixture =
        holding(
            twoNodes(),
            claim("data").of("local").selects("disk", "ssd"),
            volume("kept").of("local").label("disk", "ssd").keptFor("other"),
            volume("slow").of("local").label("disk", "hdd"),
            late("local", "kubernetes.io/no-provisioner"));

    assertThat(clusterFixture.message(user("data"))).contains("2 " + UNMATCHED + ".");
  }

  @Test
  void two_claims_dont_share_a_volume() {
    ClusterFixture clusterFixture =
        holding(
            ClusterFixture.of(node("a")),
            claim("one").of("local"),
            claim("two").of("local"),
            volume("v").of("local"),
            late("local", "kubernetes.io/no-provisioner"));
    PodBuilder pod =
        pod("p").volumes(new Volume("x", Optional.of("one")), new Volume("y", Optional.of("two")));

    assertThat(clusterFixture.feasible(user("one"))).containsExactly("a");
    assertThat(clusterFixture.message(pod)).contains("1 " + UNMATCHED + ".");
  }

  @Test
  void a_claim_for_which_a_node_was_selected_leaves_no_other() {
    ClusterFixture clusterFixture =
        holding(twoNodes(), claim("data").of("late").selectedNode("b"), late("late", "csi"));

    assertThat(clusterFixture.feasible(user("data"))).containsExactly("b");
  }

  @Test
  void a_volume_in_a_zone_keeps_the_pod_there_but_nodes_without_zones_are_free() {
    ClusterFixture clusterFixture =
        holding(
            ClusterFixture.of(
                node("a").label(ZONE, "east"),
                node("b").label(ZONE, "west"),
                node("c").label("topology.kubernetes.io/region", "earth"),
                node("d")),
            claim("data").boundTo("v"),
            volume("v").label("failure-domain.beta.kubernetes.io/zone", "east__north"));

    assertThat(clusterFixture.feasible(user("data"))).containsExactly("a", "d");
  }

  @Test
  void a_zone_label_with_an_empty_part_is_ignored() {
    ClusterFixture clusterFixture =
        holding(twoNodes(), claim("data").boundTo("v"), volume("v").label(ZONE, "east__ "));

    assertThat(clusterFixture.feasible(user("data"))).containsExactly("a", "b");
  }

  @Test
  void a_claim_for_one_pod_only_in_use_refuses_all_nodes_but_its_user_can_be_preempted() {
    ClusterFixture clusterFixture =
        holding(
            twoNodes().with(pod("user").volumes(new Volume("d", Optional.of("data"))).on("a")),
            claim("data").boundTo("v").modes("ReadWriteOncePod"),
            volume("v"));

    assertThat(clusterFixture.message(user("data")))
        .contains(
            "2 node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode"
                + " already in-use by another pod.");
    assertThat(clusterFixture.schedule(user("data").priority(1)))
        .isInstanceOfSatisfying(
            ScheduleResult.Preempting.class, p -> assertThat(p.node()).isEqualTo("a"));
  }

  @Test
  void a_node_takes_no_more_volumes_of_a_driver_than_it_says_each_counted_once() {
    PodBuilder shared = pod("shared").volumes(new Volume("d", Optional.of("old"))).on("a");
    ClusterFixture clusterFixture =
        holding(
            twoNodes().with(shared),
            claim("old").boundTo("v"),
            volume("v").servedBy("csi.example"),
            claim("new").of("late"),
            late("late", "csi.example"));
    clusterFixture.with(
        new CsiNode(ObjectMeta.of("", "a"), Set.of("csi.example"), Map.of("csi.example", 1)));

    assertThat(clusterFixture.feasible(user("old"))).containsExactly("a", "b");
    assertThat(clusterFixture.feasible(user("new"))).containsExactly("b");
    assertThat(clusterFixture.schedule(user("new").nodeSelector(ZONE, "east")))
        .isInstanceOfSatisfying(
            ScheduleResult.Unschedulable.class,
            rejected ->
                assertThat(rejected.nodes().get(0).reasons())
                    .containsExactly("node(s) exceed max volume count"));
  }

  @Test
  void a_volume_that_is_attached_without_a_pod_counts_too() {
    ClusterFixture clusterFixture =
        holding(
            twoNodes(),
            claim("data").boundTo("w"),
            volume("v").servedBy("csi.example"),
            volume("w").servedBy("csi.example"));
    clusterFixture.with(
        new CsiNode(ObjectMeta.of("", "a"), Set.of("csi.example"), Map.of("csi.example", 1)),
        new VolumeAttachment(ObjectMeta.of("", "left"), "csi.example", "a", "v"));

    assertThat(clusterFixture.feasible(user("data"))).containsExactly("b");
    assertThat(clusterFixture.schedule(user("data")).assumptions()).isEmpty();
  }

  @Test
  void where_the_snapshot_has_no_limits_volumes_are_assumed_to_be_attachable() {
    ClusterFixture clusterFixture =
        holding(twoNodes(), claim("data").boundTo("v"), volume("v").servedBy("csi.example"));

    assertThat(clusterFixture.schedule(user("data")).assumptions())
        .singleElement()
        .asString()
        .startsWith("The snapshot has no CSINodes");
  }

  @Test
  void since_1_37_a_node_without_the_driver_counts_as_one_that_takes_the_pod() {
    ClusterFixture clusterFixture =
        holding(twoNodes(), claim("data").boundTo("v"), volume("v").servedBy("csi.example"));
    clusterFixture.with(
        new CsiNode(ObjectMeta.of("", "a"), Set.of("csi.example"), Map.of()),
        new CsiNode(ObjectMeta.of("", "b"), Set.of("other.example"), Map.of()));

    assertThat(clusterFixture.schedule(user("data")).assumptions()).isEmpty();
    ClusterFixture both =
        holding(twoNodes(), claim("data").boundTo("v"), volume("v").servedBy("csi.example"));
    both.with(
        new CsiNode(ObjectMeta.of("", "a"), Set.of("csi.example"), Map.of()),
        new CsiNode(ObjectMeta.of("", "b"), Set.of("csi.example", "x"), Map.of()));
    assertThat(both.under(KubernetesVersion.V1_37).schedule(user("data")).assumptions()).isEmpty();
    assertThat(clusterFixture.under(KubernetesVersion.V1_37).schedule(user("data")).assumptions())
        .containsExactly(
            "CSIDrivers are not read; assuming that none keeps pods from nodes that lack the driver"
                + " (preventPodSchedulingIfMissing).");
  }

  /** As {@code findMatchingVolume} of component-helpers' storage/volume/pv_helpers.go picks. */
  @Test
  void a_placed_pod_binds_the_smallest_volume_of_its_node_that_no_other_claim_is_promised() {
    Object[] volumes = {
      claim("data").of("local").size("2Gi"),
      volume("big").of("local").size("5Gi").reachedFrom("b"),
      volume("fit").of("local").size("3Gi").reachedFrom("b"),
      volume("fit too").of("local").size("3Gi").reachedFrom("b"),
      volume("elsewhere").of("local").size("2Gi").reachedFrom("a"),
      volume("small").of("local").size("1Gi").reachedFrom("b"),
      volume("another").of("others").size("2Gi").reachedFrom("b"),
      late("local", "kubernetes.io/no-provisioner")
    };

    assertThat(bound("b", volumes)).isEqualTo("fit");
    assertThat(bound("nowhere", volumes)).isEmpty();
    assertThat(bound("b", with(volumes, volume("kept").of("local").size("9Gi").keptFor("data"))))
        .isEqualTo("kept");
    assertThat(
            bound(
                "b",
                with(
                    volumes,
                    volume("a kept").of("local").size("9Gi").keptFor("data").reachedFrom("a"))))
        .as("no other volume is looked at")
        .isEmpty();
    assertThat(bound("b", with(volumes, volume("a kept").of("local").size("2Gi").keptFor("other"))))
        .isEqualTo("fit");
    assertThat(
            bound(
                "b",
                claim("data").of("now").size("2Gi"),
                volume("fit").of("now").size("3Gi"),
                immediate("now")))
        .isEmpty();
    assertThat(
            bound(
                "b",
                claim("data").of("local").keptFor("big"),
                volume("fit").of("local").size("3Gi"),
                late("local", "csi")))
        .isEqualTo("big");
  }

  /** Returns the volume that the claim data has once its pod was placed on a node. */
  private static String bound(String node, Object... objects) {
    Cluster placed =
        VolumeBinding.bindVolumes(
            holding(twoNodes(), objects).snapshot().cluster(), user("data").build(), node);
    String volume =
        placed.find(PersistentVolumeClaim.class, "team-a", "data").orElseThrow().volumeName();
    placed
        .find(PersistentVolume.class, "", volume)
        .ifPresent(
            v -> assertThat(v.claim().map(ObjectReference::name)).isEqualTo(Optional.of("data")));
    return volume;
  }

  private static Object[] with(Object[] objects, Object other) {
    return Stream.concat(Stream.of(objects), Stream.of(other)).toArray();
  }

  /** What must have been read before a pod's volumes can be told to be usable. */
  @Test
  void a_pod_needs_its_claims_their_volumes_and_the_classes_of_those_that_wait() {
    Requirement claims = Requirement.in("team-a", PersistentVolumeClaim.RESOURCE);
    Requirement volumes = Requirement.all(PersistentVolume.RESOURCE);
    Requirement classes = Requirement.all(StorageClass.RESOURCE);

    assertThat(requirements(pod("p"))).isEmpty();
    assertThat(requirements(user("data"))).containsExactly(claims);
    assertThat(requirements(user("data"), claim("data").boundTo("v"))).containsExactly(volumes);
    assertThat(requirements(user("data"), claim("data").boundTo("v"), volume("v"))).isEmpty();
    assertThat(requirements(user("data"), claim("data"))).isEmpty();
    assertThat(requirements(user("data"), claim("data").of("late")))
        .containsExactly(classes, volumes);
    assertThat(attachments(user("data"), claim("data").boundTo("v"), volume("v"))).isEmpty();
    assertThat(
            attachments(
                user("data"), claim("data").boundTo("v"), volume("v").servedBy("csi.example")))
        .contains(Requirement.all(CsiNode.RESOURCE));
  }

  private static List<Requirement> requirements(PodBuilder pod, Object... objects) {
    return requirements(new VolumeBinding(), pod, objects);
  }

  private static List<Requirement> attachments(PodBuilder pod, Object... objects) {
    return requirements(new NodeVolumeLimits(), pod, objects);
  }

  private static List<Requirement> requirements(
      FilterPlugin plugin, PodBuilder pod, Object... objects) {
    Snapshot snapshot = holding(twoNodes(), objects).snapshot();
    return plugin.requirements(snapshot.podInfo(pod.build()), snapshot);
  }

  @Test
  void what_was_not_read_of_volumes_is_assumed_and_said() {
    String volumes = "The snapshot has no PersistentVolumes; assuming";
    String classes = "The snapshot has no StorageClasses; assuming";
    String capacity = "CSIStorageCapacities aren't modelled; assuming";

    assertThat(assumptions(claim("data").boundTo("v"))).containsExactly(volumes);
    assertThat(assumptions(claim("data").boundTo("v"), volume("v"))).isEmpty();
    assertThat(assumptions(claim("data").of("late"), late("late", "csi")))
        .contains(volumes, capacity);
    assertThat(assumptions(claim("data").of("late"))).containsExactly(classes);
    assertThat(holding(twoNodes(), claim("data").of("late"), immediate("x")).message(user("data")))
        .isEqualTo(rejectedAtOnce("pod has unbound immediate PersistentVolumeClaims"));
  }

  private static List<String> assumptions(Object... objects) {
    return holding(twoNodes(), objects).schedule(user("data")).assumptions().stream()
        .map(a -> a.substring(0, a.indexOf("assuming") + "assuming".length()))
        .toList();
  }

  @Test
  void a_claim_of_an_ephemeral_volume_that_the_pod_owns_is_its_own() {
    PersistentVolumeClaim claim = claim("p-scratch").boundTo("v").build();
    OwnerReference owner = new OwnerReference("v1", "Pod", "p", "u", true);
    PersistentVolumeClaim owned =
        claim.withMetadata(claim.metadata().with().owners(List.of(owner)).build());
    ClusterFixture cluster = twoNodes().with(owned, volume("v").build());

    assertThat(cluster.feasible(ephemeral().uid("u"))).containsExactly("a", "b");
    assertThat(cluster.message(ephemeral().uid("another"))).contains("pod is not owner");
  }

  /** As {@code getCSIDriverInfo} and {@code Filter} of nodevolumelimits/csi.go count. */
  @Test
  void volumes_without_a_handle_or_of_drivers_in_the_tree_count_against_no_limit() {
    CsiNode one = new CsiNode(ObjectMeta.of("", "a"), Set.of("d"), Map.of("d", 1, "", 0));
    ClusterFixture full =
        holding(
            ClusterFixture.of(node("a")),
            claim("old").boundTo("v"),
            volume("v").servedBy("d"),
            claim("nameless").boundTo(""),
            volume("w").servedBy(""),
            claim("wordless").boundTo("w"),
            claim("in the tree").of("tree"),
            late("tree", "kubernetes.io/aws-ebs"),
            claim("new").of("late"),
            late("late", "d"));
    full.with(one);
    assertThat(full.feasible(user("new"))).as("as many as the limit").containsExactly("a");
    full.with(pod("user").volumes(new Volume("d", Optional.of("old"))).on("a"));

    assertThat(List.of("wordless", "in the tree", "old"))
        .allMatch(claim -> full.feasible(user(claim)).equals(List.of("a")));
    assertThat(full.feasible(user("new"))).isEmpty();
    assertThat(attachments(user("data"), claim("data").of("late"), late("late", ""))).isEmpty();
  }

  /** VolumeZone says so first if a profile has it. */
  @Test
  void a_bound_volume_that_is_gone_is_reached_from_no_node() {
    Snapshot snapshot = holding(twoNodes(), claim("data").boundTo("v"), volume("other")).snapshot();
    PreFilterResult result =
        new VolumeBinding().preFilter(snapshot.podInfo(user("data").build()), snapshot);

    assertThat(((PreFilterResult.Check) result).filter().filter(snapshot.node(0)))
        .isEqualTo(
            Rejection.unresolvable(
                "VolumeBinding",
                "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)"));
  }
}

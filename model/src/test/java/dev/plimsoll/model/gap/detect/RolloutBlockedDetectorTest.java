package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static dev.plimsoll.model.gap.detect.GapScenario.evidence;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.object.WorkloadDetails.RollingUpdate;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RolloutBlockedDetectorTest {

  private static Workload workload(
      String kind, String name, String owner, int replicas, WorkloadDetails details) {
    List<OwnerReference> owners =
        owner.isEmpty()
            ? List.of()
            : List.of(new OwnerReference("apps/v1", "Deployment", owner, "", true));
    return new Workload(
            ObjectMeta.builder().namespace("team-a").name(name).owners(owners).build(),
            GroupVersionKind.of("apps/v1", kind),
            new GroupResource("apps", kind.toLowerCase(Locale.ROOT) + "s"),
            List.of(
                new Workload.PodTemplate(
                    "spec.template",
                    ObjectMeta.builder().build(),
                    pod("p").requests("cpu=1").build().spec(),
                    OptionalInt.of(replicas))),
            List.of(),
            false)
        .withDetails(details);
  }

  private static Pod podOf(String kind, String owner, String name) {
    Pod pod = pod(name).requests("cpu=1").on("a").status(s -> s.phase("Running")).build();
    return pod.withMetadata(
        pod.metadata().withOwners(List.of(new OwnerReference("apps/v1", kind, owner, "", true))));
  }

  /** A rollout from three pods to three, of which the first is beside the old ones. */
  private static ApiObject[] rollout(String maxSurge, String maxUnavailable, int oldPods) {
    List<ApiObject> objects = new ArrayList<>();
    objects.add(
        workload(
            "Deployment",
            "web",
            "",
            3,
            new WorkloadDetails.Deployment(
                false, Optional.of(new RollingUpdate(maxSurge, maxUnavailable)))));
    objects.add(
        workload(
            "ReplicaSet",
            "web-1",
            "web",
            oldPods,
            new WorkloadDetails.ReplicaSet(oldPods, OptionalLong.of(1))));
    objects.add(
        workload(
            "ReplicaSet",
            "web-2",
            "web",
            1,
            new WorkloadDetails.ReplicaSet(0, OptionalLong.of(2))));
    for (int i = 0; i < oldPods; i++) {
      objects.add(podOf("ReplicaSet", "web-1", "web-1-" + i));
    }
    objects.add(node("a").has("cpu", "8").build());
    objects.add(quota("q").hard("requests.cpu=" + oldPods).used("requests.cpu=" + oldPods).build());
    return objects.toArray(ApiObject[]::new);
  }

  @Test
  void a_surge_that_a_quota_denies_blocks_the_rollout_and_has_two_ways_out() {
    Gap gap = gap(GapKind.RolloutBlocked, rollout("25%", "25%", 3));

    assertThat(gap.message())
        .isEqualTo(
            "3 pods have the old template and 0 the new one; the next new pod must come"
                + " first (maxSurge 1, maxUnavailable 0), but quota q denies it (requests.cpu:"
                + " limit 3, used 3, requested 1 per pod)");
    assertThat(evidence(gap)).contains("oldPods=3 newPods=0 maxSurge=1 maxUnavailable=0");
    assertThat(gap.remedies()).hasSize(2).allMatch(Remedy::helps);
    assertThat(gap.remedies().get(0).commands())
        .singleElement()
        .asString()
        .contains("\"rollingUpdate\":{\"maxSurge\":0,\"maxUnavailable\":1}");
    assertThat(gap.remedies().get(1).action()).contains("requests.cpu of quota q from 3 to 4");
  }

  @Test
  void a_quota_that_counts_too_much_lets_the_rollout_go_on_after_the_next_count() {
    ApiObject[] objects = rollout("25%", "25%", 3);
    objects[objects.length - 1] = quota("q").hard("requests.cpu=4").used("requests.cpu=4").build();

    Remedy first = gap(GapKind.RolloutBlocked, objects).remedies().get(0);

    assertThat(first.action()).startsWith("wait for the quota controller");
    assertThat(first.helps()).isTrue();
  }

  /** Six pods are wanted and a quota allows four, all of which are of the old template. */
  private static ApiObject[] ofFour(String maxSurge, String maxUnavailable, int old, int newest) {
    List<ApiObject> objects = new ArrayList<>();
    objects.add(
        workload(
            "Deployment",
            "web",
            "",
            6,
            new WorkloadDetails.Deployment(
                false, Optional.of(new RollingUpdate(maxSurge, maxUnavailable)))));
    objects.add(
        workload(
            "ReplicaSet",
            "web-1",
            "web",
            old,
            new WorkloadDetails.ReplicaSet(4, OptionalLong.of(1))));
    objects.add(
        workload(
            "ReplicaSet",
            "web-2",
            "web",
            newest,
            new WorkloadDetails.ReplicaSet(0, OptionalLong.of(2))));
    for (int i = 0; i < 4; i++) {
      objects.add(podOf("ReplicaSet", "web-1", "web-1-" + i));
    }
    objects.add(node("a").has("cpu", "8").build());
    objects.add(quota("q").hard("requests.cpu=4").used("requests.cpu=4").build());
    return objects.toArray(ApiObject[]::new);
  }

  @Test
  void as_many_may_be_missing_as_the_controller_needs_to_take_an_old_pod_away() {
    Gap gap = gap(GapKind.RolloutBlocked, ofFour("25%", "25%", 5, 3));

    assertThat(gap.remedies()).filteredOn(Remedy::helps).hasSize(2);
    assertThat(gap.remedies().get(0).action())
        .isEqualTo(
            "set maxSurge to 0 and maxUnavailable to 3, so that an old pod goes before each new one");
  }

  @Test
  void what_moves_nothing_is_not_proposed_again() {
    Gap gap = gap(GapKind.RolloutBlocked, ofFour("0", "1", 5, 3));

    assertThat(gap.remedies().get(0).commands())
        .singleElement()
        .asString()
        .contains("\"maxUnavailable\":3");
  }

  @Test
  void its_pods_are_not_said_to_be_denied_besides() {
    assertThat(
            GapFinder.find(GapScenario.simulation(rollout("1", "0", 3))).stream()
                .map(f -> f.gap().kind()))
        .contains(GapKind.RolloutBlocked)
        .doesNotContain(GapKind.QuotaExhaustedCapacityFree);
  }

  @Test
  void a_rollout_that_may_do_without_an_old_pod_goes_on() {
    assertThat(
            GapFinder.find(GapScenario.simulation(rollout("1", "1", 3))).stream()
                .map(f -> f.gap().kind()))
        .contains(GapKind.QuotaExhaustedCapacityFree)
        .doesNotContain(GapKind.RolloutBlocked);
  }

  @Test
  void a_rollout_goes_on_by_the_pods_that_the_quota_still_admits() {
    List<ApiObject> objects = new ArrayList<>();
    objects.add(
        workload(
            "Deployment",
            "web",
            "",
            6,
            new WorkloadDetails.Deployment(false, Optional.of(new RollingUpdate("0", "3")))));
    objects.add(
        workload(
            "ReplicaSet",
            "web-1",
            "web",
            1,
            new WorkloadDetails.ReplicaSet(1, OptionalLong.of(1))));
    objects.add(
        workload(
            "ReplicaSet",
            "web-2",
            "web",
            5,
            new WorkloadDetails.ReplicaSet(2, OptionalLong.of(2))));
    objects.add(podOf("ReplicaSet", "web-1", "web-1-0"));
    objects.add(podOf("ReplicaSet", "web-2", "web-2-0"));
    objects.add(podOf("ReplicaSet", "web-2", "web-2-1"));
    objects.add(node("a").has("cpu", "8").build());
    objects.add(quota("q").hard("requests.cpu=4").used("requests.cpu=3").build());

    assertThat(
            GapFinder.find(GapScenario.simulation(objects.toArray(ApiObject[]::new))).stream()
                .map(f -> f.gap().kind()))
        .contains(GapKind.QuotaExhaustedCapacityFree)
        .doesNotContain(GapKind.RolloutBlocked);
  }

  @Test
  void a_daemon_set_that_surges_is_blocked_by_a_quota_for_its_pods_alone() {
    Workload set =
        workload(
            "DaemonSet",
            "agent",
            "",
            1,
            new WorkloadDetails.DaemonSet(
                OptionalInt.of(1), 0, Optional.of(new RollingUpdate("1", "0"))));
    Gap gap =
        gap(
            GapKind.RolloutBlocked,
            set,
            podOf("DaemonSet", "agent", "agent-x"),
            node("a").has("cpu", "8").build(),
            quota("q").hard("pods=1").used("pods=1").build());

    assertThat(gap.object().kind()).isEqualTo("DaemonSet");
    assertThat(gap.remedies()).hasSize(2).allMatch(Remedy::helps);
  }

  @Test
  void shares_of_pods_round_up_for_the_surge_and_down_for_what_may_be_missing() {
    RollingUpdate quarter = new RollingUpdate("25%", "25%");

    assertThat(quarter.surgeOf(5)).isEqualTo(2);
    assertThat(quarter.unavailableOf(5)).isEqualTo(1);
    assertThat(new RollingUpdate("0", "25%").unavailableOf(3)).isEqualTo(1);
  }

  /** A rollout whose surge waits for CPU that the three old pods have. */
  private static ApiObject[] full(String maxSurge, boolean oldPlaced) {
    List<ApiObject> objects = new ArrayList<>(List.of(rollout(maxSurge, "0", 3)));
    objects.removeIf(o -> o.reference().kind().matches("Node|ResourceQuota"));
    objects.removeIf(o -> !oldPlaced && o instanceof Pod);
    objects.removeIf(o -> o.name().matches("web-1"));
    objects.add(
        workload(
            "ReplicaSet",
            "web-1",
            "web",
            3,
            new WorkloadDetails.ReplicaSet(oldPlaced ? 3 : 0, OptionalLong.of(1))));
    objects.add(node("a").has("cpu", oldPlaced ? "3" : "1").label("disk", "ssd").build());
    objects.add(waiting("web-2", "web-2-0"));
    if (!oldPlaced) {
      for (int i = 0; i < 3; i++) {
        Pod old = waiting("web-1", "web-1-" + i);
        objects.add(old.withSpec(old.spec().withNodeSelector(Map.of("disk", "ssd"))));
      }
      objects.add(podOf("ReplicaSet", "other", "other-1"));
    }
    return objects.toArray(ApiObject[]::new);
  }

  private static Pod waiting(String owner, String name) {
    Pod pod = podOf("ReplicaSet", owner, name);
    return pod.withSpec(pod.spec().with().nodeName("").build())
        .withStatus(pod("p").build().status());
  }

  @Test
  void a_surge_that_no_node_takes_comes_after_an_old_pod_is_gone() {
    Gap gap = gap(GapKind.CapacityExhausted, full("1", true));

    assertThat(gap.message())
        .endsWith(
            "; the rollout keeps 3 pods of the old template until then (maxSurge 1, maxUnavailable"
                + " 0)");
    assertThat(gap.remedies().get(0).action())
        .isEqualTo(
            "set maxSurge to 0 and maxUnavailable to 1, so that an old pod goes before each new one");
    assertThat(gap.remedies().get(0).helps()).isTrue();
    assertThat(gap.remedies().get(0).result()).contains("1 of 1 pod").endsWith("placed on a");
    assertThat(gap.remedies().get(0).commands())
        .singleElement()
        .asString()
        .contains("\"rollingUpdate\":{\"maxSurge\":0,\"maxUnavailable\":1}");
  }

  @Test
  void old_pods_that_wait_too_keep_nothing_that_a_rollout_could_free() {
    List<Gap> gaps =
        GapFinder.find(GapScenario.simulation(full("1", false))).stream()
            .map(Finding::withRemedies)
            .toList();

    assertThat(gaps)
        .filteredOn(g -> g.kind() == GapKind.CapacityExhausted)
        .hasSize(2)
        .allSatisfy(g -> assertThat(g.message()).doesNotContain("old template"))
        .flatExtracting(Gap::remedies)
        .filteredOn(Remedy::helps)
        .allMatch(r -> r.action().startsWith("add "));
  }
}

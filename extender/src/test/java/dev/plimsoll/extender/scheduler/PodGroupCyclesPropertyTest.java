package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.protocol.ExtenderFilterResult;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodGroup;
import dev.plimsoll.kubernetes.object.PodGroupApi;
import dev.plimsoll.kubernetes.object.PodGroupReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * A scheduler that decides about all pods of a group before it binds any, as kube-scheduler does of
 * its own PodGroups, and puts each on any of the nodes that pass: what is reserved for a group is
 * enough for all of it, in whichever order it asks.
 */
class PodGroupCyclesPropertyTest {
  private static final PodGroupApi API = PodGroupApi.KUBERNETES;

  private final Map<String, Integer> free = new HashMap<>();
  private final List<String> nodes = new ArrayList<>();

  @Property(tries = 300)
  void a_group_for_which_nodes_are_reserved_is_placed_in_one_cycle(
      @ForAll @Size(min = 1, max = 5) List<@IntRange(min = 1, max = 16) Integer> gpusOfNodes,
      @ForAll @Size(min = 1, max = 3)
          List<@Size(min = 2, max = 5) List<@IntRange(min = 1, max = 8) Integer>> groups,
      @ForAll boolean areAlike,
      @ForAll Random random) {
    Cluster cluster = ExtenderFixtures.cluster().build();
    for (int i = 0; i < gpusOfNodes.size(); i++) {
      cluster = cluster.with(ExtenderFixtures.node("n" + i, gpusOfNodes.get(i)));
      nodes.add("n" + i);
      free.put("n" + i, gpusOfNodes.get(i));
    }
    Decisions decisions = new Decisions(cluster, ExtenderSettings.DEFAULT, () -> 0);
    List<List<Pod>> members = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      List<Integer> sizes = groups.get(i);
      String group = "group-" + i;
      cluster =
          put(
              decisions,
              cluster,
              new PodGroup(ObjectMeta.of("team", group), API, Map.of("", sizes.size())));
      members.add(new ArrayList<>());
      for (int j = 0; j < sizes.size(); j++) {
        Pod pod = member(group, j, sizes.get(areAlike ? 0 : j));
        members.get(i).add(pod);
        cluster = put(decisions, cluster, pod);
        decisions.filter(pod, nodes.size(), () -> nodes);
      }
    }
    new GangAdmission(decisions).sync();
    List<String> reserved =
        decisions.assumedPods().stream().map(a -> a.pod().name()).distinct().toList();

    for (List<Pod> group : members) {
      Collections.shuffle(group, random);
      List<Pod> bound = new ArrayList<>();
      for (Pod pod : group) {
        Optional<String> node = place(decisions, pod, random);
        assertThat(node.isPresent()).isEqualTo(reserved.contains(pod.name()));
        node.ifPresent(n -> bound.add(PodBuilder.pod(pod).on(n).build()));
      }
      for (Pod pod : bound) {
        cluster = put(decisions, cluster, pod);
      }
    }
  }

  private static Cluster put(Decisions decisions, Cluster cluster, ApiObject object) {
    Cluster next = cluster.with(object);
    Optional<ApiObject> before =
        cluster.find(object.getClass(), object.namespace(), object.identity()).map(o -> o);
    decisions.changed(List.of(new ObjectChange(before, Optional.of(object))), next);
    return next;
  }

  private static Pod member(String group, int number, int gpus) {
    Pod pod = ExtenderFixtures.pod("team", group + "-" + number, gpus, "");
    return PodBuilder.pod(
            pod.withSpec(
                pod.spec().withSchedulingGroup(Optional.of(PodGroupReference.to(API, group)))))
        .build();
  }

  /** Asks about a pod where there is room for it, and places it if it passes somewhere. */
  private Optional<String> place(Decisions decisions, Pod pod, Random random) {
    int gpus = (int) Decisions.requests(pod).getOrZero(ExtenderFixtures.GPU).value();
    List<String> candidates = nodes.stream().filter(n -> free.getOrDefault(n, 0) >= gpus).toList();
    ExtenderFilterResult result =
        decisions.filter(pod, candidates.size(), () -> candidates).filtered();
    List<String> passing =
        IntStream.range(0, candidates.size())
            .filter(result::passes)
            .mapToObj(candidates::get)
            .toList();
    if (passing.isEmpty()) {
      return Optional.empty();
    }
    String node = passing.get(random.nextInt(passing.size()));
    free.merge(node, -gpus, Integer::sum);
    return Optional.of(node);
  }
}

package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.protocol.ExtenderFilterResult;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/**
 * A scheduler that asks about pods in any order and puts each on any of the nodes that pass, while
 * the news of bindings comes late: of a gang, all pods are placed in the end or none.
 */
class GangsPropertyTest {
  private static final int GPUS = 8;
  private static final int NODES = 4;

  private static Cluster nodes() {
    ClusterBuilder builder = ExtenderFixtures.cluster();
    IntStream.range(0, NODES).forEach(i -> builder.add(ExtenderFixtures.node("n" + i, GPUS)));
    return builder.build();
  }

  @Property(tries = 300)
  void of_a_gang_all_pods_are_placed_or_none(
      @ForAll @Size(max = 4)
          List<@Size(min = 2, max = 5) List<@IntRange(min = 1, max = 8) Integer>> gangs,
      @ForAll @Size(max = 8) List<@IntRange(min = 1, max = 8) Integer> singles,
      @ForAll Random random) {
    Map<String, String> placed = new SchedulerRun(random, true).place(gangs, singles);

    for (int i = 0; i < gangs.size(); i++) {
      String prefix = "gang-" + i + "-";
      assertThat(placed.keySet().stream().filter(p -> p.startsWith(prefix)).count())
          .isIn(0L, (long) gangs.get(i).size());
    }
  }

  @Test
  void the_run_finds_a_gang_that_is_not_held() {
    List<List<Integer>> oneMoreThanFit = List.of(List.of(GPUS, GPUS, GPUS, GPUS, GPUS));

    assertThat(new SchedulerRun(new Random(1), true).place(oneMoreThanFit, List.of())).isEmpty();
    assertThat(new SchedulerRun(new Random(1), false).place(oneMoreThanFit, List.of()))
        .hasSize(NODES);
  }

  private static final class SchedulerRun {
    private final Random random;
    private final boolean saysSize;
    private final Map<String, Pod> pods = new LinkedHashMap<>();
    private final Map<String, String> placed = new HashMap<>();
    private final List<String> news = new ArrayList<>();
    private Cluster cluster = nodes();
    private final Decisions decisions = new Decisions(cluster, ExtenderSettings.DEFAULT, () -> 0);
    private final GangAdmission admission = new GangAdmission(decisions);

    /**
     * Makes one without pods.
     *
     * @param saysSize whether gangs say that they are some
     */
    SchedulerRun(Random random, boolean saysSize) {
      this.random = random;
      this.saysSize = saysSize;
    }

    /** Returns the nodes of the pods that come to be placed. */
    Map<String, String> place(List<List<Integer>> gangs, List<Integer> singles) {
      for (int i = 0; i < gangs.size(); i++) {
        for (int gpus : gangs.get(i)) {
          create("gang-" + i + "-" + pods.size(), gpus, "gang-" + i, gangs.get(i).size());
        }
      }
      singles.forEach(gpus -> create("single-" + pods.size(), gpus, "", 1));
      List<String> names = List.copyOf(pods.keySet());
      for (int i = 0; i < 20 * names.size(); i++) {
        switch (random.nextInt(4)) {
          case 0 -> admission.sync();
          case 1 -> tell();
          default -> ask(names.get(random.nextInt(names.size())));
        }
      }
      for (int i = 0; i < 2 * gangs.size() + 2; i++) {
        while (!news.isEmpty()) {
          tell();
        }
        admission.sync();
        names.forEach(name -> ask(name));
      }

      return placed;
    }

    private void create(String name, int gpus, String gang, int size) {
      Pod pod =
          PodBuilder.pod(ExtenderFixtures.pod("team", name, gpus, ""))
              .label(Gang.NAME, gang)
              .label(Gang.SIZE, saysSize ? "" + size : "")
              .build();
      pods.put(name, pod);
      put(pod);
    }

    private void put(Pod pod) {
      Optional<ApiObject> before = cluster.find(Pod.class, "team", pod.name()).map(p -> p);
      cluster = cluster.with(pod);
      decisions.changed(List.of(new ObjectChange(before, Optional.of(pod))), cluster);
    }

    private Pod pod(String name) {
      return pods.getOrDefault(name, PodBuilder.pod("team", name).build());
    }

    private static long gpus(Pod pod) {
      return Decisions.requests(pod).getOrZero(ExtenderFixtures.GPU).value();
    }

    /** Has the scheduler ask about a pod and place it. */
    private void ask(String name) {
      List<String> candidates =
          IntStream.range(0, NODES)
              .mapToObj(i -> "n" + i)
              .filter(node -> free(node) >= gpus(pod(name)))
              .toList();
      if (placed.containsKey(name) || candidates.isEmpty()) {
        return;
      }
      ExtenderFilterResult result =
          decisions.filter(pod(name), candidates.size(), () -> candidates).filtered();
      List<String> passing =
          IntStream.range(0, candidates.size())
              .filter(result::passes)
              .mapToObj(candidates::get)
              .toList();
      if (!passing.isEmpty()) {
        placed.put(name, passing.get(random.nextInt(passing.size())));
        news.add(name);
      }
    }

    private long free(String node) {
      return GPUS
          - placed.entrySet().stream()
              .filter(p -> p.getValue().equals(node))
              .mapToLong(p -> gpus(pod(p.getKey())))
              .sum();
    }

    /** Tells of one of the bindings of which no news has come yet. */
    private void tell() {
      if (!news.isEmpty()) {
        String name = news.remove(random.nextInt(news.size()));
        put(PodBuilder.pod(pod(name)).on(placed.getOrDefault(name, "")).build());
      }
    }
  }
}

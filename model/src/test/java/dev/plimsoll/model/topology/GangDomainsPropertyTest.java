package dev.plimsoll.model.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class GangDomainsPropertyTest {

  private static Cluster cluster(List<List<Integer>> racks) {
    RackedCluster cluster = new RackedCluster();
    for (int i = 0; i < racks.size(); i++) {
      cluster.rack("r" + i, racks.get(i).stream().mapToInt(n -> n).toArray());
    }
    return cluster.build();
  }

  private static List<Pod> gang(List<Integer> gpus) {
    List<Pod> pods = new ArrayList<>();
    for (int i = 0; i < gpus.size(); i++) {
      pods.add(RackedCluster.pod("p" + i, gpus.get(i)).build());
    }
    return pods;
  }

  /** Tries each node for each pod. */
  private static boolean fits(int[] free, List<Integer> pods, int index) {
    if (index == pods.size()) {
      return true;
    }
    for (int node = 0; node < free.length; node++) {
      if (free[node] >= pods.get(index)) {
        free[node] -= pods.get(index);
        boolean fits = fits(free, pods, index + 1);
        free[node] += pods.get(index);
        if (fits) {
          return true;
        }
      }
    }
    return false;
  }

  @Property(tries = 400)
  void a_gang_is_placed_exactly_if_an_exhaustive_search_places_it_in_one_domain(
      @ForAll @Size(min = 1, max = 3)
          List<@Size(min = 1, max = 4) List<@IntRange(max = 8) Integer>> racks,
      @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 8) Integer> pods) {
    boolean possible =
        racks.stream().anyMatch(r -> fits(r.stream().mapToInt(n -> n).toArray(), pods, 0));

    GangDomains.Result result = RackedCluster.find(cluster(racks), gang(pods), List.of());

    assertThat(result instanceof GangDomains.Placed).isEqualTo(possible);
  }

  /** A pod that may be on any node, or on one node of the first rack only. */
  record Wish(int gpus, int node) {
    boolean mayBeOn(int rack, int at) {
      return node < 0 || (rack == 0 && node == at);
    }
  }

  @Provide
  Arbitrary<List<Wish>> wishes() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 8), Arbitraries.integers().between(-3, 2))
        .as(Wish::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(6);
  }

  private static boolean fits(int rack, int[] free, List<Wish> wishes, int index) {
    if (index == wishes.size()) {
      return true;
    }
    Wish wish = wishes.get(index);
    boolean fits = false;
    for (int node = 0; node < free.length && !fits; node++) {
      if (free[node] >= wish.gpus() && wish.mayBeOn(rack, node)) {
        free[node] -= wish.gpus();
        fits = fits(rack, free, wishes, index + 1);
        free[node] += wish.gpus();
      }
    }
    return fits;
  }

  @Property(tries = 300)
  void pods_with_selectors_are_placed_exactly_if_an_exhaustive_search_places_them(
      @ForAll @Size(min = 1, max = 2)
          List<@Size(min = 1, max = 4) List<@IntRange(max = 8) Integer>> racks,
      @ForAll("wishes") List<Wish> wishes) {
    boolean possible = false;
    for (int rack = 0; rack < racks.size(); rack++) {
      possible |= fits(rack, racks.get(rack).stream().mapToInt(n -> n).toArray(), wishes, 0);
    }
    List<Pod> pods = new ArrayList<>();
    for (int i = 0; i < wishes.size(); i++) {
      PodBuilder pod = RackedCluster.pod("p" + i, wishes.get(i).gpus());
      int node = wishes.get(i).node();
      pods.add((node < 0 ? pod : pod.nodeSelector("kubernetes.io/hostname", "r0-" + node)).build());
    }

    assertThat(RackedCluster.find(cluster(racks), pods, List.of()) instanceof GangDomains.Placed)
        .isEqualTo(possible);
  }

  @Property(tries = 200)
  void what_is_found_fits_on_the_nodes_of_one_domain(
      @ForAll @Size(min = 1, max = 3)
          List<@Size(min = 1, max = 4) List<@IntRange(max = 8) Integer>> racks,
      @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 8) Integer> pods) {
    if (RackedCluster.find(cluster(racks), gang(pods), List.of())
        instanceof GangDomains.Placed placed) {
      String rack = placed.domain().orElseThrow().name();
      Map<String, Integer> taken = new HashMap<>();
      for (int i = 0; i < pods.size(); i++) {
        String node = Objects.requireNonNull(placed.nodes().get("team/p" + i));
        assertThat(node).startsWith(rack + "-");
        taken.merge(node, pods.get(i), Integer::sum);
      }
      List<Integer> free = racks.get(Integer.parseInt(rack.substring(1)));
      taken.forEach(
          (node, amount) ->
              assertThat(amount)
                  .isLessThanOrEqualTo(
                      free.get(Integer.parseInt(node.substring(node.indexOf('-') + 1)))));
    }
  }

  @Property(tries = 300)
  void a_gang_is_too_large_only_if_no_empty_domain_takes_it(
      @ForAll @Size(min = 1, max = 3)
          List<@Size(min = 1, max = 3) List<@IntRange(max = 8) Integer>> racks,
      @ForAll @Size(min = 1, max = 5) List<@IntRange(min = 1, max = 8) Integer> pods) {
    boolean possibleIfEmpty =
        racks.stream().anyMatch(r -> fits(r.stream().mapToInt(n -> 8).toArray(), pods, 0));

    Optional<DomainLack> lack =
        RackedCluster.find(cluster(racks), gang(pods), List.of())
                instanceof GangDomains.Unplaced unplaced
            ? unplaced.lack()
            : Optional.empty();

    if (possibleIfEmpty) {
      assertThat(lack.filter(DomainLack::isLasting)).isEmpty();
    }
  }
}

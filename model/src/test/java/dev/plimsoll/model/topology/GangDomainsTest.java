package dev.plimsoll.model.topology;

import static dev.plimsoll.model.topology.RackedCluster.find;
import static dev.plimsoll.model.topology.RackedCluster.pod;
import static dev.plimsoll.model.topology.RackedCluster.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GangDomainsTest {

  private static DomainLack lack(GangDomains.Result result) {
    return ((GangDomains.Unplaced) result).lack().orElseThrow();
  }

  private static Optional<String> domain(GangDomains.Result result) {
    return ((GangDomains.Placed) result).domain().map(Domain::name);
  }

  private static DomainRequest preferring(Optional<String> within, String preferred) {
    return new DomainRequest(within, Optional.of(preferred));
  }

  @Test
  void all_pods_go_to_one_domain() {
    Cluster cluster = new RackedCluster().rack("r1", 8, 0).rack("r2", 8, 8).build();

    GangDomains.Placed placed = (GangDomains.Placed) find(cluster, pods(2, 8), List.of());

    assertThat(placed.domain().map(Domain::text)).contains("rack r2");
    assertThat(placed.nodes().values()).containsExactlyInAnyOrder("r2-0", "r2-1");
  }

  @Test
  void of_several_domains_the_one_with_the_least_free_is_taken() {
    Cluster cluster = new RackedCluster().rack("r1", 8, 8, 8).rack("r2", 0, 8, 8).build();

    assertThat(domain(find(cluster, pods(2, 8), List.of()))).contains("r2");
  }

  @Test
  void enough_in_total_and_in_no_single_domain_is_fragmented() {
    Cluster cluster = new RackedCluster().rack("r1", 8, 0).rack("r2", 8, 4).build();

    DomainLack lack = lack(find(cluster, pods(2, 8), List.of()));

    assertThat(lack.kind()).isEqualTo(DomainLack.Kind.FRAGMENTED);
    assertThat(lack.notes())
        .containsExactly(
            "gang train must be within one rack: its 2 waiting pods together request 16"
                + " nvidia.com/gpu, 20 are free in all, and no single rack takes all pods; rack r2"
                + " comes closest, with 12 free for at most 1 pod");
  }

  @Test
  void too_little_in_total_is_said_so() {
    Cluster cluster = new RackedCluster().rack("r1", 8, 0).rack("r2", 0, 4).build();

    assertThat(lack(find(cluster, pods(2, 8), List.of())).kind())
        .isEqualTo(DomainLack.Kind.TOO_LITTLE);
  }

  @Test
  void a_gang_larger_than_any_domain_is_said_so_however_full_the_nodes_are() {
    Cluster cluster = new RackedCluster().rack("r1", 0, 8).rack("r2", 8, 8).build();

    DomainLack lack = lack(find(cluster, pods(3, 8), List.of()));

    assertThat(lack.kind()).isEqualTo(DomainLack.Kind.TOO_LARGE);
    assertThat(lack.notes())
        .containsExactly(
            "gang train is larger than any domain of level rack: its 3 waiting pods together"
                + " request 24 nvidia.com/gpu, and rack r1, the largest, has 16 on 2 nodes");
  }

  @Test
  void pods_that_do_not_fill_nodes_evenly_may_be_larger_than_a_domain_of_enough_devices() {
    Cluster cluster = new RackedCluster().rack("r1", 8, 8).build();

    assertThat(lack(find(cluster, pods(3, 5), List.of())).kind())
        .isEqualTo(DomainLack.Kind.TOO_LARGE);
  }

  @Test
  void a_level_that_no_node_has_is_named() {
    Cluster cluster = new RackedCluster().rack("r1", 8).build();

    DomainLack lack =
        lack(
            find(
                cluster,
                pods(1, 8),
                List.of(),
                new DomainRequest(Optional.of("row"), Optional.empty())));

    assertThat(lack.kind()).isEqualTo(DomainLack.Kind.UNKNOWN_LEVEL);
    assertThat(lack.notes())
        .containsExactly(
            "gang train must be within one row, and no node has a level or label of this name;"
                + " the levels are rack, host");
  }

  @Test
  void pods_that_name_different_levels_go_by_the_first() {
    List<Pod> pods =
        List.of(
            pod("p0", 8).label(DomainRequest.WITHIN, "rack").build(),
            pod("p1", 8).label(DomainRequest.WITHIN, "host").build());
    Cluster cluster = new RackedCluster().rack("r1", 8, 0).rack("r2", 0, 8).build();

    assertThat(lack(find(cluster, pods, List.of())).notes())
        .contains("its pods name different levels, and the first pod's level counts");
  }

  @Test
  void the_missing_pods_go_where_the_gang_runs() {
    Pod running = pod("running", 8).on("r1-0").build();
    Cluster cluster = new RackedCluster().rack("r1", 8, 8).rack("r2", 8).add(running).build();

    assertThat(domain(find(cluster, pods(1, 8), List.of(running)))).contains("r1");
  }

  @Test
  void where_the_gang_runs_in_two_domains_the_others_go_to_the_one_with_most() {
    List<Pod> running =
        List.of(
            pod("a", 4).on("r1-0").build(),
            pod("b", 4).on("r2-0").build(),
            pod("c", 4).on("r2-0").build());
    RackedCluster racks = new RackedCluster().rack("r1", 8, 8).rack("r2", 8);
    running.forEach(racks::add);

    DomainLack lack = lack(find(racks.build(), pods(1, 8), running));

    assertThat(lack.notes())
        .contains(
            "its running pods are in 2 domains, most of them in rack r2, so the others must go"
                + " there");
  }

  @Test
  void a_preferred_level_gives_way_to_the_required_one() {
    Cluster cluster = new RackedCluster().rack("r1", 8, 8).rack("r2", 8).build();

    assertThat(
            domain(
                find(
                    cluster,
                    pods(2, 8),
                    List.of(),
                    preferring(Optional.of("rack"), "kubernetes.io/hostname"))))
        .contains("r1");
  }

  @Test
  void without_a_required_level_the_pods_go_anywhere() {
    Cluster cluster = new RackedCluster().rack("r1", 8).rack("r2", 8).build();

    assertThat(domain(find(cluster, pods(2, 8), List.of(), preferring(Optional.empty(), "rack"))))
        .isEmpty();
    assertThat(domain(find(cluster, pods(1, 8), List.of(), preferring(Optional.empty(), "rack"))))
        .contains("r1");
  }
}

package dev.plimsoll.model.tenancy;

import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.GPU;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.gpuNode;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.gpuPolicy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class SharesPropertyTest {
  private static final List<String> PRODUCTS = List.of("A100", "H100", "L40S");

  /** A pod of a tenant. */
  private record Wish(int tenant, int gpus, String product) {}

  /**
   * What pods reach only in some pools is left out where guarantees are percentages: these grow
   * with the cluster, and in a pool that didn't grow one tenant's grows at another's cost.
   */
  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void no_share_falls_when_a_node_is_added(
      @ForAll("tenants") List<Tenant> tenants,
      @ForAll("wishes") List<Wish> wishes,
      @ForAll("divisions") Division division,
      @ForAll @IntRange(min = 1, max = 8) int gpus,
      @ForAll @IntRange(max = 2) int where) {
    Assume.that(!(division instanceof Division.Demand && tenants.stream().anyMatch(this::growing)));
    CapacityPolicy policy =
        gpuPolicy(tenants.toArray(Tenant[]::new))
            .withDivision(division)
            .withPools(PRODUCTS.stream().map(TenancyClusterBuilder::pool).toList());
    Cluster before = cluster(wishes);
    Cluster after = before.with(gpuNode("new", PRODUCTS.get(where), gpus));

    Shares more = Shares.of(after, policy);

    assertThat(Shares.of(before, policy).all())
        .allSatisfy(
            s ->
                assertThat(more.of(s.tenant(), GPU).orElseThrow().share())
                    .as(s.tenant())
                    .isGreaterThanOrEqualTo(s.share()));
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void the_shares_never_add_up_to_more_than_is_divided(
      @ForAll("tenants") List<Tenant> tenants,
      @ForAll("wishes") List<Wish> wishes,
      @ForAll("divisions") Division division) {
    CapacityPolicy policy = gpuPolicy(tenants.toArray(Tenant[]::new)).withDivision(division);

    Shares shares = Shares.of(cluster(wishes), policy);

    assertThat(shares.all().stream().mapToLong(s -> s.share().value()).sum())
        .isLessThanOrEqualTo(shares.capacity().divided(TenancyClusterBuilder.GPUS));
  }

  private boolean growing(Tenant tenant) {
    return tenant.guarantee().get(GPU) instanceof Amount.Percent;
  }

  private static Cluster cluster(List<Wish> wishes) {
    TenancyClusterBuilder tenancyClusterBuilder = new TenancyClusterBuilder();
    for (String product : PRODUCTS) {
      tenancyClusterBuilder.node(product.toLowerCase(Locale.ROOT), product, 8);
    }
    for (Wish wish : wishes) {
      PodBuilder pod =
          PodBuilder.pod("t" + wish.tenant, "p" + wishes.indexOf(wish))
              .requests("nvidia.com/gpu", "" + wish.gpus);
      tenancyClusterBuilder.add(
          wish.product.isEmpty()
              ? pod.build()
              : pod.nodeSelector("nvidia.com/gpu.product", wish.product).build());
    }
    return tenancyClusterBuilder.build();
  }

  @Provide
  Arbitrary<List<Wish>> wishes() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 4),
            Arbitraries.integers().between(1, 8),
            Arbitraries.of("", "A100", "H100", "L40S"))
        .as(Wish::new)
        .list()
        .ofMaxSize(10);
  }

  @Provide
  Arbitrary<List<Tenant>> tenants() {
    Arbitrary<Amount> guarantee =
        Arbitraries.of("0", "1", "3", "5%", "15%", "20%").map(Amount::parse);
    Arbitrary<Amount> ceiling = Arbitraries.of("3", "6", "100").map(Amount::parse);
    return Combinators.combine(Arbitraries.longs().between(0, 4), guarantee, ceiling)
        .as(
            (weight, least, most) ->
                new Tenant(
                    "", NamespaceSelection.named(), weight, Map.of(GPU, least), Map.of(GPU, most)))
        .list()
        .ofMinSize(1)
        .ofMaxSize(5)
        .map(SharesPropertyTest::named);
  }

  private static List<Tenant> named(List<Tenant> tenants) {
    List<Tenant> named = new ArrayList<>();
    for (Tenant t : tenants) {
      String name = "t" + named.size();
      named.add(
          new Tenant(name, NamespaceSelection.named(name), t.weight(), t.guarantee(), t.ceiling()));
    }
    return named;
  }

  @Provide
  Arbitrary<Division> divisions() {
    BigDecimal once = BigDecimal.ONE;
    return Arbitraries.of(
        new Division.Proportional(once),
        new Division.Proportional(new BigDecimal("1.5")),
        new Division.Demand(Duration.ZERO, once),
        new Division.Demand(Duration.ZERO, new BigDecimal("1.5")),
        new Division.Generous(new BigDecimal("2"), Duration.ZERO, once));
  }
}

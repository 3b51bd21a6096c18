package dev.plimsoll.model.tenancy.decision;

import static dev.plimsoll.model.tenancy.decision.RandomObservations.GPU;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.Reclaim;
import dev.plimsoll.model.tenancy.ShareBounds;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.Claimant;
import dev.plimsoll.model.tenancy.division.StepLimits;
import dev.plimsoll.model.tenancy.division.UnitDemand;
import dev.plimsoll.model.tenancy.plan.ConfirmedChanges;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.ToLongFunction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class DeciderPropertyTest {

  @Property(tries = 1000)
  void no_ceiling_comes_to_lie_below_what_runs_if_nothing_is_reclaimed(
      @ForAll("observations") Observation seen) {
    Observation never = with(seen, Reclaim.NEVER);

    assertThat(decide(never).ceilings())
        .allSatisfy(c -> assertThat(c.units()).isGreaterThanOrEqualTo(c.seen().running()));
  }

  @Property(tries = 1000)
  void together_they_are_at_most_what_is_divided_or_kept_or_what_a_step_leaves(
      @ForAll("observations") Observation seen) {
    ResourceCeilings decided = decide(seen);

    assertThat(sum(decided)).isLessThanOrEqualTo(most(seen, decided));
  }

  @Property(tries = 1000)
  void a_tenant_gets_no_more_than_its_ceiling_or_what_is_kept_or_a_step_leaves(
      @ForAll("observations") Observation seen) {
    ResourceCeilings decided = decide(seen);
    Map<String, Claim> claims = ShareBounds.of(decided.capacity());

    claims.forEach(
        (tenant, claim) ->
            assertThat(total(decided, tenant, DecidedCeiling::units))
                .as(tenant)
                .isLessThanOrEqualTo(
                    Math.max(
                        claim.ceiling(), total(decided, tenant, c -> least(seen, decided, c)))));
  }

  @Property(tries = 2000)
  void ceilings_under_a_cluster_quota_exceed_it_together_only_by_what_runs(
      @ForAll("observations") Observation seen) {
    assertWithinClusterQuotas(seen, decide(seen));
  }

  @Property(tries = 2000)
  void a_tenant_all_of_whose_namespaces_a_cluster_quota_selects_has_no_share_beyond_it(
      @ForAll("observations") Observation any) {
    Observation seen = withoutRequests(any);
    ResourceCeilings decided = decide(seen);

    assertThat(decided.clusterQuotas())
        .allSatisfy(
            quota ->
                assertThat(
                        seen.policy().tenants().stream()
                            .filter(t -> isWithin(decided, t.name(), quota))
                            .mapToLong(t -> decided.shares().of(t.name()))
                            .sum())
                    .isLessThanOrEqualTo(quota.units()));
  }

  @Property(tries = 1000)
  void a_guarantee_holds_as_far_as_what_runs_elsewhere_and_other_guarantees_leave_it(
      @ForAll("observations") Observation any) {
    Observation seen = withoutClusterQuotas(with(withoutRequests(any), Amount.ALL, Amount.NONE));
    ResourceCeilings decided = decide(seen);
    Map<String, Claim> claims = ShareBounds.of(decided.capacity());
    long guaranteed = claims.values().stream().mapToLong(Claim::floor).sum();

    claims.forEach(
        (tenant, claim) -> {
          long owed = owed(decided, claims, claim);
          if (hasNamespace(decided, tenant) && guaranteed <= decided.capacity().divided()) {
            assertThat(total(decided, tenant, DecidedCeiling::units))
                .as(tenant)
                .isGreaterThanOrEqualTo(owed);
          }
        });
  }

  /** Returns what of a guarantee other guarantees leave, and what runs elsewhere. */
  private static long owed(ResourceCeilings decided, Map<String, Claim> claims, Claim claim) {
    long elsewhere =
        claims.keySet().stream()
            .filter(t -> !t.equals(claim.tenant()))
            .mapToLong(t -> Math.max(floor(claims, t), total(decided, t, c -> c.seen().running())))
            .sum();
    return Math.min(claim.floor(), decided.capacity().divided() - elsewhere);
  }

  /** Ceilings in percent are rounded one by one, so that two may rise by one unit more. */
  @Property(tries = 1000)
  void another_node_takes_from_nobody_what_is_in_use_or_promised_unless_a_small_difference_stays(
      @ForAll("observations") Observation any, @ForAll @IntRange(min = 1, max = 9) int more) {
    Observation seen =
        withoutClusterQuotas(
            withAllRunning(
                withMultiples(with(with(any, Amount.ALL, Amount.NONE), Reclaim.NEVER), 1)));
    ResourceCeilings without = decide(seen);
    ResourceCeilings with = decide(withPool(seen, more));
    boolean ceilingsInPercent =
        seen.policy().tenants().stream()
            .anyMatch(t -> t.ceiling().get(GPU) instanceof Amount.Percent);
    Map<String, Claim> claims = ShareBounds.of(without.capacity());

    claims.forEach(
        (tenant, claim) -> {
          long used = total(without, tenant, c -> c.seen().running());
          long promised =
              seen.policy().division() instanceof Division.Proportional && !ceilingsInPercent
                  ? without.shares().of(tenant)
                  : owed(without, claims, claim);
          assertThat(total(with, tenant, DecidedCeiling::units))
              .as(tenant)
              .isGreaterThanOrEqualTo(
                  Math.min(
                      total(without, tenant, DecidedCeiling::units), Math.max(used, promised)));
        });
  }

  @Property(tries = 5000)
  void deciding_again_right_after_applying_changes_nothing(
      @ForAll("observations") Observation any) {
    Observation seen = with(withMultiples(with(any, Amount.ALL, Amount.NONE), 1), Reclaim.NEVER);
    CeilingPlan first = Decider.decide(seen, State.NONE);

    CeilingPlan second = Decider.decide(withQuotas(seen, ceilings(first)), first.state());

    assertThat(ceilings(second)).isEqualTo(ceilings(first));
  }

  @Property(tries = 1000)
  void where_it_reclaims_it_settles_after_a_few_decisions(@ForAll("observations") Observation any) {
    Observation seen = withMultiples(with(any, Amount.ALL, Amount.NONE), 1);
    CeilingPlan plan = Decider.decide(seen, State.NONE);
    for (int i = 0; i < 8; i++) {
      plan = Decider.decide(withQuotas(seen, ceilings(plan)), plan.state());
    }

    CeilingPlan next = Decider.decide(withQuotas(seen, ceilings(plan)), plan.state());

    assertThat(ceilings(next)).isEqualTo(ceilings(plan));
  }

  @Property(tries = 1000)
  void once_nobody_waits_nothing_moves(@ForAll("observations") Observation any) {
    Observation seen =
        withoutClusterQuotas(
            inOnePool(withMultiples(with(withoutRequests(any), Amount.ALL, Amount.NONE), 1)));
    CeilingPlan first = Decider.decide(seen, State.NONE);
    Observation after = later(admitted(withQuotas(seen, ceilings(first))), seen.interval());
    List<NamespaceObservation> namespaces = after.resources().get(0).namespaces();
    Assume.that(namespaces.stream().allMatch(n -> n.denied() == 0));
    // Where a policy reclaims, a ceiling may lie below charged pods that had no node and run now.
    Assume.that(namespaces.stream().allMatch(n -> n.running() <= n.quota()));
    Assume.that(
        namespaces.stream().mapToLong(NamespaceObservation::running).sum()
            <= first.resources().get(0).capacity().divided());

    CeilingPlan second = Decider.decide(after, first.state());

    assertThat(ceilings(second)).isEqualTo(ceilings(first));
  }

  @Property(tries = 1000)
  void where_it_reclaims_nothing_falls_below_what_runs_but_what_is_beyond_its_share(
      @ForAll("observations") Observation seen) {
    assertThat(decide(with(seen, Reclaim.WHEN_PODS_END)).ceilings())
        .allSatisfy(
            c ->
                assertThat(c.units())
                    .isGreaterThanOrEqualTo(Math.min(c.seen().running(), c.goal())));
  }

  @Property(tries = 200)
  void the_bounds_hold_in_each_of_a_series_of_decisions(
      @ForAll("observations") Observation first, @ForAll Random random) {
    Observation seen = first;
    State state = State.NONE;
    for (int i = 0; i < 8; i++) {
      CeilingPlan plan = Decider.decide(seen, state);
      ResourceCeilings decided = plan.resources().get(0);
      assertThat(sum(decided)).isLessThanOrEqualTo(most(seen, decided));
      assertWithinClusterQuotas(seen, decided);
      if (seen.policy().changes().reclaim() == Reclaim.NEVER) {
        assertThat(decided.ceilings())
            .allSatisfy(c -> assertThat(c.units()).isGreaterThanOrEqualTo(c.seen().running()));
      }
      state = plan.state();
      seen = new RandomObservations(random).next(withQuotas(seen, ceilings(plan)));
    }
  }

  @Property(tries = 500)
  void absurd_numbers_get_an_answer(
      @ForAll("observations") Observation any, @ForAll Random random) {
    Observation seen = new RandomObservations(random).absurd(any);

    CeilingPlan plan = Decider.decide(seen, State.NONE);

    assertThat(plan.resources().get(0).ceilings())
        .hasSameSizeAs(seen.resources().get(0).namespaces())
        .allSatisfy(c -> assertThat(c.units()).isGreaterThanOrEqualTo(0));
  }

  @Property(tries = 1000)
  void whatever_writes_were_made_the_next_decision_stays_within_what_there_is(
      @ForAll("observations") Observation seen, @ForAll Random random) {
    CeilingPlan first = Decider.decide(seen, State.NONE);
    ResourceCeilings decided = first.resources().get(0);
    Map<String, Long> now = new HashMap<>();
    decided.ceilings().forEach(c -> now.put(c.seen().namespace(), before(c.seen())));
    ConfirmedChanges changes =
        new ConfirmedChanges(now, decided.byNamespace(), StepLimits.UNLIMITED);
    for (String namespace : changes.order()) {
      if (random.nextBoolean()) {
        changes.confirm(namespace, changes.next(namespace));
      }
    }
    Observation after = later(withQuotas(seen, changes.current()), Duration.ofMinutes(5));

    ResourceCeilings again = Decider.decide(after, first.state()).resources().get(0);

    assertThat(sum(again)).isLessThanOrEqualTo(most(after, again));
  }

  @Property(tries = 1000)
  void a_tenant_is_given_no_more_than_the_pools_it_reaches_have(
      @ForAll("observations") Observation seen) {
    ResourceCeilings decided = decide(seen);
    Map<String, Claim> claims = ShareBounds.of(decided.capacity());
    ResourceObservation resource = seen.resources().get(0);
    if (!(seen.policy().division() instanceof Division.Demand)) {
      return;
    }
    resource
        .claimants()
        .forEach(
            claimant -> {
              long reached =
                  resource.pools().stream()
                      .filter(p -> claimant.reach().contains(p.pool()))
                      .mapToLong(p -> decided.capacity().overcommitted(p.available()))
                      .sum();
              String tenant = claimant.tenant();
              long had =
                  total(decided, tenant, c -> Math.max(before(c.seen()), c.seen().charged()));
              long promised =
                  Math.max(
                      floor(claims, tenant), total(decided, tenant, c -> c.seen().requested()));
              assertThat(total(decided, tenant, DecidedCeiling::units))
                  .as(tenant)
                  .isLessThanOrEqualTo(
                      Math.max(Math.max(had, promised), reached)
                          + decided.capacity().stepLimits().hysteresis());
            });
  }

  @Property(tries = 300)
  void the_same_is_decided_for_the_same(@ForAll("observations") Observation seen) {
    assertThat(Decider.decide(seen, State.NONE)).isEqualTo(Decider.decide(seen, State.NONE));
  }

  private static void assertWithinClusterQuotas(Observation seen, ResourceCeilings decided) {
    assertThat(seen.resources().get(0).clusterQuotas())
        .allSatisfy(
            quota -> {
              List<DecidedCeiling> under =
                  decided.ceilings().stream()
                      .filter(c -> quota.namespaces().contains(c.seen().namespace()))
                      .toList();
              assertThat(under.stream().mapToLong(DecidedCeiling::units).sum())
                  .isLessThanOrEqualTo(
                      Math.max(
                          quota.units(), under.stream().mapToLong(c -> c.seen().running()).sum()));
            });
  }

  private static boolean isWithin(
      ResourceCeilings decided, String tenant, ClusterQuotaObservation quota) {
    return decided.ceilings().stream()
        .filter(c -> c.seen().tenant().equals(tenant))
        .allMatch(c -> quota.namespaces().contains(c.seen().namespace()));
  }

  /** Returns how much all ceilings may come to together. */
  private static long most(Observation seen, ResourceCeilings decided) {
    return Math.max(
        decided.capacity().divided(),
        decided.ceilings().stream().mapToLong(c -> least(seen, decided, c)).sum());
  }

  /**
   * Returns below what a ceiling needn't sink: what is kept, and what a step leaves to its goal.
   */
  private static long least(Observation seen, ResourceCeilings decided, DecidedCeiling ceiling) {
    long step = decided.capacity().stepLimits().step();
    long charged = seen.resources().get(0).charged();
    long kept =
        charged <= decided.capacity().divided()
            ? ceiling.seen().charged()
            : ceiling.seen().running();
    long before = before(ceiling.seen());
    long stepped = ceiling.seen().hasQuota() ? before - step : 0;
    return !seen.policy().changes().anySize()
        ? Math.max(kept, Math.min(before, Math.max(ceiling.goal(), stepped)))
        : kept;
  }

  private static long before(NamespaceObservation seen) {
    return seen.hasQuota() ? seen.quota() : seen.charged();
  }

  private static ResourceCeilings decide(Observation seen) {
    return Decider.decide(seen, State.NONE).resources().get(0);
  }

  private static long floor(Map<String, Claim> claims, String tenant) {
    return claims.getOrDefault(tenant, Claim.of(tenant, 0)).floor();
  }

  private static boolean hasNamespace(ResourceCeilings decided, String tenant) {
    return decided.ceilings().stream().anyMatch(c -> c.seen().tenant().equals(tenant));
  }

  private static long total(
      ResourceCeilings decided, String tenant, ToLongFunction<DecidedCeiling> units) {
    return decided.ceilings().stream()
        .filter(c -> c.seen().tenant().equals(tenant))
        .mapToLong(units)
        .sum();
  }

  private static long sum(ResourceCeilings decided) {
    return decided.ceilings().stream().mapToLong(DecidedCeiling::units).sum();
  }

  static Observation with(Observation seen, Reclaim reclaim) {
    return new Observation(
        seen.policy().withChanges(seen.policy().changes().withReclaim(reclaim)),
        seen.time(),
        seen.interval(),
        false,
        seen.resources());
  }

  static Observation with(Observation seen, Amount step, Amount hysteresis) {
    return new Observation(
        seen.policy()
            .withChanges(seen.policy().changes().withStep(step).withHysteresis(hysteresis)),
        seen.time(),
        seen.interval(),
        false,
        seen.resources());
  }

  private static Observation later(Observation seen, Duration later) {
    return new Observation(
        seen.policy(), seen.time().plus(later), seen.interval(), false, seen.resources());
  }

  private static Observation withoutRequests(Observation seen) {
    ResourceObservation resource = seen.resources().get(0);
    return with(
        seen,
        resource.pools(),
        resource.namespaces().stream().map(n -> n.withRequested(0)).toList());
  }

  private static Observation withoutClusterQuotas(Observation seen) {
    ResourceObservation resource = seen.resources().get(0);
    return new Observation(
        seen.policy(),
        seen.time(),
        seen.interval(),
        false,
        List.of(
            new ResourceObservation(
                resource.resource(),
                resource.pools(),
                resource.claimants(),
                resource.peaks(),
                resource.namespaces())));
  }

  /** Returns the same where all reach one pool of enough nodes for most of it. */
  private static Observation inOnePool(Observation seen) {
    ResourceObservation resource = seen.resources().get(0);
    List<Claimant> claimants =
        resource.claimants().stream()
            .map(
                c ->
                    new Claimant(
                        c.claim(), List.of(new UnitDemand(c.demanded(), Set.of("a"))), Set.of("a")))
            .toList();
    return new Observation(
        seen.policy(),
        seen.time(),
        seen.interval(),
        false,
        List.of(
            new ResourceObservation(
                resource.resource(),
                List.of(PoolObservation.of("a", 60)),
                claimants,
                resource.peaks(),
                resource.namespaces(),
                resource.clusterQuotas())));
  }

  /** Returns the same without pods that are admitted and wait for a node. */
  private static Observation withAllRunning(Observation seen) {
    ResourceObservation resource = seen.resources().get(0);
    return with(
        seen,
        resource.pools(),
        resource.namespaces().stream().map(n -> n.withCharged(n.running())).toList());
  }

  static Observation withMultiples(Observation seen, long multiple) {
    ResourceObservation resource = seen.resources().get(0);
    return with(
        seen,
        resource.pools(),
        resource.namespaces().stream().map(n -> charged(n, multiple)).toList());
  }

  private static NamespaceObservation charged(NamespaceObservation seen, long multiple) {
    return new NamespaceObservation(
        seen.tenant(),
        seen.namespace(),
        seen.quota(),
        seen.running() / multiple * multiple,
        seen.charged() / multiple * multiple,
        seen.denied() / multiple * multiple,
        seen.placeable() / multiple * multiple,
        multiple,
        seen.requested());
  }

  /** Returns what is seen once quotas have let in what they allow, and nodes run it. */
  private static Observation admitted(Observation seen) {
    ResourceObservation resource = seen.resources().get(0);
    return with(
        seen,
        resource.pools(),
        resource.namespaces().stream().map(DeciderPropertyTest::admitted).toList());
  }

  private static NamespaceObservation admitted(NamespaceObservation seen) {
    long admitted = Math.max(0, Math.min(seen.denied(), seen.quota() - seen.charged()));
    return seen.withCharged(seen.charged() + admitted)
        .withRunning(seen.charged() + admitted)
        .withDenied(seen.denied() - admitted);
  }

  private static SortedMap<String, Long> ceilings(CeilingPlan plan) {
    return plan.resources().get(0).byNamespace();
  }

  static Observation withQuotas(Observation seen, SortedMap<String, Long> quotas) {
    ResourceObservation resource = seen.resources().get(0);
    return with(
        seen,
        resource.pools(),
        resource.namespaces().stream()
            .map(n -> n.withQuota(quotas.getOrDefault(n.namespace(), n.quota())))
            .toList());
  }

  private static Observation withPool(Observation seen, int more) {
    ResourceObservation resource = seen.resources().get(0);
    List<PoolObservation> pools = new ArrayList<>(resource.pools());
    PoolObservation first = pools.get(0);
    pools.set(0, PoolObservation.of(first.pool(), first.available() + more));
    return with(seen, pools, resource.namespaces());
  }

  private static Observation with(
      Observation seen, List<PoolObservation> pools, List<NamespaceObservation> namespaces) {
    ResourceObservation resource = seen.resources().get(0);
    return new Observation(
        seen.policy(),
        seen.time(),
        seen.interval(),
        false,
        List.of(
            new ResourceObservation(
                resource.resource(),
                pools,
                resource.claimants(),
                resource.peaks(),
                namespaces,
                resource.clusterQuotas())));
  }

  @Provide
  Arbitrary<Observation> observations() {
    return Arbitraries.randomValue(r -> new RandomObservations(r).any());
  }
}

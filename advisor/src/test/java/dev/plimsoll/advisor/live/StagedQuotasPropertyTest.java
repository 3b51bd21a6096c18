package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.division.StepLimits;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class StagedQuotasPropertyTest {
  private static final List<String> NAMESPACES = List.of("a", "b", "c");
  private static final List<DividedResource> DIVIDED =
      List.of(
          DividedResource.of(ResourceName.CPU),
          DividedResource.of(ResourceName.of("nvidia.com/gpu")));
  private static final Map<ResourceName, List<ResourceName>> KEYS =
      Map.of(
          ResourceName.CPU,
          List.of(ResourceName.CPU, ResourceName.of("requests.cpu")),
          ResourceName.of("nvidia.com/gpu"),
          List.of(ResourceName.of("requests.nvidia.com/gpu")));

  /** How the API server takes the writes to a quota. */
  enum Answer {
    STORED,
    DENIED,
    STORED_WITHOUT_ANSWER,
    LOST
  }

  /** Quotas in a store, of which all that is written is kept. */
  private static final class Store {
    private final List<PlannedQuota> quotas;
    private final Map<PlannedQuota, Resources> stored = new LinkedHashMap<>();
    private final List<Map<ResourceName, BigDecimal>> sums = new ArrayList<>();

    Store(List<PlannedQuota> quotas) {
      this.quotas = quotas;
      quotas.forEach(q -> stored.put(q, q.now()));
    }

    List<WriteOutcome> carryOut(List<Answer> answers, long hysteresis) {
      Map<DividedResource, StepLimits> limits = new LinkedHashMap<>();
      DIVIDED.forEach(r -> limits.put(r, new StepLimits(hysteresis, 1000)));
      PlannedCeilings plannedCeilings = new PlannedCeilings(quotas, limits);
      List<StagedQuota> staged = new ArrayList<>();
      for (PlannedQuota quota : quotas) {
        Answer answer = answers.get(staged.size());
        staged.add(new StagedQuota(quota, plannedCeilings, hard -> put(quota, hard, answer)));
      }
      return StagedQuotas.carryOut(staged);
    }

    private QuotaWrite put(PlannedQuota quota, Resources hard, Answer answer) {
      boolean written = answer == Answer.STORED || answer == Answer.STORED_WITHOUT_ANSWER;
      if (written) {
        stored.put(quota, hard);
      }
      sums.add(sums(stored));
      return switch (answer) {
        case STORED -> QuotaWrite.done(hard);
        case DENIED -> QuotaWrite.conflict("denied", stored.getOrDefault(quota, Resources.EMPTY));
        case STORED_WITHOUT_ANSWER, LOST -> new QuotaWrite(Result.ERROR, "lost", Optional.empty());
      };
    }

    Map<ResourceName, BigDecimal> decided() {
      Map<PlannedQuota, Resources> decided = new LinkedHashMap<>();
      quotas.forEach(q -> decided.put(q, q.decided()));
      return sums(decided);
    }

    private Map<ResourceName, BigDecimal> sums(Map<PlannedQuota, Resources> hard) {
      Map<ResourceName, BigDecimal> sums = new LinkedHashMap<>();
      for (String namespace : NAMESPACES) {
        KEYS.forEach(
            (resource, keys) ->
                sums.merge(resource, ceiling(hard, namespace, keys), BigDecimal::add));
      }
      return sums;
    }

    private static BigDecimal ceiling(
        Map<PlannedQuota, Resources> hard, String namespace, List<ResourceName> keys) {
      List<BigDecimal> ceilings = new ArrayList<>();
      List<BigDecimal> used = new ArrayList<>(List.of(BigDecimal.ZERO));
      hard.forEach(
          (quota, resources) -> {
            if (quota.namespace().equals(namespace)) {
              for (ResourceName key : keys) {
                resources.get(key).map(Quantity::toBigDecimal).ifPresent(ceilings::add);
                quota.used().get(key).map(Quantity::toBigDecimal).ifPresent(used::add);
              }
            }
          });
      return ceilings.stream()
          .min(BigDecimal::compareTo)
          .orElseGet(() -> used.stream().reduce(BigDecimal.ZERO, BigDecimal::max));
    }
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void after_each_write_the_ceilings_come_to_no_more_than_before_or_decided(
      @ForAll("plans") List<PlannedQuota> quotas,
      @ForAll @Size(5) List<Answer> answers,
      @ForAll @IntRange(max = 3) int hysteresis) {
    Store store = new Store(quotas);
    Map<ResourceName, BigDecimal> before = store.sums(store.stored);
    Map<ResourceName, BigDecimal> decided = store.decided();

    List<WriteOutcome> outcomes = store.carryOut(answers, hysteresis);

    assertThat(outcomes).hasSameSizeAs(quotas);
    for (Map<ResourceName, BigDecimal> sums : store.sums) {
      assertThat(sums)
          .allSatisfy(
              (resource, sum) ->
                  assertThat(sum)
                      .isLessThanOrEqualTo(
                          before
                              .getOrDefault(resource, BigDecimal.ZERO)
                              .max(decided.getOrDefault(resource, BigDecimal.ZERO))));
    }
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void what_nobody_denies_is_done_in_full(
      @ForAll("plans") List<PlannedQuota> quotas, @ForAll @IntRange(max = 3) int hysteresis) {
    Store store = new Store(quotas);

    List<WriteOutcome> outcomes =
        store.carryOut(quotas.stream().map(q -> Answer.STORED).toList(), hysteresis);

    assertThat(outcomes).extracting(WriteOutcome::result).containsOnly(Result.DONE);
    assertThat(store.stored)
        .allSatisfy((quota, hard) -> assertThat(hard).isEqualTo(quota.decided()));
  }

  @Provide
  Arbitrary<List<PlannedQuota>> plans() {
    Arbitrary<PlannedQuota> quota =
        Combinators.combine(Arbitraries.of(NAMESPACES), hard(), hard())
            .as((namespace, now, decided) -> quota(namespace, "", now, decided, Resources.EMPTY));
    return Combinators.combine(quota.list().ofSize(5), used().list().ofSize(NAMESPACES.size()))
        .as(StagedQuotasPropertyTest::plan);
  }

  private static List<PlannedQuota> plan(List<PlannedQuota> quotas, List<Resources> used) {
    List<PlannedQuota> plan = new ArrayList<>();
    for (PlannedQuota q : quotas) {
      Resources usedThere = used.get(NAMESPACES.indexOf(q.namespace()));
      plan.add(quota(q.namespace(), "q" + plan.size(), q.now(), q.decided(), usedThere));
    }
    return plan;
  }

  private static PlannedQuota quota(
      String namespace, String name, Resources now, Resources decided, Resources used) {
    return new PlannedQuota(namespace, name, true, now, decided, used);
  }

  /** Returns what a namespace uses, which all its quotas are charged alike. */
  private static Arbitrary<Resources> used() {
    return Combinators.combine(amount(), amount())
        .as(
            (cpu, gpu) ->
                Resources.builder()
                    .put(ResourceName.CPU, cpu)
                    .put(ResourceName.of("requests.cpu"), cpu)
                    .put(ResourceName.of("requests.nvidia.com/gpu"), gpu)
                    .build());
  }

  private static Arbitrary<Quantity> amount() {
    return Arbitraries.integers().between(0, 24).map(halves -> Quantity.parse(halves * 500 + "m"));
  }

  /** Returns ceilings on some of the keys, in halves of a unit. */
  private static Arbitrary<Resources> hard() {
    Arbitrary<Optional<Quantity>> amount = amount().optional(0.7);
    return Combinators.combine(amount, amount, amount)
        .as(
            (cpu, requests, gpu) -> {
              Resources.Builder hard = Resources.builder();
              cpu.ifPresent(q -> hard.put(ResourceName.CPU, q));
              requests.ifPresent(q -> hard.put(ResourceName.of("requests.cpu"), q));
              gpu.ifPresent(q -> hard.put(ResourceName.of("requests.nvidia.com/gpu"), q));
              return hard.build();
            });
  }
}

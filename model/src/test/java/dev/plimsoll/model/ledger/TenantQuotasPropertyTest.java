package dev.plimsoll.model.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.NamespaceSelection;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Tenant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What holds of tenants' quotas whatever the cluster and the policy. */
class TenantQuotasPropertyTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  private static final ResourceName KEY = ResourceName.of("requests.nvidia.com/gpu");
  private static final int TENANTS = 3;
  private static final int NAMESPACES = 6;

  /** A pod of a namespace. */
  private record Request(int namespace, int gpus, boolean placed) {}

  /**
   * Who has which namespace, and what is there.
   *
   * @param owners of each namespace whose it is; nobody's beyond the tenants
   */
  private record Setup(List<Integer> owners, List<Request> requests) {
    int usedBy(int tenant) {
      return requests.stream()
          .filter(r -> owners.get(r.namespace) == tenant)
          .mapToInt(Request::gpus)
          .sum();
    }

    Setup moved(int namespace, int tenant) {
      List<Integer> others = new ArrayList<>(owners);
      others.set(namespace, tenant);
      return new Setup(others, requests);
    }

    Cluster cluster() {
      ClusterBuilder objects = Cluster.builder(ClusterFixture.NOW);
      objects.add(NodeBuilder.node("n").has("nvidia.com/gpu", "64").has("pods", "99").build());
      for (int i = 0; i < owners.size(); i++) {
        objects.add(
            new Namespace(
                ObjectMeta.builder()
                    .name("ns" + i)
                    .labels(Map.of("team", "t" + owners.get(i)))
                    .build()));
      }
      for (Request request : requests) {
        PodBuilder pod =
            PodBuilder.pod("ns" + request.namespace, "p" + requests.indexOf(request))
                .requests("nvidia.com/gpu=" + request.gpus);
        objects.add(request.placed ? pod.on("n").build() : pod.build());
      }
      return objects.build();
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void what_is_used_is_the_sum_over_the_namespaces_of_the_tenant(
      @ForAll("setups") Setup setup, @ForAll("policies") CapacityPolicy policy) {
    Cluster cluster = setup.cluster();

    for (EnforcedQuota quota : TenantQuotas.of(cluster, policy)) {
      assertThat(used(quota, cluster)).isEqualTo(Quantity.of(setup.usedBy(tenant(quota))));
      assertThat(quota.namespaces())
          .containsExactlyElementsOf(
              IntStream.range(0, NAMESPACES)
                  .filter(i -> setup.owners.get(i) == tenant(quota))
                  .mapToObj(i -> "ns" + i)
                  .toList());
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void a_namespace_that_changes_its_tenant_takes_its_usage_along(
      @ForAll("setups") Setup setup,
      @ForAll @IntRange(max = NAMESPACES - 1) int namespace,
      @ForAll @IntRange(max = TENANTS) int tenant) {
    CapacityPolicy policy = policy(AdmissionMode.DENY, BorrowingMode.NEVER, List.of("", "", ""));
    Cluster before = setup.cluster();
    Setup moved = setup.moved(namespace, tenant);
    Cluster after = moved.cluster();

    List<EnforcedQuota> quotas = TenantQuotas.of(after, policy);

    assertThat(quotas).hasSize(TENANTS);
    for (EnforcedQuota quota : quotas) {
      Ledger counted = resynced(ledger(policy, quota.origin(), before), quota, after);
      assertThat(counted.total().getOrZero(KEY))
          .isEqualTo(Quantity.of(moved.usedBy(tenant(quota))));
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void no_quota_is_without_a_limit_and_each_limit_is_that_of_the_shares(
      @ForAll("setups") Setup setup, @ForAll("policies") CapacityPolicy policy) {
    Cluster cluster = setup.cluster();
    Shares shares = Shares.of(cluster, policy);
    boolean isBorrowing = policy.enforcement().borrowing() != BorrowingMode.NEVER;
    List<EnforcedQuota> quotas = TenantQuotas.of(cluster, policy);

    for (Tenant tenant : policy.tenants()) {
      boolean isLimited = !isBorrowing || tenant.ceiling().containsKey(GPU);
      boolean isEnforced = policy.enforcement().admission() != AdmissionMode.OFF;
      Optional<Quantity> most =
          shares
              .of(tenant.name(), GPU)
              .filter(s -> isLimited && isEnforced)
              .map(s -> isBorrowing ? s.ceiling() : s.share());
      assertThat(quotas)
          .filteredOn(
              q -> q.origin().equals(new QuotaOrigin.OfTenant(policy.name(), tenant.name())))
          .extracting(EnforcedQuota::spec)
          .flatExtracting(spec -> List.of(spec.hard()))
          .containsExactlyElementsOf(most.stream().map(q -> Resources.of(KEY, q)).toList());
    }
  }

  private static Ledger ledger(CapacityPolicy policy, QuotaOrigin origin, Cluster cluster) {
    EnforcedQuota quota =
        TenantQuotas.of(cluster, policy).stream()
            .filter(q -> q.origin().equals(origin))
            .findFirst()
            .orElseThrow();
    return resynced(quota.ledger(), quota, cluster);
  }

  private static Ledger resynced(Ledger ledger, EnforcedQuota quota, Cluster cluster) {
    return ledger
        .withSpec(quota.spec())
        .resynced(new ObservedUsage(quota.used(cluster), new TreeMap<>()), r -> false);
  }

  private static Quantity used(EnforcedQuota quota, Cluster cluster) {
    return resynced(quota.ledger(), quota, cluster).total().getOrZero(KEY);
  }

  private static int tenant(EnforcedQuota quota) {
    return Integer.parseInt(((QuotaOrigin.OfTenant) quota.origin()).tenant().substring(1));
  }

  private static CapacityPolicy policy(
      AdmissionMode admission, BorrowingMode borrowing, List<String> ceilings) {
    List<Tenant> tenants = new ArrayList<>();
    for (String ceiling : ceilings) {
      String name = "t" + tenants.size();
      NamespaceSelection selection =
          NamespaceSelection.labelled(new LabelSelector(Map.of("team", name), List.of()));
      tenants.add(
          new Tenant(
              name,
              selection,
              1,
              Map.of(),
              ceiling.isEmpty() ? Map.of() : Map.of(GPU, Amount.parse(ceiling))));
    }
    return CapacityPolicy.proportional("gpus", tenants, List.of(DividedResource.of(GPU)))
        .withEnforcement(new Enforcement(admission, PlacementMode.OFF, borrowing));
  }

  @Provide
  Arbitrary<Setup> setups() {
    Arbitrary<Request> request =
        Combinators.combine(
                Arbitraries.integers().between(0, NAMESPACES - 1),
                Arbitraries.integers().between(1, 8),
                Arbitraries.of(true, false))
            .as(Request::new);
    return Combinators.combine(
            Arbitraries.integers().between(0, TENANTS).list().ofSize(NAMESPACES),
            request.set().ofMaxSize(8).map(List::copyOf))
        .as(Setup::new);
  }

  @Provide
  Arbitrary<CapacityPolicy> policies() {
    return Combinators.combine(
            Arbitraries.of(AdmissionMode.class),
            Arbitraries.of(BorrowingMode.class),
            Arbitraries.of("", "0", "3", "50%", "100").list().ofSize(TENANTS))
        .as(TenantQuotasPropertyTest::policy);
  }
}

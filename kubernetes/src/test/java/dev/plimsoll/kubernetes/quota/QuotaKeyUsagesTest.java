package dev.plimsoll.kubernetes.quota;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.Device;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.DeviceNodes;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QuotaKeyUsagesTest {
  private static final String GPU = "example.com/gpu";
  private static final ResourceName CPU = ResourceName.REQUESTS_CPU;

  private static ResourceQuota quota(String name, long hard, long used) {
    Resources ceiling = Resources.of(CPU, Quantity.of(hard));
    return new ResourceQuota(
        ObjectMeta.of("team", name),
        ResourceQuotaSpec.of(ceiling),
        new ResourceQuotaStatus(ceiling, Resources.of(CPU, Quantity.of(used))));
  }

  private static PodBuilder pod(String name, String cpu) {
    return PodBuilder.pod("team", name).requests("cpu", cpu);
  }

  private static List<QuotaKeyUsage> usages() {
    return QuotaKeyUsages.of(
        Cluster.builder(Instant.EPOCH)
            .add(node("a").has("cpu", "4").build())
            .add(node("b").has("cpu", "2").build())
            .add(node("c").has("cpu", "8").cordoned().build())
            .add(pod("placed", "1").on("a").build())
            .add(pod("too large", "3").on("b").build())
            .add(pod("pending", "2").build())
            .add(quota("loose", 20, 6))
            .add(quota("tight", 8, 6))
            .build());
  }

  @Test
  void placed_and_pending_pods_are_told_apart() {
    assertThat(usages())
        .extracting(QuotaKeyUsage::placed)
        .containsOnly(Optional.of(Quantity.of(4)));
    assertThat(usages())
        .extracting(QuotaKeyUsage::pending)
        .containsOnly(Optional.of(Quantity.of(2)));
  }

  @Test
  void what_an_overcommitted_node_lacks_is_not_taken_off_the_others() {
    assertThat(usages().get(0).available()).contains(Quantity.of(3));
  }

  @Test
  void the_quota_that_leaves_least_binds() {
    assertThat(usages()).extracting(QuotaKeyUsage::quota).containsExactly("loose", "tight");
    assertThat(usages()).extracting(QuotaKeyUsage::binds).containsExactly(false, true);
  }

  @Test
  void of_pods_and_nodes_that_were_not_read_nothing_is_said() {
    Cluster all =
        ClusterFixture.cluster(
            node("a").has("cpu", "4").build(), quota("q", 8, 6), pod("p", "1").on("a").build());

    assertThat(only(all))
        .extracting(QuotaKeyUsage::namespace, QuotaKeyUsage::placed, QuotaKeyUsage::available)
        .containsExactly("team", amount(1), amount(3));
    assertThat(only(all.withCoverage(Node.RESOURCE, Coverage.NONE)))
        .extracting(QuotaKeyUsage::placed, QuotaKeyUsage::available)
        .containsExactly(amount(1), Optional.empty());
    assertThat(only(all.withCoverage(Pod.RESOURCE, Coverage.of(Set.of("team")))))
        .extracting(QuotaKeyUsage::placed, QuotaKeyUsage::available)
        .containsExactly(amount(1), Optional.empty());
    assertThat(only(all.withCoverage(Pod.RESOURCE, Coverage.of(Set.of("other")))))
        .extracting(QuotaKeyUsage::placed, QuotaKeyUsage::pending)
        .containsExactly(Optional.empty(), Optional.empty());
    Cluster own = all.withCoverage(ResourceQuota.RESOURCE, Coverage.of(Set.of("team")));
    assertThat(only(own).binds()).isTrue();
    assertThat(QuotaKeyUsages.unread(own, "team").isEmpty()).isTrue();
    assertThat(QuotaKeyUsages.unread(own, "").requirements())
        .containsExactly(Requirement.all(ResourceQuota.RESOURCE));
    assertThat(only(all.withCoverage(ResourceQuota.RESOURCE, Coverage.NONE)).binds()).isFalse();
  }

  /** A node's own amount and the devices of a class are both free for the resource. */
  @Test
  void devices_are_free_beside_what_nodes_have_themselves() {
    DeviceClass gpus = new DeviceClass(ObjectMeta.of("", "gpus"), List.of(), GPU);
    Cluster cluster =
        ClusterFixture.cluster(
            gpus,
            slice("a", 2),
            node("a").build(),
            node("b").has(GPU, "4").build(),
            node("c").has(GPU, "8").cordoned().build(),
            PodBuilder.pod("team", "p").requests(GPU, "1").on("b").build(),
            ResourceQuotaBuilder.quota("team", "q")
                .hard("requests." + GPU + "=9,gpus.deviceclass.resource.k8s.io/devices=9")
                .used("")
                .build());

    assertThat(QuotaKeyUsages.of(cluster, "team"))
        .extracting(u -> u.key().name(), QuotaKeyUsage::available, QuotaKeyUsage::binds)
        .containsExactly(
            tuple("gpus.deviceclass.resource.k8s.io/devices", amount(2), false),
            tuple("requests." + GPU, amount(5), false));
  }

  @Test
  void quotas_over_several_namespaces_and_ledgers_bind_too() {
    LabelSelector teams = new LabelSelector(Map.of("team", "yes"), List.of());
    ClusterResourceQuota wide =
        new ClusterResourceQuota(
            ObjectMeta.of("", "wide"),
            Optional.of(teams),
            Map.of(),
            ResourceQuotaSpec.of(Resources.of(CPU, Quantity.of(9))),
            new ResourceQuotaStatus(
                Resources.of(CPU, Quantity.of(9)), Resources.of(CPU, Quantity.of(3))),
            Map.of());
    Cluster cluster =
        ClusterFixture.cluster(
            namespace("team", "yes"),
            namespace("other", "no"),
            quota("q", 8, 1),
            wide,
            ledger("clusterresourcequota/wide", "wide", 4),
            ledger("resourcequota/team/q", "q", 2),
            ledger("tenant/t", "t", 0),
            ledger("resourcequota/team/another", "another", 7),
            pod("p", "1").build(),
            PodBuilder.pod("other", "p").requests("cpu", "5").build());

    assertThat(QuotaKeyUsages.of(cluster))
        .isEqualTo(QuotaKeyUsages.of(cluster, "team"))
        .extracting(
            QuotaKeyUsage::namespace,
            QuotaKeyUsage::quota,
            QuotaKeyUsage::reserved,
            QuotaKeyUsage::pending,
            QuotaKeyUsage::binds)
        .containsExactly(
            tuple("team", "q", amount(2), amount(1), false),
            tuple("", "wide", amount(4), amount(1), true),
            tuple("", "t", amount(0), amount(1), false));
    assertThat(QuotaKeyUsages.of(cluster, "other")).isEmpty();
  }

  @Test
  void the_tightest_limit_of_a_namespace_is_that_of_its_quotas_without_scopes() {
    ResourceQuota scoped =
        ResourceQuotaBuilder.quota("team", "s")
            .hard("requests.cpu=1")
            .scope("Terminating", "Exists")
            .build();
    Cluster cluster =
        ClusterFixture.cluster(
            scoped,
            quota("a", 8, 0),
            quota("b", 4, 0),
            quota("c", 6, 0),
            ResourceQuotaBuilder.quota("other", "q").hard("requests.memory=1Gi").build());

    assertThat(TightestLimits.of(cluster, ResourceName.CPU))
        .containsExactly(Map.entry("team", Quantity.of(4)));
  }

  private static QuotaKeyUsage only(Cluster cluster) {
    return QuotaKeyUsages.of(cluster, "team").get(0);
  }

  private static Optional<Quantity> amount(long amount) {
    return Optional.of(Quantity.of(amount));
  }

  private static Namespace namespace(String name, String team) {
    return new Namespace(ObjectMeta.builder().name(name).labels(Map.of("team", team)).build());
  }

  private static LedgerSummary ledger(String origin, String quota, long reserved) {
    return new LedgerSummary(
        ObjectMeta.of("", quota),
        origin,
        quota,
        ResourceQuotaSpec.of(Resources.of(CPU, Quantity.of(9))),
        Resources.of(CPU, Quantity.of(1)),
        Resources.of(CPU, Quantity.of(reserved)),
        new TreeMap<>(Map.of("team", Resources.of(CPU, Quantity.of(1)))),
        Map.of(),
        List.of());
  }

  private static ResourceSlice slice(String node, int devices) {
    return new ResourceSlice(
        ObjectMeta.of("", node),
        "gpu.example.com",
        new ResourceSlice.Pool(node, 1, 1),
        new DeviceNodes(node, Optional.empty(), false),
        false,
        IntStream.range(0, devices)
            .mapToObj(
                i ->
                    new Device(
                        "gpu-" + i,
                        Map.of(),
                        Map.of(),
                        List.of(),
                        DeviceNodes.NONE,
                        List.of(),
                        false,
                        List.of(),
                        false))
            .toList(),
        List.of());
  }
}

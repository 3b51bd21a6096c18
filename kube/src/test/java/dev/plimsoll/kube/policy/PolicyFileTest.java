package dev.plimsoll.kube.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.ChangeLimits;
import dev.plimsoll.model.tenancy.ChangePolicy;
import dev.plimsoll.model.tenancy.ConfidenceLevel;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.LostCapacity;
import dev.plimsoll.model.tenancy.PoolAutoscaling;
import dev.plimsoll.model.tenancy.Reclaim;
import dev.plimsoll.model.tenancy.RequestApproval;
import dev.plimsoll.model.tenancy.SuspendedDemand;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.UndividedKey;
import dev.plimsoll.model.topology.TopologyLevel;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyFileTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  private static final String HEAD =
      """
      apiVersion: plimsoll.dev/v1alpha1
      kind: CapacityPolicy
      metadata: {name: p}
      spec:
        resources: [{name: nvidia.com/gpu}]
      """;
  private static final Cluster NOTHING = Cluster.empty(Instant.EPOCH);
  private static final String TENANTS = "  tenants: [{name: a, namespaces: [a]}]\n";

  @TempDir Path folder;

  private PolicyFile read(String text) throws IOException {
    return PolicyFile.read(Files.writeString(folder.resolve("p.yaml"), text));
  }

  private String errorMessage(String text) {
    Throwable failure = catchThrowable(() -> read(text));
    assertThat(failure).isInstanceOf(InputException.class);
    return String.valueOf(failure.getMessage()).replace(folder + "/", "");
  }

  @Test
  void what_is_left_out_has_its_default() throws IOException {
    CapacityPolicy policy = read(HEAD + TENANTS).policy();

    assertThat(policy.name()).isEqualTo("p");
    assertThat(policy.tenants()).containsExactly(Tenant.of("a", 1, "a"));
    assertThat(policy.pools()).isEmpty();
    assertThat(policy.systemNamespaces()).isEqualTo(CapacityPolicy.SYSTEM);
    assertThat(policy.division()).isEqualTo(new Division.Demand(Duration.ZERO, BigDecimal.ONE));
    assertThat(policy.enforcement()).isEqualTo(Enforcement.NONE);
    assertThat(policy.changes()).isEqualTo(ChangePolicy.PROPOSED);
    assertThat(policy.interval()).isEqualTo(Duration.ofMinutes(5));
    assertThat(policy.suspendedDemand()).isEmpty();
    assertThat(policy.approvals()).isEmpty();
    assertThat(policy.resources().get(0).unit()).isEqualTo(Quantity.of(1));
  }

  @Test
  void every_key_is_read() {
    CapacityPolicy policy = PolicyFile.read(PolicyFixtures.FULL).policy();

    Tenant vision = policy.tenants().get(0);
    assertThat(vision.namespaces().names()).containsExactly("vision", "vision-dev");
    assertThat(vision.weight()).isEqualTo(3);
    assertThat(vision.guarantee())
        .isEqualTo(Map.of(GPU, Amount.parse("4"), ResourceName.MEMORY, Amount.parse("64Gi")));
    assertThat(vision.ceiling()).isEqualTo(Map.of(GPU, Amount.parse("75%")));
    Tenant language = policy.tenants().get(1);
    assertThat(language.namespaces().matches("x", Map.of("team", "language"))).isTrue();
    assertThat(language.namespaces().matches("x", Map.of("team", "language", "stage", "trial")))
        .isFalse();
    assertThat(policy.pools().get(0).nodeSelector().matchLabels())
        .containsOnlyKeys("nvidia.com/gpu.product");
    assertThat(policy.pools().get(0).autoscaling())
        .hasValue(
            new PoolAutoscaling(
                10,
                Resources.of(GPU, Quantity.of(8)).with(ResourceName.MEMORY, Quantity.parse("1Ti")),
                Map.of("topology.kubernetes.io/zone", "a"),
                List.of(
                    new Taint("nvidia.com/gpu", "", "NoSchedule"),
                    new Taint("dedicated", "ml", "NoExecute"))));
    assertThat(policy.systemNamespaces().matches("gpu-operator", Map.of())).isTrue();
    assertThat(policy.systemNamespaces().matches("x", Map.of("plimsoll.dev/system", ""))).isTrue();
    assertThat(policy.reserve()).isEqualTo(Map.of(GPU, Amount.parse("12.5%")));
    assertThat(policy.resources().get(0).pools()).containsExactly("a100");
    assertThat(policy.resources().get(1).unit()).isEqualTo(Quantity.parse("4Gi"));
    assertThat(policy.division())
        .isEqualTo(
            new Division.Generous(
                new BigDecimal("1.25"), Duration.ofHours(36), new BigDecimal("1.1")));
    assertThat(policy.enforcement())
        .isEqualTo(
            new Enforcement(
                Enforcement.AdmissionMode.WARN,
                Enforcement.PlacementMode.HOLD,
                Enforcement.BorrowingMode.NEVER));
    assertThat(policy.changes())
        .isEqualTo(
            new ChangePolicy(
                ChangePolicy.ApplyMode.AUTOMATIC,
                Amount.parse("25%"),
                Amount.parse("2"),
                new ChangeLimits(10, Amount.parse("16"), ConfidenceLevel.HIGH),
                new LostCapacity(
                    Duration.ofMinutes(5),
                    new Amount.Percent(new BigDecimal("12.5")),
                    LostCapacity.Beyond.PERSON,
                    Duration.ofHours(2)),
                Reclaim.WHEN_PODS_END,
                List.of(new UndividedKey(ResourceName.PODS, Quantity.of(100)))));
    assertThat(policy.interval()).isEqualTo(Duration.ofSeconds(150));
    assertThat(policy.suspendedDemand()).containsExactlyInAnyOrder(SuspendedDemand.values());
    assertThat(policy.topology().levels())
        .containsExactly(
            new TopologyLevel("zone", "topology.kubernetes.io/zone"),
            new TopologyLevel("rack", "example.com/rack"));
    assertThat(policy.approvals())
        .containsExactly(
            new RequestApproval(
                "vision",
                "more-gpus",
                "3f1c6c0e-1111-4222-8333-444444444444",
                RequestApproval.Decision.APPROVED,
                "the paper is due"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pool: []|line 7: spec.pool is an unknown key; valid keys: approvals, changes,",
        "pools: 5|line 7: spec.pools must be a list, got 5.",
        "reserve: {nvidia.com/gpu: -1}|line 7: spec.reserve.nvidia.com/gpu is \"-1\": invalid am",
        "reserve: {nvidia.com/gpu: x}|line 7: spec.reserve.nvidia.com/gpu is \"x\":",
        "reserve: {nvidia.com/gpu: 0.5}|gpu must be quoted, got the decimal number 0.5.",
        "pools: [{name: a, nodeSelector: {matchLabels: {l: true}}}]|l must be a string, got true; quote",
        "reserve: {cpu: 1}|line 7: spec.reserve.cpu: cpu is not listed",
        "enforcement: {admission: Off}|got false; YAML reads Off as false unless it is quoted",
        "enforcement: {placement: Wait}|must be Off or Report or Hold or Gate, got Wait.",
        "division: {type: Fair}|spec.division.type must be Proportional or Demand or Generous",
        "division: {factor: 2}|spec.division.factor is only for the division Generous; drop it.",
        "division: {window: soon}|spec.division.window is \"soon\": invalid duration, expec",
        "division: {overcommit: 0}|spec.division.overcommit: overcommit is 0: must be from 0.01",
        "division: {overcommit: '0.5'}|must be a number, got the text \"0.5\"; drop the quotes.",
        "division: {overcommit: 1e99}|overcommit is 1E+99: must be from 0.01 to 100, usually 1.",
        "division: {interval: 0s}|spec.division.interval is \"0s\": must be from 1m to 24h.",
        "division: {interval: 5}|spec.division.interval is \"5\": invalid duration, expected",
        "demand: {suspended: [Slurm]}|suspended[0] must be Kueue or Job or Volcano or MPI or Argo",
        "demand: {suspended: Kueue}|spec.demand.suspended must be a list, got Kueue.",
        "changes: {limits: {quotas: 0}}|quotas must be an integer from 1 to 1000000, got 0.",
        "changes: {limits: {units: -5}}|units is \"-5\": invalid amount \"-5\": must not be neg",
        "changes: {limits: {confidence: high}}|must be Low or Medium or High, got high.",
        "changes: {lostCapacity: {threshold: 120%}}|must be a percentage from 0% to 100%.",
        "changes: {lostCapacity: {threshold: 20}}|must be a percentage from 0% to 100%.",
        "changes: {lostCapacity: {grace: 2d}}|grace is \"2d\": must be from 0s to 24h.",
        "changes: {lostCapacity: {beyond: Never}}|must be Period or Person, got Never.",
        "changes: {reclaim: Always}|must be Never or WhenPodsEnd, got Always.",
        "changes: {reclaim: Preempt}|got Preempt: lowering a quota ends no pod; use WhenPodsEnd, whi",
        "changes: {undivided: [{key: pods}]}|spec.changes.undivided[0].upTo is required.",
        "changes: {undivided: [{key: pods, upTo: -1}]}|upTo is \"-1\": must not be negative.",
        "changes: {undivided: [{key: requests.nvidia.com/gpu, upTo: 1}]}|is divided, as nvidia",
        "approvals: [{namespace: a, request: r}]|decision is required: Approved or Denied.",
        "approvals: [{namespace: a, request: r, decision: Yes}]|must be Approved or Denied, got",
        "approvals: [{namespace: a, request: r, decision: Denied},"
            + " {namespace: a, request: r, decision: Approved}]|request a/r is decided twice",
        "changes: {step: 0}|spec.changes.step is \"0\": with a step of 0 nothing could ever",
        "pools: [{name: a}]|spec.pools[0].nodeSelector is missing;",
        "pools: [{name: a, nodeSelector: {}, autoscaling: {maxNodes: 2}}]|"
            + "spec.pools[0].autoscaling.allocatable: names no resource that the policy divides: add"
            + " what a new node has of nvidia.com/gpu.",
        "pools: [{name: a, nodeSelector: {}, autoscaling: {allocatable: {nvidia.com/gpu: 8}}}]|"
            + "spec.pools[0].autoscaling.maxNodes is required.",
        "pools: [{name: a, nodeSelector: {}, autoscaling: {maxNodes: 0, allocatable: {}}}]|"
            + "maxNodes must be an integer from 1 to 5000, got 0.",
        "pools: [{name: a, nodeSelector: {}, autoscaling: {maxNodes: 1, allocatable:"
            + " {nvidia.com/gpu: 50%}}}]|allocatable.nvidia.com/gpu is \"50%\":",
        "pools: [{name: a, nodeSelector: {}, autoscaling: {maxNodes: 1, allocatable:"
            + " {nvidia.com/gpu: -8}}}]|allocatable.nvidia.com/gpu is \"-8\": an amount must not",
        "pools: [{name: a, nodeSelector: {matchExpressions: [{key: k, operator: Exists}]},"
            + " autoscaling: {maxNodes: 1, allocatable: {nvidia.com/gpu: 8}}}]|"
            + "spec.pools[0].autoscaling.labels: a new node would not match nodeSelector:",
        "pools: [{name: a, nodeSelector: {}, autoscaling: {maxNodes: 1, allocatable:"
            + " {nvidia.com/gpu: 8}, taints: [{key: k, effect: Never}]}}]|"
            + "must be NoSchedule or PreferNoSchedule or NoExecute, got Never.",
        "topology: {levels: [{name: rack}]}|spec.topology.levels[0].nodeLabel is required.",
        "topology: {levels: [{name: rack, nodeLabel: a}, {name: rack, nodeLabel: b}]}|"
            + "spec.topology.levels[1].name: duplicate level rack: rename one.",
        "topology: {levels: [{nodeLabel: a}, {name: x, nodeLabel: a}]}|label a is in two levels:",
        "topology: {levels: [{nodeLabel: a b}]}|a b is not the key of a label: write it as in",
        "systemNamespaces: [x]|spec.systemNamespaces must be a mapping, got a list.",
        "systemNamespaces: {namespaces: [1]}|namespaces[0] must be a string, got 1; quote it.",
        "tenants: []|line 7: spec.tenants is a duplicate key.",
        "pools: [{name: a, nodeSelector: {matchExpressions: [{key: k, operator: In}]}}]|"
            + "matchExpressions[0].values is empty; In compares with at least one.",
      })
  void a_mistake_is_named_with_key_and_line(String line, String sentence) {
    assertThat(errorMessage(HEAD + TENANTS + "  " + line))
        .contains(sentence)
        .startsWith("p.yaml, line");
  }

  @Test
  void all_mistakes_are_told_at_once_in_the_order_of_the_file() {
    String text =
        HEAD
            + """
              tenants:
                - name: a
                  namespaces: [x]
                  weigth: 2
                  weight: many
                - name: b
                  namespaces: [x]
                  guarantee: {nvidia.com/gpu: 5}
                  ceiling: {nvidia.com/gpu: 4}
              colour: red
            """;

    assertThat(errorMessage(text).lines())
        .containsExactly(
            "p.yaml, line 9: spec.tenants[0].weigth is an unknown key; valid keys: ceiling,"
                + " guarantee, name, namespaces, selector, weight.",
            "p.yaml, line 10: spec.tenants[0].weight must be an integer from 0 to 1000000, got"
                + " many.",
            "p.yaml, line 12: spec.tenants[1].namespaces[0]: namespace x is in tenants a and b:"
                + " keep it in one.",
            "p.yaml, line 13: spec.tenants[1].guarantee.nvidia.com/gpu: guarantee 5 is above"
                + " ceiling 4: lower it or raise the ceiling.",
            "p.yaml, line 15: spec.colour is an unknown key; valid keys: approvals, changes,"
                + " demand, division, enforcement, pools, reserve, resources, systemNamespaces, tenants, topology.");
  }

  @Test
  void weights_of_zero_are_told_with_the_line() throws IOException {
    String some = "  tenants: [{name: a, namespaces: [a], weight: 0}";

    assertThat(read(HEAD + some + ",\n    {name: b, namespaces: [b]}]").warnings())
        .singleElement()
        .asString()
        .contains("line 6: spec.tenants[0].weight: tenant a has weight 0");
    assertThat(errorMessage(HEAD + some + "]")).contains("line 6: spec.tenants: all weights are 0");
  }

  @Test
  void what_the_cluster_lacks_is_told_with_the_line() throws IOException {
    PolicyFile file = read(HEAD + TENANTS);
    assertThat(file.warnings(NOTHING))
        .anyMatch(w -> w.contains("p.yaml, line 6: spec.tenants[0].namespaces[0]: namespace"));

    PolicyFile guaranteed =
        read(HEAD + "  tenants:\n  - {name: a, namespaces: [a], guarantee: {nvidia.com/gpu: 1}}");
    assertThat(guaranteed.warnings(NOTHING))
        .anyMatch(
            w -> w.contains("p.yaml, line 7: spec.tenants[0].guarantee.nvidia.com/gpu: including"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: b: c|p.yaml, line 1: is not correct YAML: mapping values are not allowed here.",
        "''|p.yaml holds no capacity policy: an object of kind CapacityPolicy.",
        "a: &x [*x]|p.yaml: is not correct YAML: an anchor holds itself.",
        "kind: Pod|p.yaml, line 1: kind is Pod; it must be CapacityPolicy.",
        "spec: 1|p.yaml, line 1: apiVersion is required.",
      })
  void a_file_that_is_no_policy_is_an_error(String text, String sentence) {
    assertThat(errorMessage(text)).contains(sentence);
  }

  @Test
  void a_file_that_is_not_there_is_an_error() {
    assertThatThrownBy(() -> PolicyFile.read(folder.resolve("none.yaml")))
        .isInstanceOf(InputException.class)
        .hasMessage(folder.resolve("none.yaml") + " does not exist.");
  }

  @Test
  void a_list_from_the_API_server_is_read_with_its_metadata_and_status() throws IOException {
    String text =
        """
        {
        \t"apiVersion": "v1", "kind": "List",
        \t"items": [{
        \t\t"apiVersion": "plimsoll.dev/v1alpha1", "kind": "CapacityPolicy",
        \t\t"metadata": {"name": "p", "uid": "1", "managedFields": [{"manager": "kubectl"}]},
        \t\t"spec": {"resources": [{"name": "nvidia.com/gpu", "unit": "1"}],
        \t\t\t"tenants": [{"name": "a", "namespaces": ["a"], "ceiling": {"nvidia.com/gpu": 4}}]},
        \t\t"status": {"observedGeneration": 1}
        \t}]
        }
        """;
    JsonObject item =
        JsonParser.parseString(text)
            .getAsJsonObject()
            .getAsJsonArray("items")
            .get(0)
            .getAsJsonObject();

    assertThat(read(text).policy()).isEqualTo(PolicyFile.of(item, "capacitypolicy p").policy());
    item.getAsJsonObject("spec").addProperty("tenant", 1);
    assertThatThrownBy(() -> PolicyFile.of(item, "capacitypolicy p"))
        .hasMessageStartingWith("capacitypolicy p: spec.tenant is an unknown key");
  }
}

package dev.plimsoll.advisor.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.advisor.queue.QueueAdvice.NominalQuota;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.file.Unlisted;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.NodePool;
import dev.plimsoll.model.tenancy.PoolAutoscaling;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class QueueAdvisorTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  private static final String TEAM = "team";

  private JsonArray objects = new JsonArray();

  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void nominal_quotas_stay_within_what_is_divided_and_above_what_is_reserved(@ForAll long seed) {
    CapacityPolicy policy = draw(new Random(seed));

    QueueAdvice advice = advise(policy);

    for (String flavor : List.of("a100", "h100")) {
      long sum = 0;
      long kept = 0;
      for (NominalQuota each : advice.quotas()) {
        if (each.now().key().flavor().equals(flavor)) {
          long least =
              Math.max(
                  Math.min(each.reserved().value(), each.now().nominal().value()),
                  each.now().lendingLimit().map(Quantity::value).orElse(0L));
          assertThat(each.proposed().value()).isGreaterThanOrEqualTo(least);
          sum += each.proposed().value();
          kept += least;
        }
      }
      assertThat(sum).isLessThanOrEqualTo(Math.max(8L * nodes(flavor), kept));
    }
  }

  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void patches_change_nominal_quotas_alone_and_leave_nothing_to_change(@ForAll long seed) {
    CapacityPolicy policy = draw(new Random(seed));
    JsonArray before = objects.deepCopy();
    QueueAdvice advice = advise(policy);

    apply(advice.patches());

    assertThat(withoutNominal(objects)).isEqualTo(withoutNominal(before));
    assertThat(objects.equals(before)).isEqualTo(advice.changes().isEmpty());
    assertThat(advise(policy).changes()).isEmpty();
  }

  @Example
  void a_queue_of_two_tenants_or_of_an_outsider_is_left_alone() {
    node("a100");
    flavor("a100");
    queue("shared", "0", "8", "0");
    local("team0", "shared");
    local("elsewhere", "shared");

    QueueAdvice advice = advise(policy(1, new Division.Proportional(BigDecimal.ONE)));

    assertThat(advice.patches()).isEmpty();
    assertThat(advice.notes())
        .contains(
            "ClusterQueue shared is left alone: its LocalQueues are of namespace elsewhere of no"
                + " tenant and tenant team0");
  }

  @Example
  void a_flavor_without_nodes_is_divided_as_far_as_an_autoscaler_may_grow_its_pool() {
    node("");
    flavor("a100");
    queue("mine", "0", "2", "0");
    local("team0", "mine");
    NodePool pool =
        new NodePool(
            "a100",
            new LabelSelector(Map.of("gpu", "a100"), List.of()),
            Optional.of(
                new PoolAutoscaling(3, Resources.of(GPU, Quantity.of(8)), Map.of(), List.of())));

    QueueAdvice advice =
        advise(policy(1, new Division.Proportional(BigDecimal.ONE)).withPools(List.of(pool)));

    assertThat(advice.quotas())
        .singleElement()
        .satisfies(q -> assertThat(q.proposed()).isEqualTo(Quantity.of(24)));
  }

  @Example
  void nominal_quotas_that_stay_are_not_promised_again() {
    node("a100");
    node("a100");
    flavor("a100");
    queue("mine", "0", "2", "0");
    local("team0", "mine");
    queue("shared", "0", "10", "0");
    local("elsewhere", "shared");

    QueueAdvice advice = advise(policy(1, new Division.Proportional(BigDecimal.ONE)));

    assertThat(advice.quotas())
        .filteredOn(q -> q.now().key().flavor().equals("a100"))
        .extracting(q -> q.proposed().toString())
        .containsExactly("6");
    assertThat(advice.notes())
        .contains(
            "flavor a100: 6 of nvidia.com/gpu is divided; the nominal quotas above come to 6",
            "flavor a100: more nominal quota of nvidia.com/gpu stays, and isn't divided:"
                + " ClusterQueue shared has 10");
    apply(advice.patches());
    assertThat(advise(policy(1, new Division.Proportional(BigDecimal.ONE))).changes()).isEmpty();
  }

  @Example
  void pods_under_nominal_quota_that_stays_count_once() {
    node("a100");
    node("a100");
    flavor("a100");
    queue("mine", "0", "2", "0");
    local("team0", "mine");
    queue("shared", "0", "10", "8");
    local("elsewhere", "shared");
    add(
        """
        {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'namespace': 'elsewhere', 'name': 'p'},
         'spec': {'nodeName': 'n0', 'containers': [{'name': 'c', 'image': 'x', 'resources':
          {'requests': {'nvidia.com/gpu': '8'}, 'limits': {'nvidia.com/gpu': '8'}}}]},
         'status': {'phase': 'Running'}}""");

    assertThat(advise(policy(1, new Division.Proportional(BigDecimal.ONE))).quotas())
        .filteredOn(q -> q.now().key().flavor().equals("a100"))
        .extracting(q -> q.proposed().toString())
        .containsExactly("6");
  }

  @Example
  void a_flavor_that_is_part_of_a_pool_is_left_alone() {
    node("a100");
    node("");
    flavor("a100");
    queue("q", "0", "8", "0");
    local("team0", "q");

    QueueAdvice advice = advise(policy(1, new Division.Proportional(BigDecimal.ONE)));

    assertThat(advice.patches()).isEmpty();
    assertThat(advice.notes())
        .contains(
            "nominal quotas of nvidia.com/gpu in flavor a100 are left alone: the flavor's labels"
                + " are missing on node n1 of the same pool");
  }

  @Example
  void without_queues_nothing_is_invented() {
    node("a100");

    assertThatThrownBy(() -> advise(policy(1, new Division.Proportional(BigDecimal.ONE))))
        .isInstanceOf(InputException.class)
        .hasMessage("the cluster has no ClusterQueue, so there is nothing to advise.");
  }

  private CapacityPolicy draw(Random random) {
    objects = new JsonArray();
    for (int n = 0; n < 1 + random.nextInt(3); n++) {
      node("a100");
    }
    for (int n = 0; n < random.nextInt(3); n++) {
      node("h100");
    }
    flavor("a100");
    flavor("h100");
    int tenants = 1 + random.nextInt(3);
    for (int t = 0; t < tenants; t++) {
      for (int q = 0; q < 1 + random.nextInt(2); q++) {
        String name = "q" + t + q;
        int nominal = random.nextInt(10);
        queue(
            name,
            "" + (random.nextBoolean() ? 0 : random.nextInt(nominal + 1)),
            "" + nominal,
            "" + random.nextInt(10));
        local(TEAM + t, name);
        if (random.nextBoolean()) {
          workload(TEAM + t, name, 1 + random.nextInt(4));
        }
      }
    }
    return policy(
        tenants,
        random.nextBoolean()
            ? new Division.Proportional(BigDecimal.ONE)
            : new Division.Demand(Duration.ofDays(7), BigDecimal.ONE, Optional.empty()));
  }

  private static CapacityPolicy policy(int tenants, Division division) {
    List<Tenant> all = new ArrayList<>();
    for (int t = 0; t < tenants; t++) {
      all.add(Tenant.of(TEAM + t, 1 + t, TEAM + t));
    }
    return CapacityPolicy.proportional("p", all, List.of(DividedResource.of(GPU)))
        .withDivision(division);
  }

  private QueueAdvice advise(CapacityPolicy policy) {
    try {
      Path file = Files.createTempFile("cluster", ".json");
      JsonObject list = json("{'apiVersion': 'v1', 'kind': 'List'}");
      list.add("items", objects);
      Files.writeString(file, list.toString());
      Simulation simulation =
          Simulation.of(
              SnapshotReader.read(List.of(file), Unlisted.NONEXISTENT, read -> {}, p -> {}),
              AdmissionChain.standard(),
              DefaultPlugins.scheduler());
      Files.delete(file);
      return QueueAdvisor.advise(simulation, policy, UsageHistory.NONE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long nodes(String gpu) {
    return objects.asList().stream()
        .filter(o -> o.getAsJsonObject().get("kind").getAsString().equals("Node"))
        .filter(o -> o.toString().contains("\"gpu\":\"" + gpu + "\""))
        .count();
  }

  private void node(String gpu) {
    add(
        """
        {'apiVersion': 'v1', 'kind': 'Node', 'metadata': {'name': 'n%d', 'labels': {'gpu': '%s',
          'nvidia.com/gpu.product': '%s'}},
         'status': {'allocatable': {'cpu': '32', 'pods': '110', 'nvidia.com/gpu': '8'},
          'conditions': [{'type': 'Ready', 'status': 'True'}]}}"""
            .formatted(objects.size(), gpu, gpu.isEmpty() ? "a100" : gpu));
  }

  private void flavor(String gpu) {
    add(
        """
        {'apiVersion': 'kueue.x-k8s.io/v1beta2', 'kind': 'ResourceFlavor',
         'metadata': {'name': '%1$s'}, 'spec': {'nodeLabels': {'gpu': '%1$s'}}}"""
            .formatted(gpu));
  }

  private void queue(String name, String lending, String nominal, String reserved) {
    add(
        """
        {'apiVersion': 'kueue.x-k8s.io/v1beta2', 'kind': 'ClusterQueue',
         'metadata': {'name': '%s'},
         'spec': {'cohortName': 'all', 'resourceGroups': [
          {'coveredResources': ['cpu'], 'flavors': [{'name': 'cpus', 'resources': [
            {'name': 'cpu', 'nominalQuota': 7}]}]},
          {'coveredResources': ['nvidia.com/gpu'], 'flavors': [
           {'name': 'h100', 'resources': [{'name': 'nvidia.com/gpu', 'nominalQuota': 1}]},
           {'name': 'a100', 'resources': [
            {'name': 'nvidia.com/gpu', 'nominalQuota': %s, 'lendingLimit': %s}]}]}]},
         'status': {'flavorsReservation': [{'name': 'a100', 'resources': [
          {'name': 'nvidia.com/gpu', 'total': '%s'}]}]}}"""
            .formatted(name, nominal, lending, reserved));
  }

  private void local(String namespace, String queue) {
    add(
        "{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': '%s'}}"
            .formatted(namespace));
    add(
        """
        {'apiVersion': 'kueue.x-k8s.io/v1beta2', 'kind': 'LocalQueue',
         'metadata': {'namespace': '%s', 'name': '%s'}, 'spec': {'clusterQueue': '%s'}}"""
            .formatted(namespace, queue, queue));
  }

  private void workload(String namespace, String queue, int gpus) {
    add(
        """
        {'apiVersion': 'kueue.x-k8s.io/v1beta2', 'kind': 'Workload',
         'metadata': {'namespace': '%s', 'name': 'w-%s'},
         'spec': {'queueName': '%s', 'podSets': [{'name': 'main', 'count': 2, 'template': {'spec': {
          'restartPolicy': 'Never', 'containers': [{'name': 'c', 'image': 'x',
           'resources': {'requests': {'nvidia.com/gpu': '%d'}, 'limits': {'nvidia.com/gpu': '%d'}}}]}}}]},
         'status': {'conditions': [{'type': 'QuotaReserved', 'status': 'False', 'reason': 'Pending',
          'message': '', 'lastTransitionTime': '2026-11-21T05:00:00Z'}]}}"""
            .formatted(namespace, queue, queue, gpus, gpus));
  }

  private void add(String object) {
    objects.add(json(object));
  }

  private static JsonObject json(String text) {
    return JsonParser.parseString(text.replace('\'', '"')).getAsJsonObject();
  }

  /** Applies JSON Patches as RFC 6902 says, as far as they test and replace. */
  private void apply(Map<String, JsonArray> patches) {
    for (JsonElement each : objects) {
      JsonObject object = each.getAsJsonObject();
      String name = object.getAsJsonObject("metadata").get("name").getAsString();
      if (object.get("kind").getAsString().equals("ClusterQueue") && patches.containsKey(name)) {
        patches.get(name).forEach(o -> apply(object, o.getAsJsonObject()));
      }
    }
  }

  private static void apply(JsonObject object, JsonObject operation) {
    String path = operation.get("path").getAsString();
    JsonElement at = object;
    String[] steps = path.substring(1).split("/");
    for (int i = 0; i < steps.length - 1; i++) {
      at =
          at.isJsonArray()
              ? at.getAsJsonArray().get(Integer.parseInt(steps[i]))
              : at.getAsJsonObject().get(steps[i]);
    }
    String last = steps[steps.length - 1];
    assertThat(at.getAsJsonObject().has(last)).isTrue();
    if (operation.get("op").getAsString().equals("test")) {
      assertThat(at.getAsJsonObject().get(last)).isEqualTo(operation.get("value"));
    } else {
      assertThat(operation.get("op").getAsString()).isEqualTo("replace");
      at.getAsJsonObject().add(last, operation.get("value"));
    }
  }

  private static String withoutNominal(JsonArray some) {
    return some.toString().replaceAll("\"nominalQuota\":\"?\\d+\"?", "");
  }
}

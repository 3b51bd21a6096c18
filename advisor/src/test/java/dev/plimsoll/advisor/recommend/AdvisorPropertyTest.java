package dev.plimsoll.advisor.recommend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.file.Unlisted;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The laws of recommendations, on clusters made at random. */
class AdvisorPropertyTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  private static final ResourceName KEY = ResourceName.of("requests.nvidia.com/gpu");
  private static final int LARGEST_POD = 4;

  private final StringBuilder objects = new StringBuilder();
  private int pods;

  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void quotas_are_mended_within_what_there_is(@ForAll long seed) {
    Cluster cluster = cluster(new Random(seed));
    CapacityPolicy policy = DefaultCapacityPolicy.of(cluster);
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());

    Advice advice = Advisor.advise(simulation, policy, UsageHistory.NONE);

    assertThat(advice.gapsExpected())
        .extracting(Gap::kind)
        .doesNotContain(GapKind.DeadQuotaKey, GapKind.NoQuota, GapKind.QuotasOvercommitted);
    long sum = 0;
    long held = 0;
    long divided = advice.shares().capacity().divided(policy.resource(GPU).orElseThrow());
    long charged = policy.tenants().stream().mapToLong(t -> charged(cluster, t.name())).sum();
    for (QuotaRecommendation each : advice.recommendations()) {
      long ceiling = each.proposal().proposed().getOrZero(KEY).value();
      long holds = held(cluster, each.proposal().namespace());
      assertThat(ceiling).isGreaterThanOrEqualTo(holds);
      if (charged <= divided) {
        assertThat(ceiling).isGreaterThanOrEqualTo(charged(cluster, each.proposal().namespace()));
      }
      assertThat(each.proposal().keys())
          .allSatisfy(
              k -> {
                assertThat(k.why()).doesNotHaveDuplicates();
                assertThat(k.why().get(k.why().size() - 1).amount()).isEqualTo(k.proposed());
              });
      sum += ceiling;
      held += holds;
    }
    if (!policy.tenants().isEmpty()) {
      assertThat(sum).isEqualTo(Math.max(held, divided));
    }
  }

  private static long held(Cluster cluster, String namespace) {
    return sum(cluster.list(Pod.class, namespace).stream().filter(Pod::isBound));
  }

  private static long charged(Cluster cluster, String namespace) {
    return sum(cluster.list(Pod.class, namespace).stream());
  }

  private static long sum(Stream<Pod> some) {
    return some.map(
            p -> PodResources.requests(p, PodResourcesOptions.SCHEDULER_PLACED).getOrZero(GPU))
        .mapToLong(Quantity::value)
        .sum();
  }

  private Cluster cluster(Random random) {
    objects.setLength(0);
    pods = 0;
    int namespaces = 1 + random.nextInt(4);
    for (int n = 0; n < 1 + random.nextInt(3); n++) {
      node(random, n, namespaces);
    }
    for (int i = 0; i < namespaces; i++) {
      add("'kind': 'Namespace', 'metadata': {'name': 'ns%d'}".formatted(i));
      for (int p = 0; p < random.nextInt(3); p++) {
        pod("ns" + i, "", 1 + random.nextInt(LARGEST_POD));
      }
      quota(random, "ns" + i);
      replicaSet(random, "ns" + i);
    }
    try {
      Path file = Files.createTempFile("cluster", ".json");
      Files.writeString(file, objects);
      Cluster cluster =
          SnapshotReader.read(List.of(file), Unlisted.NONEXISTENT, read -> {}, p -> {});
      Files.delete(file);
      return cluster;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void node(Random random, int number, int namespaces) {
    // One node takes the largest pod: what nobody could ever use is given to nobody.
    int gpus = number == 0 ? LARGEST_POD + random.nextInt(5) : 1 + random.nextInt(8);
    boolean cordoned = number > 0 && random.nextInt(4) == 0;
    add(
        """
        'kind': 'Node', 'metadata': {'name': 'n%d'}, 'spec': {'unschedulable': %s},
        'status': {'allocatable': {'cpu': '64', 'pods': '110', 'nvidia.com/gpu': '%d'},
                   'conditions': [{'type': 'Ready', 'status': 'True'}]}\
        """
            .formatted(number, cordoned, gpus));
    for (int free = gpus; free > 0 && random.nextInt(4) > 0; ) {
      int taken = 1 + random.nextInt(free);
      pod("ns" + random.nextInt(namespaces), "n" + number, taken);
      free -= taken;
    }
  }

  private void pod(String namespace, String node, int gpus) {
    String on = node.isEmpty() ? "" : "'nodeName': '%s', ".formatted(node);
    add(
        """
        'kind': 'Pod', 'metadata': {'namespace': '%s', 'name': 'p%d', 'uid': 'p%d'},
        'spec': {%s'containers': [{'name': 'c', 'resources':
          {'requests': {'nvidia.com/gpu': '%d'}, 'limits': {'nvidia.com/gpu': '%d'}}}]}\
        """
            .formatted(namespace, pods, pods++, on, gpus, gpus));
  }

  private void quota(Random random, String namespace) {
    String hard =
        switch (random.nextInt(5)) {
          case 0 -> "";
          case 1 -> "'nvidia.com/gpu': '3'";
          case 2 -> "'limits.nvidia.com/gpu': '3', '%s': '%d'".formatted(KEY, random.nextInt(9));
          default -> "'%s': '%d', 'pods': '40'".formatted(KEY, random.nextInt(20));
        };
    if (!hard.isEmpty()) {
      add(
          """
          'kind': 'ResourceQuota', 'metadata': {'namespace': '%s', 'name': 'gpu'},
          'spec': {'hard': {%s}}\
          """
              .formatted(namespace, hard));
    }
  }

  private void replicaSet(Random random, String namespace) {
    if (random.nextBoolean()) {
      objects.append(
          """
          {"apiVersion": "apps/v1", "kind": "ReplicaSet",
           "metadata": {"namespace": "%1$s", "name": "set", "uid": "set-%1$s"},
           "spec": {"replicas": %2$d, "selector": {"matchLabels": {"a": "b"}},
            "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c",
             "resources": {"requests": {"nvidia.com/gpu": "%3$d"},
                           "limits": {"nvidia.com/gpu": "%3$d"}}}]}}},
           "status": {"replicas": 0}}
          """
              .formatted(namespace, 1 + random.nextInt(4), 1 + random.nextInt(3)));
    }
  }

  private void add(String body) {
    objects.append("{\"apiVersion\": \"v1\", ").append(body.replace('\'', '"')).append("}\n");
  }
}

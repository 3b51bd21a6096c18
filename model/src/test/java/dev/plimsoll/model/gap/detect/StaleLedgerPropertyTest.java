package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.GPUS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectMetaBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.ledger.EnforcedQuota;
import dev.plimsoll.model.ledger.LedgerUsage;
import dev.plimsoll.model.ledger.QuotaOrigin;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Pods that come, change and go, of which a ledger counts some version and a reader lists some. */
class StaleLedgerPropertyTest {
  private static final int CHANGES = 25;
  private static final ResourceQuotaSpec SPEC = ResourceQuotaSpec.of(list(GPUS + "=1000,pods=99"));
  private static final EnforcedQuota QUOTA =
      new EnforcedQuota(
          new QuotaOrigin.OfTenant("gpus", "t"),
          AdmissionMode.DENY,
          SPEC,
          new TreeSet<>(List.of("team-a", "team-b")),
          new TreeSet<>(List.of("team-a", "team-b")));

  @Property
  void a_ledger_that_was_counted_is_not_called_stale_whenever_pods_were_listed(@ForAll long seed) {
    Random random = new Random(seed);
    List<Map<String, Pod>> history = history(random);
    int counted = random.nextInt(history.size());
    int listed = random.nextInt(history.size());

    assertThat(findings(history.get(listed), ledger(history, counted, 0))).isEmpty();
  }

  @Property
  void one_less_is_found_when_the_pods_are_those_that_were_counted(@ForAll long seed) {
    List<Map<String, Pod>> history = history(new Random(seed));
    int last = history.size() - 1;
    Map<String, Pod> pods = history.get(last);
    String version = version(last);
    SortedMap<String, Resources> used = LedgerUsage.of(cluster(pods), QUOTA);
    boolean isFound =
        pods.values().stream()
            .filter(p -> p.metadata().resourceVersion().equals(version))
            .map(p -> used.getOrDefault(p.namespace(), Resources.EMPTY))
            .anyMatch(u -> u.getOrZero(ResourceName.PODS).signum() > 0);

    assertThat(findings(pods, ledger(history, last, 1)).isEmpty()).isNotEqualTo(isFound);
  }

  private static List<Finding> findings(Map<String, Pod> pods, LedgerSummary ledger) {
    Cluster cluster = cluster(pods).with(ledger);
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    return new StaleLedgerDetector().detect(new DetectionContext(simulation, ""));
  }

  private static Cluster cluster(Map<String, Pod> pods) {
    return ClusterFixture.cluster(pods.values().toArray(ApiObject[]::new));
  }

  private static LedgerSummary ledger(List<Map<String, Pod>> history, int counted, int tooLittle) {
    SortedMap<String, Resources> used = new TreeMap<>();
    LedgerUsage.of(cluster(history.get(counted)), QUOTA)
        .forEach(
            (n, amounts) ->
                used.put(n, amounts.subtractWithNonNegativeResult(list("pods=" + tooLittle))));
    return new LedgerSummary(
        ObjectMeta.of("", "gpus-t-0a"),
        QUOTA.origin().toString(),
        QUOTA.origin().quota(),
        SPEC,
        Resources.EMPTY,
        Resources.EMPTY,
        used,
        Map.of("pods", version(counted)),
        List.of());
  }

  /** The pods after each change, by name. */
  private static List<Map<String, Pod>> history(Random random) {
    List<Map<String, Pod>> history = new ArrayList<>();
    Map<String, Pod> pods = new TreeMap<>();
    history.add(Map.of());
    for (int i = 1; i <= CHANGES; i++) {
      List<Pod> known = List.copyOf(pods.values());
      if (known.isEmpty() || random.nextInt(3) == 0) {
        put(pods, created("p" + i, random), i);
      } else {
        change(pods, known.get(random.nextInt(known.size())), random.nextInt(4), i);
      }
      history.add(new TreeMap<>(pods));
    }
    return history;
  }

  private static Pod created(String name, Random random) {
    String gpus = GPU + "=" + random.nextInt(4);
    return pod("team-" + "ab".charAt(random.nextInt(2)), name).requests(gpus).limits(gpus).build();
  }

  private static void change(Map<String, Pod> pods, Pod pod, int how, int revision) {
    if (how == 0) {
      pods.remove(pod.name());
    } else if (how == 1) {
      put(pods, pod(pod).status(s -> s.phase("Failed")).build(), revision);
    } else if (how == 2) {
      put(
          pods,
          pod.withMetadata(
              ObjectMetaBuilder.builder(pod.metadata())
                  .deletionTimestamp(Optional.of(Instant.EPOCH))
                  .deletionGracePeriodSeconds(OptionalLong.of(30))
                  .build()),
          revision);
    } else {
      put(pods, pod, revision);
    }
  }

  private static void put(Map<String, Pod> pods, Pod pod, int revision) {
    pods.put(
        pod.name(),
        pod.withMetadata(
            ObjectMetaBuilder.builder(pod.metadata()).resourceVersion(version(revision)).build()));
  }

  private static String version(int revision) {
    return "" + (95 + revision);
  }
}

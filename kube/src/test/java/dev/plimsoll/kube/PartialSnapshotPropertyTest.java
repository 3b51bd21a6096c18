package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.explain.Explainer;
import dev.plimsoll.model.explain.Explanation;
import dev.plimsoll.model.explain.PodVerdict;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.whatif.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What is taken out of a snapshot may make answers unknown, and never other ones. */
class PartialSnapshotPropertyTest {
  private static final int TRIES = 300;

  /** Kinds that say what was not read. */
  private static final Set<GapKind> OF_HOLES =
      EnumSet.of(GapKind.QuotaExhaustedCapacityUnknown, GapKind.PlacementUnknown);

  /** Kinds whose messages name all workloads, or count all pods, that are known to be concerned. */
  private static final Set<GapKind> NAMING_WORKLOADS =
      EnumSet.of(GapKind.PendingHoldsQuota, GapKind.LimitRangeInjects, GapKind.DeadQuotaKey);

  private static final Simulation EXAMPLE = simulation(example());

  private static Cluster example() {
    try {
      Path file = Path.of(System.getProperty("plimsoll.root")).resolve("examples/gpu-tenants.json");
      return new JsonDump()
          .add(JsonParser.parseString(Files.readString(file)))
          .simulation()
          .cluster();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Simulation simulation(Cluster cluster) {
    return Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
  }

  @Property(tries = TRIES)
  void kinds_taken_out_of_the_example_leave_no_other_gaps(@ForAll long seed) {
    checkGaps(EXAMPLE, withoutKinds(EXAMPLE.cluster(), new Random(seed)));
  }

  @Property(tries = TRIES)
  void kinds_taken_out_of_random_clusters_leave_no_other_gaps(@ForAll long seed) {
    Simulation full = new RandomDump(new Random(seed)).dump().simulation();
    checkGaps(full, withoutKinds(full.cluster(), new Random(seed)));
  }

  @Property(tries = TRIES)
  void kinds_taken_out_of_clusters_of_openshift_leave_no_other_gaps(@ForAll long seed) {
    Simulation full = new RandomDump(new Random(seed)).dumpOfOpenShift().simulation();
    checkGaps(full, withoutKinds(full.cluster(), new Random(seed)));
  }

  /** What limit ranges inject matters where pods are denied, and that is unknown here. */
  @Example
  void namespaces_and_nodes_taken_out_leave_no_other_injections() {
    long seed = 6274214522086L;
    Simulation full = new RandomDump(new Random(seed)).dump().simulation();
    checkGaps(full, withoutKinds(full.cluster(), new Random(seed)));
  }

  /** The second pod of a StatefulSet is denied once the first is placed, and that is unknown. */
  @Example
  void nodes_taken_out_leave_no_other_denials() {
    long seed = 23929626862294L;
    Simulation full = new RandomDump(new Random(seed)).dump().simulation();
    checkGaps(full, withoutKinds(full.cluster(), new Random(seed)));
  }

  /** Custom kinds of other namespaces may have templates that request what a node has. */
  @Example
  void custom_workloads_taken_out_leave_no_withheld_node() {
    Simulation full = new RandomDump(new Random(6503138L)).dump().simulation();
    checkGaps(full, simulation(PartialSnapshot.only(full.cluster(), "a")));
  }

  @Property(tries = TRIES)
  void one_namespace_of_the_example_has_no_other_gaps(@ForAll @IntRange(max = 12) int index) {
    String namespace = List.copyOf(EXAMPLE.cluster().namespaces()).get(index);
    checkGaps(EXAMPLE, simulation(PartialSnapshot.only(EXAMPLE.cluster(), namespace)));
  }

  @Property(tries = TRIES)
  void one_namespace_of_random_clusters_has_no_other_gaps(@ForAll long seed) {
    Simulation full = new RandomDump(new Random(seed)).dump().simulation();
    checkGaps(full, simulation(PartialSnapshot.only(full.cluster(), "a")));
  }

  @Property(tries = TRIES)
  void kinds_taken_out_of_the_example_change_no_verdict_but_to_unknown(@ForAll long seed) {
    Random random = new Random(seed);
    checkVerdicts(EXAMPLE, withoutKinds(EXAMPLE.cluster(), random), random);
  }

  @Property(tries = TRIES)
  void kinds_taken_out_of_random_clusters_change_no_verdict_but_to_unknown(@ForAll long seed) {
    Random random = new Random(seed);
    Simulation full = new RandomDump(random).dump().simulation();
    checkVerdicts(full, withoutKinds(full.cluster(), random), random);
  }

  @Property(tries = TRIES)
  void kinds_taken_out_of_clusters_of_openshift_change_no_verdict_but_to_unknown(
      @ForAll long seed) {
    Random random = new Random(seed);
    Simulation full = new RandomDump(random).dumpOfOpenShift().simulation();
    checkVerdicts(full, withoutKinds(full.cluster(), random), random);
  }

  private static Simulation withoutKinds(Cluster complete, Random random) {
    List<GroupResource> kinds = new ArrayList<>(PartialSnapshot.kinds(complete));
    Set<GroupResource> gone = new TreeSet<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      gone.add(kinds.get(random.nextInt(kinds.size())));
    }
    return simulation(PartialSnapshot.without(complete, gone));
  }

  private static void checkGaps(Simulation full, Simulation partial) {
    GapSurvey all = GapFinder.survey(full);
    GapSurvey some = GapFinder.survey(partial);
    Set<String> known = gaps(all).map(PartialSnapshotPropertyTest::text).collect(toSet());
    assertThat(all.unknowns()).isEmpty();
    assertThat(gaps(some).filter(g -> !OF_HOLES.contains(g.kind())))
        .extracting(PartialSnapshotPropertyTest::text)
        .isSubsetOf(known);
    Set<String> left = gaps(some).map(PartialSnapshotPropertyTest::text).collect(toSet());
    Set<GapKind> lost =
        gaps(all)
            .filter(g -> !left.contains(text(g)))
            .filter(g -> gaps(some).noneMatch(hole -> isInPlaceOf(hole, g)))
            .map(Gap::kind)
            .collect(toSet());
    Set<GapKind> unknown =
        some.unknowns().stream().flatMap(u -> u.kinds().stream()).collect(toSet());
    assertThat(unknown).containsAll(lost);
  }

  private static boolean isInPlaceOf(Gap hole, Gap gap) {
    return OF_HOLES.contains(hole.kind()) && hole.object().equals(gap.object());
  }

  private static Stream<Gap> gaps(GapSurvey survey) {
    return survey.findings().stream().map(f -> f.gap());
  }

  private static <T> Collector<T, ?, Set<T>> toSet() {
    return Collectors.toSet();
  }

  /** A pod's owner goes by its own name while what owns it in turn was not read. */
  private static String text(Gap gap) {
    return gap.kind()
        + " "
        + gap.namespace()
        + " "
        + gap.resource()
        + " "
        + (NAMING_WORKLOADS.contains(gap.kind()) ? "" : gap.message());
  }

  private static void checkVerdicts(Simulation full, Simulation partial, Random random) {
    List<WorkloadPods> workloads = List.copyOf(full.workloads().list());
    if (workloads.isEmpty()) {
      return;
    }
    WorkloadPods workload = workloads.get(random.nextInt(workloads.size()));
    Optional<Explanation> now =
        partial.workloads().workloadOf(workload.root()).map(w -> Explainer.ofWorkload(partial, w));
    now.ifPresent(e -> same(Explainer.ofWorkload(full, workload), e));
    List<Pod> pods = List.copyOf(partial.cluster().list(Pod.class));
    if (!pods.isEmpty()) {
      Pod pod = pods.get(random.nextInt(pods.size()));
      same(Explainer.ofPod(full, pod), Explainer.ofPod(partial, pod));
    }
  }

  private static void same(Explanation before, Explanation now) {
    assertThat(now.verdict())
        .as("%s%n%s", before.summary(), now.summary())
        .isIn(before.verdict(), PodVerdict.Unknown);
    if (now.verdict() == PodVerdict.Unknown && before.verdict() != PodVerdict.Unknown) {
      assertThat(now.unread().isEmpty()).as(now.summary()).isFalse();
    }
  }
}

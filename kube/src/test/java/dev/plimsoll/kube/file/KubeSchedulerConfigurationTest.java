package dev.plimsoll.kube.file;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.framework.SchedulerProfiles;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeSchedulerConfigurationTest {
  private static final String HEAD =
      "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n";

  @TempDir private Path folder;

  private KubeSchedulerConfiguration read(String text) throws IOException {
    return KubeSchedulerConfiguration.read(
        Files.writeString(folder.resolve("scheduler.yaml"), text));
  }

  private SchedulerProfiles profiles(String profiles) throws IOException {
    return read(HEAD + "profiles:\n" + profiles).profiles();
  }

  private static Pod of(String scheduler, PodBuilder pod) {
    return pod.spec(s -> s.schedulerName(scheduler)).build();
  }

  private static List<String> feasible(SchedulerProfiles profiles, Snapshot snapshot, Pod pod) {
    return profiles.schedule(snapshot, pod) instanceof ScheduleResult.Feasible feasible
        ? feasible.nodes()
        : List.of();
  }

  @Test
  void a_pod_is_scheduled_by_the_profile_that_it_names() throws IOException {
    SchedulerProfiles profiles =
        profiles(
            """
              - schedulerName: default-scheduler
              - schedulerName: anywhere
                plugins:
                  multiPoint: {disabled: [{name: TaintToleration}]}
                  filter: {disabled: [{name: NodeUnschedulable}]}
            """);
    Snapshot snapshot =
        ClusterFixture.of(node("a").taint("x", "", "NoSchedule"), node("b").cordoned(), node("c"))
            .snapshot();

    assertThat(feasible(profiles, snapshot, of("default-scheduler", pod("p"))))
        .containsExactly("c");
    assertThat(feasible(profiles, snapshot, of("anywhere", pod("p"))))
        .containsExactly("a", "b", "c");
    assertThat(profiles.isResponsible(of("volcano", pod("p")))).isFalse();
    assertThat(profiles.isResponsible(of("plimsoll", pod("p")))).isFalse();
  }

  @Test
  void where_all_are_disabled_those_enabled_are_all_there_are() throws IOException {
    SchedulerProfiles profiles =
        profiles(
            """
              - plugins:
                  filter: {disabled: [{name: "*"}], enabled: [{name: NodeName}]}
            """);
    Snapshot snapshot = ClusterFixture.of(node("a").has("cpu", "1")).snapshot();

    assertThat(feasible(profiles, snapshot, of("default-scheduler", pod("p").requests("cpu", "9"))))
        .containsExactly("a");
  }

  @Test
  void added_affinity_is_demanded_of_nodes_for_every_pod() throws IOException {
    SchedulerProfiles profiles =
        profiles(
            """
              - pluginConfig:
                  - name: NodeAffinity
                    args:
                      addedAffinity:
                        requiredDuringSchedulingIgnoredDuringExecution:
                          nodeSelectorTerms:
                            - matchExpressions: [{key: pool, operator: In, values: [gpu]}]
            """);
    Snapshot snapshot =
        ClusterFixture.of(node("a").label("pool", "gpu"), node("b").label("pool", "cpu"))
            .snapshot();
    Pod elsewhere = of("default-scheduler", pod("p").nodeSelector("pool", "cpu"));

    assertThat(feasible(profiles, snapshot, of("default-scheduler", pod("p"))))
        .containsExactly("a");
    assertThat(profiles.schedule(snapshot, elsewhere).message())
        .startsWith(
            "0/2 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 1"
                + " node(s) didn't match scheduler-enforced node affinity.");
  }

  @Test
  void nodes_are_ranked_by_the_scoring_strategy_and_the_weights() throws IOException {
    SchedulerProfiles profiles =
        profiles(
            """
              - schedulerName: spread
              - schedulerName: pack
                plugins:
                  score: {enabled: [{name: NodeResourcesFit, weight: 10}]}
                pluginConfig:
                  - name: NodeResourcesFit
                    args:
                      scoringStrategy: {type: MostAllocated, resources: [{name: cpu}]}
            """);
    Snapshot snapshot =
        ClusterFixture.of(node("a").has("cpu", "8"), node("b").has("cpu", "8"))
            .with(pod("there").requests("cpu", "6").on("b"))
            .snapshot();
    PodBuilder pod = pod("p").requests("cpu", "1");

    assertThat(profiles.selectHost(snapshot, of("spread", pod), List.of("a", "b"))).isEqualTo("a");
    assertThat(profiles.selectHost(snapshot, of("pack", pod), List.of("a", "b"))).isEqualTo("b");
  }

  @Test
  void resources_that_are_left_to_extenders_are_not_looked_at() throws IOException {
    KubeSchedulerConfiguration configuration =
        read(
            HEAD
                + """
                extenders:
                  - urlPrefix: http://x
                    managedResources: [{name: example.com/x, ignoredByScheduler: true}]
                """);
    Snapshot snapshot = ClusterFixture.of(node("a")).snapshot();

    assertThat(
            feasible(
                configuration.profiles(),
                snapshot,
                of("default-scheduler", pod("p").requests("example.com/x", "1"))))
        .containsExactly("a");
    assertThat(configuration.notModelled()).containsExactly("extenders aren't modelled");
  }

  @Test
  void what_is_not_modelled_is_named() throws IOException {
    KubeSchedulerConfiguration configuration =
        read(
            HEAD
                + """
                profiles:
                  - schedulerName: own
                    plugins:
                      multiPoint: {enabled: [{name: Coscheduling}]}
                      permit: {enabled: [{name: Coscheduling}]}
                    pluginConfig:
                      - {name: Coscheduling, args: {}}
                """);

    assertThat(configuration.notModelled())
        .containsExactlyInAnyOrder(
            "plug-in Coscheduling of profile own isn't modelled",
            "plugins.permit of profile own isn't modelled",
            "pluginConfig of Coscheduling in profile own isn't modelled");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'kind: Pod\napiVersion: v1' | has apiVersion \"v1\" and kind \"Pod\", and should have kubescheduler",
        "'kind: KubeSchedulerConfiguration\napiVersion: kubescheduler.config.k8s.io/v1beta3'"
            + " | has apiVersion \"kubescheduler.config.k8s.io/v1beta3\" and kind",
        "'profiles: [{schedulerName: a}, {schedulerName: a}]' | profiles: several are named \"a\"",
        "'profiles: [{schedulerName: a}, {}]' | profiles[1].schedulerName: is required where there are",
        "'profiles: [{pluginConfig: [{name: NodeResourcesFit, args: {scoringStrategy: {type: X}}}]}]'"
            + " | expected LeastAllocated, MostAllocated or RequestedToCapacityRatio",
        "'profiles: 3' | profiles"
      })
  void wrong_input_is_one_sentence(String text, String sentence) {
    String whole = text.startsWith("kind") ? text : HEAD + text;

    assertThatThrownBy(() -> read(whole))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(sentence)
        .hasMessageNotContaining("\n");
  }
}

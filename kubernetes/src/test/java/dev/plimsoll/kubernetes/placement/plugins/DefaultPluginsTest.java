package dev.plimsoll.kubernetes.placement.plugins;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.placement.framework.FilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.ScorePlugin;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefaultPluginsTest {

  @Test
  void a_plug_in_has_the_name_that_profiles_give_it() {
    List<FilterPlugin> filters =
        List.of(
            new NodeUnschedulable(),
            new NodeName(),
            new TaintToleration(),
            new NodeAffinity(),
            new NodePorts(),
            new NodeResourcesFit(Set.of(), Set.of()),
            new VolumeRestrictions(),
            new NodeVolumeLimits(),
            new VolumeBinding(),
            new VolumeZone(),
            new PodTopologySpread(),
            new InterPodAffinity(),
            new DynamicResources(),
            new NodeDeclaredFeatures());
    ScorePlugin balanced = new NodeResourcesBalancedAllocation();

    assertThat(Stream.concat(filters.stream().map(FilterPlugin::name), Stream.of(balanced.name())))
        .containsExactlyInAnyOrder(
            Stream.of(
                    "NodeUnschedulable",
                    "NodeName",
                    "TaintToleration",
                    "NodeAffinity",
                    "NodePorts",
                    "NodeResourcesFit",
                    "VolumeRestrictions",
                    "NodeVolumeLimits",
                    "VolumeBinding",
                    "VolumeZone",
                    "PodTopologySpread",
                    "InterPodAffinity",
                    "DynamicResources",
                    "NodeDeclaredFeatures",
                    "NodeResourcesBalancedAllocation")
                .toArray(String[]::new))
        .allMatch(DefaultPlugins.NAMES::contains);
  }

  /** As {@code expandMultiPointPlugins} of kube-scheduler's runtime/framework.go orders them. */
  @ParameterizedTest
  @CsvSource({
    "'',    '',  a b c",
    "b,     '',  b a c",
    "d,     '',  a b c d",
    "d b,   '',  b a c d",
    "'',    b,   a c",
    "b,     b,   a c b",
    "c a,   *,   c a",
    "'',    *,   ''",
  })
  void plug_ins_of_an_extension_point_go_before_those_of_all_points_if_those_have_them_too(
      String enabled, String disabled, String expanded) {
    PluginSet set = new PluginSet(weights(enabled), names(disabled));

    assertThat(set.expanded(names("a b c"))).containsExactlyElementsOf(names(expanded));
  }

  /** As {@code mergePluginSet} of kube-scheduler's apis/config/v1/default_plugins.go has it. */
  @ParameterizedTest
  @CsvSource({
    "'',      '',  a=1 b=1 c=1",
    "b=5 d=7, '',  a=1 b=5 c=1 d=7",
    "'',      b,   a=1 c=1",
    "b=5,     b,   a=1 c=1 b=5",
    "c=2,     *,   c=2",
  })
  void a_profile_changes_defaults_in_their_place(String enabled, String disabled, String merged) {
    PluginSet set = new PluginSet(weights(enabled), names(disabled));

    assertThat(set.merged(weights("a b c"))).containsExactlyEntriesOf(weights(merged));
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 50", "3, 0, 150", "3, 2, 100"})
  void a_score_counts_by_its_weight_at_the_point_or_at_all_points_or_once(
      int everywhere, int scoring, long score) {
    NodeResourcesFit fit = new NodeResourcesFit(Set.of(), Set.of());
    KubeSchedulerProfile standard = KubeSchedulerProfile.standard(fit);
    KubeSchedulerProfile profile =
        new KubeSchedulerProfile(
            "mine",
            new PluginSet(Map.of("NodeResourcesFit", everywhere), Set.of("*")),
            PluginSet.NONE,
            PluginSet.NONE,
            PluginSet.NONE,
            scoring == 0
                ? PluginSet.NONE
                : new PluginSet(Map.of("NodeResourcesFit", scoring), Set.of()),
            standard.nodeAffinity(),
            fit,
            standard.spread());
    ClusterFixture cluster = ClusterFixture.of(node("a").has("cpu", "2").has("memory", "2Gi"));

    assertThat(
            DefaultPlugins.scheduler(profile)
                .score(
                    cluster.snapshot(),
                    pod("p").requests("cpu=1,memory=1Gi").build(),
                    List.of("a")))
        .isEqualTo(Map.of("a", score));
  }

  private static Set<String> names(String names) {
    return new LinkedHashSet<>(weights(names).keySet());
  }

  private static Map<String, Integer> weights(String text) {
    Map<String, Integer> weights = new LinkedHashMap<>();
    for (String part : text.isEmpty() ? new String[0] : text.split(" ")) {
      String[] pair = part.split("=");
      weights.put(pair[0], pair.length == 1 ? 1 : Integer.parseInt(pair[1]));
    }
    return weights;
  }
}

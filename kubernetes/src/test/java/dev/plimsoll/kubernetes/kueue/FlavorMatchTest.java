package dev.plimsoll.kubernetes.kueue;

import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.NodeSelector.Requirement;
import dev.plimsoll.kubernetes.object.NodeSelector.Term;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.object.Toleration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The cases follow {@code TestAssignFlavors} in Kueue's {@code flavorassigner_test.go}. */
class FlavorMatchTest {
  private static final PodSpec POD = pod(container("c", "", "")).build().spec();

  private static ResourceFlavor flavor(List<Taint> taints, Toleration... tolerations) {
    return new ResourceFlavor(
        ObjectMeta.of("", "spot"), Map.of("type", "spot"), taints, List.of(tolerations), "");
  }

  private static PodSpec selecting(String key, String value) {
    return POD.with().nodeSelector(Map.of(key, value)).build();
  }

  private static PodSpec requiring(Term... terms) {
    return POD.with()
        .affinity(POD.affinity().withRequiredNodes(Optional.of(new NodeSelector(List.of(terms)))))
        .build();
  }

  private static Term in(String key, String... values) {
    return new Term(List.of(new Requirement(key, "In", List.of(values))), List.of());
  }

  @ParameterizedTest
  @CsvSource({"NoSchedule, true", "NoExecute, true", "PreferNoSchedule, false"})
  void pods_must_tolerate_the_taints_that_keep_pods_away(String effect, boolean isPassedOver) {
    List<Taint> taints = List.of(new Taint("team", "x", effect));
    Toleration team = new Toleration("team", "Exists", "", "");

    assertThat(FlavorMatch.mismatch(flavor(taints), POD).isPresent()).isEqualTo(isPassedOver);
    assertThat(FlavorMatch.mismatch(flavor(taints, team), POD)).isEmpty();
    assertThat(FlavorMatch.mismatch(flavor(taints), POD.with().tolerations(List.of(team)).build()))
        .isEmpty();
  }

  @Test
  void selectors_count_on_the_labels_of_the_flavor_alone() {
    assertThat(FlavorMatch.mismatch(flavor(List.of()), selecting("type", "spot"))).isEmpty();
    assertThat(FlavorMatch.mismatch(flavor(List.of()), selecting("zone", "a"))).isEmpty();
    assertThat(FlavorMatch.mismatch(flavor(List.of()), selecting("type", "reserved")))
        .hasValue("its labels don't match the pods' node selector or affinity");
  }

  @Test
  void one_term_of_the_affinity_must_match_and_a_term_on_other_labels_matches_all() {
    ResourceFlavor flavor = flavor(List.of());

    assertThat(FlavorMatch.mismatch(flavor, requiring(in("type", "spot", "reserved")))).isEmpty();
    assertThat(FlavorMatch.mismatch(flavor, requiring(in("type", "a"), in("type", "spot"))))
        .isEmpty();
    assertThat(FlavorMatch.mismatch(flavor, requiring(in("type", "a"), in("zone", "a")))).isEmpty();
    assertThat(FlavorMatch.mismatch(flavor, requiring(in("type", "a"), in("type", "b"))))
        .isPresent();
  }
}

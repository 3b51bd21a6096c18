package dev.plimsoll.model.warning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** A tenant learns from warnings neither other tenants' names nor those of namespaces and nodes. */
class ForeignNamesPropertyTest {

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void whatever_others_and_nodes_are_called_the_text_is_the_same(
      @ForAll("names") List<String> names,
      @ForAll @IntRange(min = 1, max = 9) int gpus,
      @ForAll @IntRange(max = 6) int replicas,
      @ForAll AdmissionMode admission,
      @ForAll boolean hasPools) {
    ApiObject created =
        replicas == 0
            ? SharedClusterBuilder.pod("nlp-prod", "new", gpus)
            : SharedClusterBuilder.deployment(replicas, gpus);

    List<String> usual = setup(admission, hasPools).warnings(created);

    assertThat(
            setup(admission, hasPools)
                .named(names.get(0), names.get(1), names.subList(2, 5))
                .warnings(created))
        .isEqualTo(usual);
    int left = admission == AdmissionMode.OFF ? 10 : 5;
    // Two nodes have 2 and 3 GPUs free.
    int placed = 2 / gpus + 3 / gpus;
    assertThat(usual.isEmpty())
        .isEqualTo(Math.max(1, replicas) <= placed && replicas * gpus <= left);
    assertThat(usual)
        .noneMatch(text -> text.contains("vision") || text.matches(".*\\bn[123]\\b.*"));
  }

  private static SharedClusterBuilder setup(AdmissionMode admission, boolean hasPools) {
    SharedClusterBuilder setup =
        new SharedClusterBuilder()
            .ceiling("9")
            .admission(admission)
            .resourceQuota("requests.nvidia.com/gpu=10", "requests.nvidia.com/gpu=0");
    return hasPools ? setup.policyPools() : setup;
  }

  @Provide
  Arbitrary<List<String>> names() {
    return Arbitraries.strings()
        .withCharRange('a', 'z')
        .ofMinLength(1)
        .ofMaxLength(12)
        .map(name -> "x" + name)
        .set()
        .ofSize(5)
        .map(List::copyOf);
  }
}

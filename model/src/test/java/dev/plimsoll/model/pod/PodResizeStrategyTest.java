package dev.plimsoll.model.pod;

import static dev.plimsoll.model.fixtures.PodFixtures.container;
import static dev.plimsoll.model.fixtures.PodFixtures.withInit;
import static dev.plimsoll.model.fixtures.PodFixtures.withResources;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.fixtures.PodFixtures;
import dev.plimsoll.model.object.Container;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.Pod;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodResizeStrategyTest {
  private static final Pod FORMER =
      withInit(PodFixtures.of(container("a", "cpu=1", "")), container("i", "cpu=1", ""));

  @Test
  void only_resources_are_taken() {
    Pod wanted =
        withResources(
                withInit(PodFixtures.of(container("a", "cpu=2", "")), container("i", "cpu=3", "")),
                "cpu=9",
                "")
            .withMetadata(
                ObjectMeta.builder()
                    .name("q")
                    .annotations(Map.of("set", "by LimitRanger"))
                    .build());
    wanted = wanted.withSpec(wanted.spec().toBuilder().nodeName("other").build());

    Pod prepared = PodResizeStrategy.prepareForUpdate(wanted, FORMER);

    assertThat(prepared)
        .isEqualTo(
            withResources(
                withInit(PodFixtures.of(container("a", "cpu=2", "")), container("i", "cpu=3", "")),
                "cpu=9",
                ""));
  }

  @Test
  void another_number_of_containers_is_left_for_the_validation_to_refuse() {
    Pod wanted = PodFixtures.of(container("a", "cpu=2", ""), container("b", "", ""));

    assertThat(PodResizeStrategy.prepareForUpdate(wanted, FORMER)).isSameAs(wanted);
  }

  @Test
  void a_renamed_container_is_left_for_the_validation_to_refuse() {
    Container renamed = container("z", "cpu=2", "");
    Pod wanted = withInit(PodFixtures.of(renamed), container("i", "cpu=1", ""));

    assertThat(PodResizeStrategy.prepareForUpdate(wanted, FORMER).spec().containers())
        .isEqualTo(List.of(renamed));
  }
}

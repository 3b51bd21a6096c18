package dev.plimsoll.model.limits;

import static dev.plimsoll.model.fixtures.PodFixtures.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.object.LimitRangeItem;
import org.junit.jupiter.api.Test;

class LimitRangeDefaultsTest {

  @Test
  void a_max_alone_becomes_default_limit_and_default_request() {
    LimitRangeItem item = read(TestLimitRanges.max("Container", "nvidia.com/gpu=4"));

    assertThat(item.defaultLimits()).hasToString("nvidia.com/gpu=4");
    assertThat(item.defaultRequests()).hasToString("nvidia.com/gpu=4");
  }

  @Test
  void a_min_alone_becomes_a_default_request_without_a_limit() {
    LimitRangeItem item = read(TestLimitRanges.min("Container", "nvidia.com/gpu=1"));

    assertThat(item.defaultLimits().isEmpty()).isTrue();
    assertThat(item.defaultRequests()).hasToString("nvidia.com/gpu=1");
  }

  @Test
  void a_default_limit_goes_before_the_max_and_the_default_request_before_both() {
    LimitRangeItem item =
        read(
            new LimitRangeItem(
                "Container",
                list("cpu=8,memory=8Gi"),
                list("cpu=1,memory=1Gi,ephemeral-storage=1Gi"),
                list("cpu=4"),
                list("memory=2Gi"),
                list("")));

    assertThat(item.defaultLimits()).hasToString("cpu=4,memory=8Gi");
    assertThat(item.defaultRequests()).hasToString("cpu=4,ephemeral-storage=1Gi,memory=2Gi");
  }

  @Test
  void other_types_get_no_defaults_but_rounding() {
    LimitRangeItem item = read(TestLimitRanges.max("Pod", "cpu=100u"));

    assertThat(item.max()).hasToString("cpu=1m");
    assertThat(item.defaultLimits().isEmpty()).isTrue();
    assertThat(item.defaultRequests().isEmpty()).isTrue();
  }

  private static LimitRangeItem read(LimitRangeItem item) {
    return TestLimitRanges.of("l", item).limits().get(0);
  }
}

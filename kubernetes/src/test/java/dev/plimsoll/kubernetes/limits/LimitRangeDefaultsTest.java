package dev.plimsoll.kubernetes.limits;

import static dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder.item;
import static dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder.limitRange;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder;
import dev.plimsoll.kubernetes.object.LimitRangeItem;
import org.junit.jupiter.api.Test;

class LimitRangeDefaultsTest {

  @Test
  void a_max_alone_becomes_default_limit_and_default_request() {
    LimitRangeItem item = read(item("Container").max("nvidia.com/gpu=4"));

    assertThat(item.defaultLimits()).hasToString("nvidia.com/gpu=4");
    assertThat(item.defaultRequests()).hasToString("nvidia.com/gpu=4");
  }

  @Test
  void a_min_alone_becomes_a_default_request_without_a_limit() {
    LimitRangeItem item = read(item("Container").min("nvidia.com/gpu=1"));

    assertThat(item.defaultLimits().isEmpty()).isTrue();
    assertThat(item.defaultRequests()).hasToString("nvidia.com/gpu=1");
  }

  @Test
  void a_default_limit_goes_before_the_max_and_the_default_request_before_both() {
    LimitRangeItem item =
        read(
            item("Container")
                .max("cpu=8,memory=8Gi")
                .min("cpu=1,memory=1Gi,ephemeral-storage=1Gi")
                .defaultLimits("cpu=4")
                .defaultRequests("memory=2Gi"));

    assertThat(item.defaultLimits()).hasToString("cpu=4,memory=8Gi");
    assertThat(item.defaultRequests()).hasToString("cpu=4,ephemeral-storage=1Gi,memory=2Gi");
  }

  @Test
  void other_types_get_no_defaults_but_rounding() {
    LimitRangeItem item = read(item("Pod").max("cpu=100u"));

    assertThat(item.max()).hasToString("cpu=1m");
    assertThat(item.defaultLimits().isEmpty()).isTrue();
    assertThat(item.defaultRequests().isEmpty()).isTrue();
  }

  private static LimitRangeItem read(LimitRangeItemBuilder item) {
    return limitRange("l", item).limits().get(0);
  }
}

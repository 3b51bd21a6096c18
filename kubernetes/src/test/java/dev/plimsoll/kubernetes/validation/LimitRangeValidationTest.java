package dev.plimsoll.kubernetes.validation;

import static dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder.item;
import static dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder.limitRange;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.LimitRangeItemBuilder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LimitRangeValidationTest {
  private static final String AT = "spec.limits[0].";

  static Stream<Arguments> items() {
    return Stream.of(
        Arguments.of("a max", item("Container").max("nvidia.com/gpu=4"), ""),
        Arguments.of("fractions and negatives", item("Pod").max("nvidia.com/gpu=-500m"), ""),
        Arguments.of("an image size", item("openshift.io/Image").max("storage=1Gi"), ""),
        Arguments.of(
            "an unknown type",
            item("Node"),
            AT + "type: Invalid value: \"Node\": must be a standard limit type or fully qualified"),
        Arguments.of(
            "defaults of pods",
            item("Pod").defaultLimits("cpu=1").defaultRequests("cpu=2"),
            AT
                + "default: Forbidden: may not be specified when `type` is 'Pod' | "
                + AT
                + "defaultRequest: Forbidden: may not be specified when `type` is 'Pod'"),
        Arguments.of(
            "storage of containers",
            item("Container").ratio("storage=2"),
            AT
                + "maxLimitRequestRatio[storage]: Invalid value: \"storage\": must be a standard"
                + " resource for containers"),
        Arguments.of(
            "a quota key",
            item("Pod").ratio("requests.nvidia.com/gpu=2"),
            AT
                + "maxLimitRequestRatio[requests.nvidia.com/gpu]: Invalid value:"
                + " \"requests.nvidia.com/gpu\": doesn't follow extended resource name standard"),
        Arguments.of(
            "claims without storage",
            item("PersistentVolumeClaim").max("cpu=1"),
            AT
                + "limits: Required value: either minimum or maximum storage value is required,"
                + " but neither was provided"),
        Arguments.of(
            "min above max",
            item("Pod").max("cpu=1").min("cpu=2"),
            AT + "min[cpu]: Invalid value: \"2\": min value 2 is greater than max value 1"),
        Arguments.of(
            "everything out of order",
            item("Container")
                .max("cpu=1")
                .min("cpu=4")
                .defaultLimits("cpu=2")
                .defaultRequests("cpu=3"),
            AT
                + "min[cpu]: Invalid value: \"4\": min value 4 is greater than max value 1 | "
                + AT
                + "defaultRequest[cpu]: Invalid value: \"3\": min value 4 is greater than default"
                + " request value 3 | "
                + AT
                + "defaultRequest[cpu]: Invalid value: \"3\": default request value 3 is greater"
                + " than max value 1 | "
                + AT
                + "defaultRequest[cpu]: Invalid value: \"3\": default request value 3 is greater"
                + " than default limit value 2 | "
                + AT
                + "default[cpu]: Invalid value: \"4\": min value 4 is greater than default value 2"
                + " | "
                + AT
                + "default[cpu]: Invalid value: \"1\": default value 2 is greater than max value"
                + " 1"),
        Arguments.of(
            "a GPU default unlike its request",
            item("Container").defaultRequests("nvidia.com/gpu=1").defaultLimits("nvidia.com/gpu=2"),
            AT
                + "defaultRequest[nvidia.com/gpu]: Invalid value: \"1\": default value 2 must"
                + " equal to defaultRequest value 1 in nvidia.com/gpu"),
        Arguments.of("a GPU min without limit", item("Container").min("nvidia.com/gpu=1"), ""),
        Arguments.of(
            "a ratio below 1",
            item("Pod").ratio("cpu=999m"),
            AT + "maxLimitRequestRatio[cpu]: Invalid value: \"999m\": ratio 999m is less than 1"),
        Arguments.of(
            "a ratio that min and max don't allow",
            item("Pod").max("cpu=2").min("cpu=1").ratio("cpu=2500m"),
            AT
                + "maxLimitRequestRatio[cpu]: Invalid value: \"2500m\": ratio 2500m is greater"
                + " than max/min = 2.000000"),
        Arguments.of(
            "any ratio where min is 0", item("Pod").max("cpu=2").min("cpu=0").ratio("cpu=9"), ""));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("items")
  void an_item_is_denied_as_kubernetes_does(
      String description, LimitRangeItemBuilder item, String want) {
    assertThat(errors(item)).as(description).isEqualTo(want);
  }

  @Test
  void a_type_stands_in_a_limit_range_once() {
    assertThat(errors(item("Pod").max("cpu=1"), item("Pod").max("memory=1Gi")))
        .isEqualTo("spec.limits[1].type: Duplicate value: \"Pod\"");
  }

  private static String errors(LimitRangeItemBuilder... items) {
    return String.join(
        " | ",
        LimitRangeValidation.validate(limitRange("l", items)).stream()
            .map(FieldError::toString)
            .toList());
  }
}

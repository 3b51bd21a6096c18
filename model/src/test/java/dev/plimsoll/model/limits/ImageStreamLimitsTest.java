package dev.plimsoll.model.limits;

import static dev.plimsoll.model.limits.TestLimitRanges.max;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.object.LimitRange;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ImageStreamLimitsTest {
  private static final LimitRange LOOSE =
      TestLimitRanges.of(
          "loose",
          max("openshift.io/ImageStream", "openshift.io/images=2,openshift.io/image-tags=1"));
  private static final LimitRange TIGHT =
      TestLimitRanges.of("tight", max("openshift.io/ImageStream", "openshift.io/images=1"));
  private static final ImageStreamReferences THREE =
      new ImageStreamReferences(Set.of("a", "b"), Set.of("x", "y", "z"));

  @Test
  void theTightestMaxOfAllLimitRangesIsTold() {
    LimitRangeDenial limitRangeDenial =
        ImageStreamLimits.validate(ImageStreamReferences.NONE, THREE, List.of(LOOSE, TIGHT))
            .orElseThrow();

    assertThat(limitRangeDenial.message())
        .isEqualTo(
            "[requested usage of openshift.io/image-tags exceeds the maximum limit per"
                + " openshift.io/ImageStream (2 > 1), requested usage of openshift.io/images"
                + " exceeds the maximum limit per openshift.io/ImageStream (3 > 1)]");
    assertThat(limitRangeDenial.violations())
        .extracting(LimitRangeViolation::limitRange)
        .containsExactly("loose", "tight");
  }

  @Test
  void whatRefersToNothingNewIsAllowedEvenBeyondTheMax() {
    ImageStreamReferences fewer = new ImageStreamReferences(Set.of("a"), Set.of("x", "y"));
    ImageStreamReferences other = new ImageStreamReferences(Set.of("a"), Set.of("x", "new"));

    assertThat(ImageStreamLimits.validate(THREE, fewer, List.of(TIGHT))).isEmpty();
    assertThat(ImageStreamLimits.validate(THREE, other, List.of(TIGHT))).isPresent();
  }

  @Test
  void aStreamWithinAllMaximaIsAllowed() {
    ImageStreamReferences one = new ImageStreamReferences(Set.of("a"), Set.of("x"));

    assertThat(ImageStreamLimits.validate(ImageStreamReferences.NONE, one, List.of(LOOSE, TIGHT)))
        .isEmpty();
  }
}

package dev.plimsoll.model.limits;

import static dev.plimsoll.model.limits.TestLimitRanges.max;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.object.LimitRange;
import java.util.List;
import org.junit.jupiter.api.Test;

class ImageLimitRangerTest {
  private static final LimitRange LIMIT =
      TestLimitRanges.of(
          "images", max("Pod", "storage=1"), max("openshift.io/Image", "storage=1Gi"));

  @Test
  void anImageUpToTheMaxIsTakenIn() {
    assertThat(ImageLimitRanger.validate(1L << 30, List.of(LIMIT))).isEmpty();
  }

  @Test
  void aLargerImageIsRefusedByTheFirstMaxItExceeds() {
    LimitRange tighter = TestLimitRanges.of("tighter", max("openshift.io/Image", "storage=1Mi"));

    LimitRangeDenial limitRangeDenial =
        ImageLimitRanger.validate(3L << 29, List.of(LIMIT, tighter)).orElseThrow();

    assertThat(limitRangeDenial.message())
        .isEqualTo(
            "requested usage of storage exceeds the maximum limit per openshift.io/Image (1536Mi >"
                + " 1Gi)");
    assertThat(limitRangeDenial.violations())
        .extracting(LimitRangeViolation::limitRange)
        .containsExactly("images");
  }
}

package dev.plimsoll.model.limits;

import dev.plimsoll.model.object.LimitRange;
import dev.plimsoll.model.object.LimitRangeItem;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * OpenShift's bounds on how many images an image stream refers to. The tightest max of all
 * LimitRanges counts; what refers to nothing new is always allowed.
 *
 * <p>Source: {@code pkg/image/apiserver/admission/limitrange/imagestream_limits.go} of OpenShift's
 * API server.
 */
public final class ImageStreamLimits {
  /** The item type that bounds image streams. */
  public static final String IMAGE_STREAM = "openshift.io/ImageStream";

  private static final ResourceName IMAGES = ResourceName.of("openshift.io/images");
  private static final ResourceName TAGS = ResourceName.of("openshift.io/image-tags");

  private ImageStreamLimits() {}

  /** Returns why the image stream may not be stored, if so. */
  public static Optional<LimitRangeDenial> validate(
      ImageStreamReferences former, ImageStreamReferences wanted, List<LimitRange> limitRanges) {
    if (wanted.isWithin(former)) {
      return Optional.empty();
    }
    List<LimitRangeViolation> limitRangeViolations = new ArrayList<>();
    tightest(TAGS, Quantity.of(wanted.tags().size()), limitRanges)
        .ifPresent(limitRangeViolations::add);
    tightest(IMAGES, Quantity.of(wanted.images().size()), limitRanges)
        .ifPresent(limitRangeViolations::add);
    return limitRangeViolations.isEmpty()
        ? Optional.empty()
        : Optional.of(new LimitRangeDenial(limitRangeViolations));
  }

  private static Optional<LimitRangeViolation> tightest(
      ResourceName name, Quantity usage, List<LimitRange> limitRanges) {
    Optional<LimitRangeViolation> tightest = Optional.empty();
    for (LimitRange limitRange : limitRanges) {
      for (LimitRangeItem item : limitRange.limits()) {
        Optional<Quantity> max = item.max().get(name);
        if (!item.type().equals(IMAGE_STREAM)
            || max.isEmpty()
            || usage.compareTo(max.get()) <= 0
            || (tightest.isPresent() && tightest.get().bound().compareTo(max.get()) <= 0)) {
          continue;
        }
        tightest =
            Optional.of(
                ImageLimitRanger.exceeded(limitRange, IMAGE_STREAM, name, usage, max.get()));
      }
    }
    return tightest;
  }
}

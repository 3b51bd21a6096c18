package dev.plimsoll.model.limits;

import dev.plimsoll.model.limits.LimitRangeViolation.Rule;
import dev.plimsoll.model.object.LimitRange;
import dev.plimsoll.model.object.LimitRangeItem;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import java.util.List;
import java.util.Optional;

/**
 * OpenShift's admission plug-in for the size of images that are pushed.
 *
 * <p>Source: {@code pkg/image/apiserver/admission/limitrange/admission.go} of OpenShift's API
 * server.
 */
public final class ImageLimitRanger {
  /** The item type that bounds the size of images, by a {@code storage} max. */
  public static final String IMAGE = "openshift.io/Image";

  private ImageLimitRanger() {}

  /**
   * Returns why an image may not be taken in, if so: the first max that it exceeds.
   *
   * @param size the image's size in bytes
   * @param limitRanges the namespace's LimitRanges, in any order
   */
  public static Optional<LimitRangeDenial> validate(long size, List<LimitRange> limitRanges) {
    Quantity usage = Quantity.of(size, Quantity.Format.BINARY_SI);
    for (LimitRange limitRange : limitRanges) {
      for (LimitRangeItem item : limitRange.limits()) {
        Optional<Quantity> max = item.max().get(ResourceName.STORAGE);
        if (item.type().equals(IMAGE) && max.isPresent() && max.get().compareTo(usage) < 0) {
          return Optional.of(
              new LimitRangeDenial(
                  List.of(exceeded(limitRange, IMAGE, ResourceName.STORAGE, usage, max.get()))));
        }
      }
    }
    return Optional.empty();
  }

  static LimitRangeViolation exceeded(
      LimitRange limitRange, String type, ResourceName name, Quantity usage, Quantity max) {
    return new LimitRangeViolation(
        limitRange.name(),
        type,
        "",
        Rule.MAX,
        name,
        max,
        "requested usage of %s exceeds the maximum limit per %s (%s > %s)"
            .formatted(name, type, usage, max));
  }
}

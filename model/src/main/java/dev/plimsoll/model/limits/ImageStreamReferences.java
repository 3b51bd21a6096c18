package dev.plimsoll.model.limits;

import java.util.Set;

/**
 * The images that an OpenShift image stream refers to.
 *
 * @param tags the different references in the spec, counted as {@code openshift.io/image-tags}
 * @param images the different images in the status, counted as {@code openshift.io/images}
 */
public record ImageStreamReferences(Set<String> tags, Set<String> images) {

  /** No image stream. */
  public static final ImageStreamReferences NONE = new ImageStreamReferences(Set.of(), Set.of());

  /** Makes the sets unmodifiable. */
  public ImageStreamReferences {
    tags = Set.copyOf(tags);
    images = Set.copyOf(images);
  }

  /** Returns whether this refers to nothing that the other doesn't. */
  boolean isWithin(ImageStreamReferences other) {
    return other.tags.containsAll(tags) && other.images.containsAll(images);
  }
}

package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.object.PodSpec;

/** The spec of an object that makes no pods. */
final class NoPods {
  static final PodSpec SPEC = PodSpec.builder().build();

  private NoPods() {}
}

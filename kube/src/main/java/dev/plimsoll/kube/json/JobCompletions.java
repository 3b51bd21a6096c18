package dev.plimsoll.kube.json;

import java.util.OptionalInt;

/** How many pods of a Job must succeed, as {@code pkg/apis/batch/v1/defaults.go} fills it in. */
final class JobCompletions {
  private JobCompletions() {}

  /** Returns the number; absent where one success ends the Job. */
  static OptionalInt of(Fields spec) {
    return spec.has("completions") || spec.has("parallelism")
        ? spec.integer("completions")
        : OptionalInt.of(1);
  }

  /** Returns how many pods of a new Job are active at once. */
  static int active(Fields spec) {
    int parallelism = spec.integer("parallelism").orElse(1);
    return Math.min(parallelism, of(spec).orElse(parallelism));
  }
}

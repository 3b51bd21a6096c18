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
}

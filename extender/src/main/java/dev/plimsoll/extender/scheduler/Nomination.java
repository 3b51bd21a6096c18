package dev.plimsoll.extender.scheduler;

/** Whether evictions make a node free for a pod, as kube-scheduler's nominator has it. */
sealed interface Nomination {
  /** No node is being made free for the pod. */
  record None() implements Nomination {}

  /**
   * Evictions were allowed, so that a watch may show a node soon.
   *
   * @param expires until when that may be, in nanoseconds of a ticker
   */
  record Expected(long expires) implements Nomination {}

  /**
   * A watch shows the node.
   *
   * @param node the node's name
   */
  record Shown(String node) implements Nomination {}
}

package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.protocol.ExtenderBindingArgs;

/** Binds a pod to a node in the API server. */
@FunctionalInterface
public interface PodBinder {

  /**
   * Creates the binding.
   *
   * @return what went wrong, as a sentence; empty if it is bound
   */
  String bind(ExtenderBindingArgs binding);
}

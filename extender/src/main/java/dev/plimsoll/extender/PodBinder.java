package dev.plimsoll.extender;

import dev.plimsoll.extender.protocol.BindingArgs;

/** Binds a pod to a node in the API server. */
@FunctionalInterface
public interface PodBinder {

  /**
   * Creates the binding.
   *
   * @return what went wrong, as a sentence; empty if it is bound
   */
  String bind(BindingArgs binding);
}

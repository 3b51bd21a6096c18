package dev.plimsoll.kubernetes.placement.framework;

/** The result of a filter for one pod on one node. */
public sealed interface Status permits Status.Success, Rejection {

  /** Returns whether the pod may go there. */
  default boolean isSuccess() {
    return this == Success.SUCCESS;
  }

  /** The pod may go there. */
  enum Success implements Status {
    /** The only value. */
    SUCCESS
  }
}

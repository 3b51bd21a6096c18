package dev.plimsoll.extender.config;

/**
 * How much is written about pods that wait.
 *
 * @param podsPerSecond how many pods are requeued in a second at most; 0 for none
 * @param eventsPerSecond how many events are written in a second at most, on held pods and pods
 *     with gaps; 0 for none
 */
public record RequeueSettings(long podsPerSecond, long eventsPerSecond) {

  /** 10 pods and 10 events a second. */
  public static final RequeueSettings DEFAULT = new RequeueSettings(10, 10);
}

package dev.plimsoll.extender.config;

/**
 * How much is written about pods that wait.
 *
 * @param podsPerSecond how many pods are woken in a second at most; 0 for none
 * @param eventsPerSecond how many events are written in a second at most, on pods that are held
 *     back or have gaps; 0 for none
 */
public record RequeueSettings(long podsPerSecond, long eventsPerSecond) {

  /** 10 pods and 10 events a second. */
  public static final RequeueSettings DEFAULT = new RequeueSettings(10, 10);
}

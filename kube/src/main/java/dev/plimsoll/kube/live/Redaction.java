package dev.plimsoll.kube.live;

/** The parts that are removed from a snapshot before it is written. */
public enum Redaction {
  /** Nothing. */
  NONE,

  /**
   * Removes content that may be confidential and explains nothing. It removes:
   *
   * <ul>
   *   <li>of containers the environment, command, arguments, image, and probes and lifecycle hooks
   *       except their hosts; also the names of images on nodes and the messages that containers
   *       left behind;
   *   <li>annotations, except annotations that a rule reads and annotations of namespaces by which
   *       a ClusterResourceQuota selects;
   *   <li>messages of events, except events on scheduling, on creating pods and on denials;
   *   <li>parameters and attributes for storage and device drivers, host aliases, the URLs, paths
   *       and certificates of webhooks, and the changes that policies make;
   *   <li>of custom resources all text except the metadata, pod templates and conditions.
   * </ul>
   *
   * Names, labels, node names, addresses, and requests and limits stay.
   */
  CONFIDENTIAL
}

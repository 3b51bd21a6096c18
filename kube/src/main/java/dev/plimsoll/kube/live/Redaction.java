package dev.plimsoll.kube.live;

/** What is removed from a snapshot before it is written. */
public enum Redaction {
  /** Nothing. */
  NONE,

  /**
   * What may be confidential and explains nothing:
   *
   * <ul>
   *   <li>of containers the environment, command, arguments, image, and probes and lifecycle hooks,
   *       but for the hosts that these call; also the names of images on nodes and the messages
   *       that containers left behind;
   *   <li>annotations, but for those that some rule reads and those of namespaces that a
   *       ClusterResourceQuota selects by;
   *   <li>messages of events, but for those on scheduling, on creating pods and on denials;
   *   <li>parameters and attributes for storage and device drivers, host aliases, where webhooks
   *       are, what policies change;
   *   <li>of custom resources all text but the metadata, pod templates and conditions.
   * </ul>
   *
   * Names, labels, node names, addresses, and requests and limits stay.
   */
  CONFIDENTIAL
}

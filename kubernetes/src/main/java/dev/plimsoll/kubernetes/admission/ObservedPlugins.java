package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.workload.NamespaceNodeSelectors;
import dev.plimsoll.kubernetes.workload.SiblingPods;

/**
 * Plug-ins and webhooks that no object names, and whose changes stored pods show.
 *
 * @param tolerations adds tolerations for extended resources
 * @param nodeSelectors adds node selectors of namespaces
 * @param webhooks add what the newest pod of a template got
 */
record ObservedPlugins(
    ExtendedResourceToleration tolerations,
    PodNodeSelector nodeSelectors,
    MutatingAdmissionWebhook webhooks) {

  /** Returns the plug-ins of an API server with the default configuration. */
  static ObservedPlugins none() {
    return new ObservedPlugins(
        new ExtendedResourceToleration(),
        new PodNodeSelector(NamespaceNodeSelectors.none()),
        new MutatingAdmissionWebhook(SiblingPods.none()));
  }

  /** Returns the plug-ins of the API server of a cluster. */
  static ObservedPlugins of(Cluster told) {
    return new ObservedPlugins(
        new ExtendedResourceToleration(told),
        new PodNodeSelector(NamespaceNodeSelectors.of(told)),
        new MutatingAdmissionWebhook(SiblingPods.of(told)));
  }
}

package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Node selectors of namespaces, which the API server adds to new pods. A plug-in that is off by
 * default reads them from an annotation. A namespace with the annotation is taken to show that the
 * plug-in runs, unless its newest pod without the selector shows the contrary. The plug-in's file
 * with selectors for the cluster and for namespaces isn't known.
 *
 * <p>Sources: {@code plugin/pkg/admission/podnodeselector/admission.go}, {@code
 * github.com/openshift/kubernetes/openshift-kube-apiserver/admission/scheduler/nodeenv/admission.go}.
 */
public final class NamespaceNodeSelectors {
  /** The annotation of Kubernetes. */
  public static final String OF_NAMESPACE = "scheduler.alpha.kubernetes.io/node-selector";

  /** The annotation of OpenShift. */
  public static final String OF_PROJECT = "openshift.io/node-selector";

  private static final String OF_OPENSHIFT = "scheduling.openshift.io/OriginPodNodeEnvironment";

  private final Optional<Cluster> told;
  private final ConcurrentMap<Annotation, Optional<Selector>> known = new ConcurrentHashMap<>();

  private NamespaceNodeSelectors(Optional<Cluster> told) {
    this.told = told;
  }

  /**
   * The node selector of a namespace.
   *
   * @param namespace the name of the namespace
   * @param plugin the plug-in that adds it
   * @param labels the labels that nodes must have
   * @param conflict what the plug-in says of a pod that selects other nodes
   */
  public record Selector(
      String namespace, String plugin, Map<String, String> labels, String conflict) {
    public Selector {
      labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }

    /** Returns whether a pod's node selector has another value for one of the labels. */
    public boolean conflictsWith(Map<String, String> nodeSelector) {
      return labels.entrySet().stream()
          .anyMatch(e -> !nodeSelector.getOrDefault(e.getKey(), e.getValue()).equals(e.getValue()));
    }

    /** Returns a pod's node selector with the labels added. */
    public Map<String, String> addedTo(Map<String, String> nodeSelector) {
      Map<String, String> merged = new TreeMap<>(labels);
      merged.putAll(nodeSelector);
      return merged;
    }
  }

  /** An annotation of a namespace; {@code isOfProject} if it is OpenShift's. */
  private record Annotation(String namespace, boolean isOfProject, String text) {}

  /** Returns the selectors of an API server without the plug-in. */
  public static NamespaceNodeSelectors none() {
    return new NamespaceNodeSelectors(Optional.empty());
  }

  /** Returns the selectors of the API server of a cluster, whose pods show whether it adds them. */
  public static NamespaceNodeSelectors of(Cluster told) {
    return new NamespaceNodeSelectors(Optional.of(told));
  }

  /**
   * Returns the selector of a namespace, if it has one.
   *
   * @param current the cluster with the changes that are tried
   */
  public Optional<Selector> of(Cluster current, String namespace) {
    return told.flatMap(
        cluster ->
            current
                .find(Namespace.class, "", namespace)
                .flatMap(NamespaceNodeSelectors::annotation)
                .flatMap(a -> known.computeIfAbsent(a, key -> selector(cluster, key))));
  }

  private static Optional<Annotation> annotation(Namespace namespace) {
    Map<String, String> annotations = namespace.metadata().annotations();
    boolean isOfProject = !annotations.containsKey(OF_NAMESPACE);
    return Optional.ofNullable(annotations.get(isOfProject ? OF_PROJECT : OF_NAMESPACE))
        .map(text -> new Annotation(namespace.name(), isOfProject, text));
  }

  private static Optional<Selector> selector(Cluster cluster, Annotation annotation) {
    String of = annotation.isOfProject() ? "project" : "namespace";
    return parse(annotation.text())
        .filter(labels -> !labels.isEmpty())
        .map(
            labels ->
                new Selector(
                    annotation.namespace(),
                    annotation.isOfProject() ? OF_OPENSHIFT : "PodNodeSelector",
                    labels,
                    "pod node label selector conflicts with its " + of + " node label selector"))
        .filter(s -> isApplied(cluster, s));
  }

  /** Returns labels as in {@code a=b,c=d}; empty if it is anything else. */
  private static Optional<Map<String, String>> parse(String text) {
    Map<String, String> labels = new TreeMap<>();
    for (String label : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      String[] parts = label.split("=", -1);
      if (parts.length != 2 || parts[0].isBlank()) {
        return Optional.empty();
      }
      labels.put(parts[0].strip(), parts[1].strip());
    }
    return Optional.of(labels);
  }

  private static boolean isApplied(Cluster cluster, Selector selector) {
    return PluginEvidence.newest(
            cluster.list(Pod.class, selector.namespace()), p -> shown(cluster, p, selector))
        .orElse(true);
  }

  private static Optional<Boolean> shown(Cluster cluster, Pod pod, Selector selector) {
    if (!has(pod.spec().nodeSelector(), selector)) {
      return Optional.of(false);
    }
    return PluginEvidence.template(cluster, pod)
        .filter(template -> !has(template.spec().nodeSelector(), selector))
        .map(template -> true);
  }

  private static boolean has(Map<String, String> nodeSelector, Selector selector) {
    return nodeSelector.entrySet().containsAll(selector.labels().entrySet());
  }
}

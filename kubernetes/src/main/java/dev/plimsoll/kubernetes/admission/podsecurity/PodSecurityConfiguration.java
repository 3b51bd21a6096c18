package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Pod;
import java.util.Map;
import java.util.Set;

/**
 * How the plug-in is configured in the API server.
 *
 * <p>Source: {@code staging/src/k8s.io/pod-security-admission/admission/api/types.go}.
 *
 * @param enforced what is enforced where the labels of a namespace don't say it
 * @param namespaces in which nothing is enforced
 * @param runtimeClasses for whose pods nothing is enforced
 * @param exemptsUsers whether nothing is enforced on what some users create
 */
public record PodSecurityConfiguration(
    PodSecurityPolicy enforced,
    Set<String> namespaces,
    Set<String> runtimeClasses,
    boolean exemptsUsers) {

  /** The configuration of an API server without a configuration file for the plug-in. */
  public static final PodSecurityConfiguration DEFAULT =
      new PodSecurityConfiguration(PodSecurityPolicy.PRIVILEGED, Set.of(), Set.of(), false);

  public PodSecurityConfiguration {
    namespaces = Set.copyOf(namespaces);
    runtimeClasses = Set.copyOf(runtimeClasses);
  }

  /** Returns whether nothing is enforced on a pod, regardless of its creator. */
  public boolean exempts(Pod pod) {
    return namespaces.contains(pod.namespace())
        || runtimeClasses.contains(pod.spec().runtimeClassName());
  }

  /** Returns the policy that is enforced in a namespace with these labels. */
  public PodSecurityPolicy enforced(Map<String, String> labels) {
    return enforced.with(labels);
  }
}

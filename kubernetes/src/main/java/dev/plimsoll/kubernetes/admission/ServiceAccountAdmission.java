package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ServiceAccount;
import dev.plimsoll.kubernetes.version.DefaultPlugin;
import java.util.List;
import java.util.Optional;

/**
 * Kubernetes' admission plug-in {@code ServiceAccount}: a new pod runs as an account of its
 * namespace, {@code default} if it names none. The pod is denied if the account is missing. The
 * token that the plug-in mounts and the pull secrets that it adds matter to no rule here.
 *
 * <p>The plug-in is taken to be off, as it is in control planes for tests, in a cluster without a
 * single account, since no controller makes them there, and where a pod of the namespace has no
 * account. Where the accounts of a namespace were not read, {@code default} is taken to be there,
 * since a controller makes it in each namespace, and so is an account that one of the namespace's
 * pods was created with.
 *
 * <p>Source: {@code plugin/pkg/admission/serviceaccount/admission.go}.
 */
final class ServiceAccountAdmission implements Layer {
  private static final String LAYER = DefaultPlugin.ServiceAccount.name();

  @Override
  public List<Requirement> requirements(Cluster cluster, AdmissionRequest request) {
    return request.object() instanceof Pod pod
            && concerns(request, pod)
            && !pod.spec().serviceAccountName().isEmpty()
            && !isThere(cluster, pod)
        ? List.of(Requirement.in(pod.namespace(), ServiceAccount.RESOURCE))
        : List.of();
  }

  @Override
  public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
    if (!(request.object() instanceof Pod pod) || !request.isCreate() || isIgnored(request)) {
      return Optional.empty();
    }
    if (pod.isMirror()) {
      return pod.spec().serviceAccountName().isEmpty()
          ? Optional.empty()
          : Optional.of(
              AdmissionStep.forbiddenBy(
                  LAYER, pod, "a mirror pod may not reference service accounts"));
    }
    Pod named = pod.withSpec(pod.spec().withServiceAccountName(accountOf(pod)));
    boolean isMissing =
        cluster.covers(ServiceAccount.RESOURCE, pod.namespace())
            && !exists(cluster, pod)
            && isActive(cluster, pod.namespace());
    return Optional.of(
        isMissing
            ? AdmissionStep.forbiddenBy(LAYER, named, notFound(named))
            : AdmissionStep.passed(LAYER, named, new AdmissionEffect.Plain()));
  }

  private static boolean isActive(Cluster cluster, String namespace) {
    return !cluster.list(ServiceAccount.class).isEmpty()
        && cluster.list(Pod.class, namespace).stream()
            .allMatch(p -> p.isMirror() || !p.spec().serviceAccountName().isEmpty());
  }

  private static String notFound(Pod pod) {
    String name = pod.spec().serviceAccountName();
    return "error looking up service account %s/%s: serviceaccount \"%s\" not found"
        .formatted(pod.namespace(), name, name);
  }

  private static boolean concerns(AdmissionRequest request, Pod pod) {
    return request.isCreate() && !isIgnored(request) && !pod.isMirror();
  }

  private static boolean isIgnored(AdmissionRequest request) {
    return !request.subresource().isEmpty();
  }

  private static String accountOf(Pod pod) {
    String name = pod.spec().serviceAccountName();
    return name.isEmpty() ? ServiceAccount.DEFAULT : name;
  }

  private static boolean isThere(Cluster cluster, Pod pod) {
    String name = accountOf(pod);
    return name.equals(ServiceAccount.DEFAULT)
        || exists(cluster, pod)
        || cluster.list(Pod.class, pod.namespace()).stream()
            .anyMatch(p -> p.spec().serviceAccountName().equals(name));
  }

  private static boolean exists(Cluster cluster, Pod pod) {
    return cluster.find(ServiceAccount.class, pod.namespace(), accountOf(pod)).isPresent();
  }
}

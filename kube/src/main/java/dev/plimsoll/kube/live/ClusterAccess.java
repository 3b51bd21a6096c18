package dev.plimsoll.kube.live;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The choice of the cluster, resolved as in kubectl. The first of these counts: the given
 * kubeconfig, the files of {@code KUBECONFIG}, {@code ~/.kube/config}, the service account of the
 * pod this runs in.
 *
 * @param kubeconfig the kubeconfig to use in place of what the environment says
 * @param context the context to use in place of the current one
 */
public record ClusterAccess(Optional<Path> kubeconfig, Optional<String> context) {

  /** Access as the environment says. */
  public static final ClusterAccess DEFAULT = new ClusterAccess(Optional.empty(), Optional.empty());
}

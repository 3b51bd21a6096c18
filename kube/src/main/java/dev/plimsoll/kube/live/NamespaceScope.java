package dev.plimsoll.kube.live;

import java.util.Optional;

/**
 * Which namespaces of a cluster are read.
 *
 * @param all whether all are asked for
 * @param namespace the one that is read instead, or of what may not be listed in all
 */
public record NamespaceScope(boolean all, Optional<String> namespace) {

  /** All namespaces; resources that the user may not list in all of them are left out. */
  public static final NamespaceScope ALL = new NamespaceScope(true, Optional.empty());

  /** All namespaces; of what may not be listed in all of them, this one. */
  public static NamespaceScope allOr(String namespace) {
    return new NamespaceScope(true, Optional.of(namespace));
  }

  /** One namespace, and cluster-scoped objects. */
  public static NamespaceScope only(String namespace) {
    return new NamespaceScope(false, Optional.of(namespace));
  }
}

package dev.plimsoll.kube.file;

import dev.plimsoll.kubernetes.apply.FieldManager;
import dev.plimsoll.kubernetes.apply.ServerSideApply;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How manifests are applied.
 *
 * @param isServerSide whether all manifests are applied server-side; otherwise an object shows how
 * @param manager the field manager; if empty, each object shows who applied it last
 * @param forcesConflicts whether the manifest wins where another manager owns a field
 */
public record ApplyMode(boolean isServerSide, Optional<String> manager, boolean forcesConflicts) {
  /** As each object shows that it was applied last. */
  public static final ApplyMode AS_BEFORE = new ApplyMode(false, Optional.empty(), false);

  private static final String KUBECTL = "kubectl";
  private static final String ARGO_CD = "argocd-controller";
  private static final String FLUX = "kustomize-controller";
  private static final String FLUX_MODE = "kustomize.toolkit.fluxcd.io/ssa";
  private static final String BEFORE = "before-first-apply";
  private static final String CLIENT_SIDE = "kubectl-client-side-apply";

  /** Tools that always win over other managers. */
  private static final Set<String> FORCING = Set.of(ARGO_CD, FLUX);

  /**
   * Returns the manager that applies a manifest server-side; empty if the client merges.
   *
   * @param managers the managers of the stored object
   * @param clientSide who applied the object from the client, if known
   */
  Optional<String> applier(
      Map<String, Object> manifest,
      List<FieldManager> managers,
      Optional<FieldManager> clientSide) {
    List<FieldManager> appliers = managers.stream().filter(FieldManager::appliesManifests).toList();
    if (isServerSide) {
      return manager.or(() -> Optional.of(KUBECTL));
    }
    boolean isClientLast =
        clientSide
            .filter(c -> appliers.stream().allMatch(a -> a.time().compareTo(c.time()) < 0))
            .isPresent();
    if (appliers.isEmpty() || isClientLast) {
      return Optional.empty();
    }
    return manager.or(
        () ->
            appliers.stream()
                .max(
                    Comparator.<FieldManager>comparingInt(
                            a -> ServerSideApply.count(manifest, a.fields()))
                        .thenComparing(FieldManager::name))
                .map(FieldManager::name));
  }

  /** Returns whether a manager's manifest wins over the fields of other managers. */
  boolean forces(String applier) {
    return forcesConflicts || FORCING.contains(applier);
  }

  /**
   * Returns whether a tool takes over the fields of a manager before it applies a manifest.
   *
   * <p>Sources: {@code migrateToSSAIfNecessary} in {@code
   * staging/src/k8s.io/kubectl/pkg/cmd/apply/apply.go}; for Flux, {@code apply} in the controller
   * of Kustomizations and {@code patchReplaceFieldsManagers} in its library {@code ssa}. Argo CD
   * migrates objects that the client applied.
   */
  static boolean isTakenOver(String applier, FieldManager manager) {
    boolean isClient = !manager.applies() && manager.name().equals(CLIENT_SIDE);
    return switch (applier) {
      case KUBECTL, ARGO_CD -> isClient;
      case FLUX -> manager.subresource().isEmpty() && isTakenOverByFlux(manager);
      default -> false;
    };
  }

  private static boolean isTakenOverByFlux(FieldManager manager) {
    boolean updates =
        !manager.applies()
            && (manager.name().startsWith(BEFORE) || manager.name().startsWith(FLUX));
    return updates || manager.name().startsWith(KUBECTL);
  }

  /** Returns whether the annotations of an object keep Flux from taking over its fields. */
  static boolean keepsOthers(String applier, Map<?, ?> annotations) {
    return applier.equals(FLUX)
        && annotations.get(FLUX_MODE) instanceof String mode
        && mode.equalsIgnoreCase("merge");
  }

  /** Returns whether kubectl wins over fields that it has applied from the client. */
  static boolean forgivesClientSide(String applier) {
    return applier.equals(KUBECTL);
  }
}

package dev.plimsoll.model.check;

import java.util.Map;

/**
 * Annotations by which a tool deletes a stored object before it creates the object of the manifest.
 * Helm and Argo CD have hooks, Argo CD an option {@code Force}, and Flux a {@code force}.
 */
final class Recreation {
  private Recreation() {}

  /** Returns whether annotations want it. */
  static boolean isWanted(Map<?, ?> annotations) {
    return isHook(annotations, "helm.sh/hook", "before-hook-creation")
        || isHook(annotations, "argocd.argoproj.io/hook", "BeforeHookCreation")
        || text(annotations, "argocd.argoproj.io/sync-options").contains("Force=true")
        || text(annotations, "kustomize.toolkit.fluxcd.io/force").equalsIgnoreCase("enabled");
  }

  /** By default, a hook is deleted before the next one is created. */
  private static boolean isHook(Map<?, ?> annotations, String hook, String policy) {
    String policies = text(annotations, hook + "-delete-policy");
    return !text(annotations, hook).isEmpty() && (policies.isEmpty() || policies.contains(policy));
  }

  private static String text(Map<?, ?> annotations, String name) {
    return annotations.get(name) instanceof String text ? text : "";
  }
}

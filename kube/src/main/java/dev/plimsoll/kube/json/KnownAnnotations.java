package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.QueueApi;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.kubernetes.quota.CopiedQuota;
import dev.plimsoll.kubernetes.workload.NamespaceNodeSelectors;
import dev.plimsoll.model.explain.UnmodelledRules;
import dev.plimsoll.model.gap.remedy.DeclaringTool;
import dev.plimsoll.model.gap.remedy.GeneratingController;
import dev.plimsoll.model.gate.ShareGate;
import dev.plimsoll.model.topology.DomainRequest;
import java.util.List;
import java.util.Set;

/**
 * The annotations that some rule reads; of namespaces all may be, because quotas select by them.
 */
public final class KnownAnnotations {
  static final List<String> DEFAULT_STORAGE_CLASS =
      List.of(
          "storageclass.kubernetes.io/is-default-class",
          "storageclass.beta.kubernetes.io/is-default-class");

  static final String MOUNTABLE_SECRETS = "kubernetes.io/enforce-mountable-secrets";

  private static final Set<String> READ =
      Set.of(
          PersistentVolumeClaim.BETA_STORAGE_CLASS_ANNOTATION,
          PersistentVolumeClaim.BIND_COMPLETED_ANNOTATION,
          PersistentVolumeClaim.SELECTED_NODE_ANNOTATION,
          Gang.NAME,
          Gang.SIZE,
          DomainRequest.WITHIN,
          DomainRequest.PREFERRED_WITHIN,
          DomainRequest.KUEUE_REQUIRED,
          DomainRequest.KUEUE_PREFERRED,
          QueueApi.VOLCANO.annotation(),
          QueueApi.KAI.annotation(),
          ResourceClaim.EXTENDED_RESOURCE_ANNOTATION,
          Pod.MIRROR_ANNOTATION,
          ShareGate.WAITS_FOR,
          DeclaringTool.ARGO_CD,
          DeclaringTool.HELM,
          GeneratingController.CONFIG_SYNC,
          Pod.SECCOMP_ANNOTATION,
          MOUNTABLE_SECRETS,
          NamespaceNodeSelectors.OF_NAMESPACE,
          NamespaceNodeSelectors.OF_PROJECT,
          "kubernetes.io/limit-ranger");

  /** The prefixes of their names; the name of a container follows. */
  private static final List<String> BY_CONTAINER =
      List.of(Pod.APP_ARMOR_ANNOTATION, Pod.CONTAINER_SECCOMP_ANNOTATION);

  private KnownAnnotations() {}

  /** Returns whether some rule reads the annotation. */
  public static boolean areRead(String name) {
    return READ.contains(name)
        || UnmodelledRules.TOLERATION_ANNOTATIONS.contains(name)
        || DEFAULT_STORAGE_CLASS.contains(name)
        || name.startsWith(CopiedQuota.OF_TENANT)
        || BY_CONTAINER.stream().anyMatch(name::startsWith);
  }
}

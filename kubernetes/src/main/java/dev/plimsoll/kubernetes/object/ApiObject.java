package dev.plimsoll.kubernetes.object;

/** An object of the Kubernetes API. */
public sealed interface ApiObject
    permits AutoscalerStatus,
        ClusterQueue,
        ClusterResourceQuota,
        Cohort,
        CsiNode,
        DeviceClass,
        Event,
        HorizontalPodAutoscaler,
        KarpenterNodeClaim,
        KarpenterNodePool,
        LedgerSummary,
        LimitRange,
        LocalQueue,
        MutatingAdmissionPolicy,
        MutatingAdmissionPolicyBinding,
        Namespace,
        Node,
        PartialObjectMetadata,
        PersistentVolume,
        PersistentVolumeClaim,
        Pod,
        PodDisruptionBudget,
        PodGroup,
        PolicyObject,
        PriorityClass,
        QuotaRequest,
        RecommendationSummary,
        ResourceClaim,
        ResourceClaimTemplate,
        ResourceFlavor,
        ResourceQuota,
        ResourceSlice,
        RuntimeClass,
        SchedulerQueue,
        Service,
        ServiceAccount,
        StorageClass,
        ValidatingAdmissionPolicy,
        ValidatingAdmissionPolicyBinding,
        VolumeAttachment,
        WebhookConfiguration,
        Workload {

  /** Returns name, namespace, labels and the like. */
  ObjectMeta metadata();

  /** Returns the kind with its group and version. */
  GroupVersionKind type();

  /** Returns the plural under which the API serves the kind. */
  GroupResource resource();

  /** Returns the name. */
  default String name() {
    return metadata().name();
  }

  /** Returns the namespace, empty for cluster-scoped objects. */
  default String namespace() {
    return metadata().namespace();
  }

  /** Returns a reference to the object. */
  default ObjectReference reference() {
    return new ObjectReference(type().kind(), namespace(), name(), metadata().uid());
  }

  /**
   * Returns the object's identity among objects of its Java type in its namespace. It is the name,
   * or for workloads {@code deployments.apps/name} and the like, since several kinds share one
   * type.
   */
  default String identity() {
    return name();
  }
}

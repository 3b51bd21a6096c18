package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.AutoscalerStatus;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.CsiNode;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.HorizontalPodAutoscaler;
import dev.plimsoll.kubernetes.object.KarpenterNodeClaim;
import dev.plimsoll.kubernetes.object.KarpenterNodePool;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.LocalQueue;
import dev.plimsoll.kubernetes.object.MutatingAdmissionPolicy;
import dev.plimsoll.kubernetes.object.MutatingAdmissionPolicyBinding;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.PartialObjectMetadata;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodDisruptionBudget;
import dev.plimsoll.kubernetes.object.PodGroupApi;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.object.QueueApi;
import dev.plimsoll.kubernetes.object.QuotaRequest;
import dev.plimsoll.kubernetes.object.RecommendationSummary;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaimTemplate;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.object.RuntimeClass;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.object.ServiceAccount;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicy;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicyBinding;
import dev.plimsoll.kubernetes.object.VolumeAttachment;
import dev.plimsoll.kubernetes.object.WebhookConfiguration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads any object of the Kubernetes API. Kinds that no rule looks into are kept as names only. */
public final class ObjectReader {
  private record Kind(String group, String kind) {}

  private static final Map<Kind, Function<Fields, ApiObject>> READERS =
      Map.ofEntries(
          reader(Pod.TYPE, PodReader::pod),
          reader(AutoscalerStatus.TYPE, AutoscalerStatusReader::configMap),
          reader(Node.TYPE, ClusterScopedReader::node),
          reader(Namespace.TYPE, ClusterScopedReader::namespace),
          reader(PriorityClass.TYPE, ClusterScopedReader::priorityClass),
          reader(PolicyObject.TYPE, o -> new PolicyObject(ObjectMetaReader.metadata(o))),
          reader(QuotaRequest.TYPE, QuotaReader::request),
          reader(LedgerSummary.TYPE, LedgerReader::summary),
          reader(RecommendationSummary.TYPE, RecommendationReader::summary),
          reader(RuntimeClass.TYPE, ClusterScopedReader::runtimeClass),
          reader(DeviceClass.TYPE, DeviceReader::deviceClass),
          reader(ResourceSlice.TYPE, DeviceReader::slice),
          reader(LimitRange.TYPE, QuotaReader::limitRange),
          reader(ResourceQuota.TYPE, QuotaReader::quota),
          reader(ClusterResourceQuota.TYPE, QuotaReader::clusterQuota),
          reader(ClusterQueue.TYPE, KueueReader::clusterQueue),
          reader(Cohort.TYPE, KueueReader::cohort),
          reader(LocalQueue.TYPE, KueueReader::localQueue),
          reader(ResourceFlavor.TYPE, KueueReader::flavor),
          reader(KarpenterNodePool.TYPE, KarpenterReader::nodePool),
          reader(KarpenterNodeClaim.TYPE, KarpenterReader::nodeClaim),
          reader(StorageClass.TYPE, StorageReader::storageClass),
          reader(CsiNode.TYPE, StorageReader::csiNode),
          reader(VolumeAttachment.TYPE, StorageReader::attachment),
          reader(PersistentVolume.TYPE, StorageReader::volume),
          reader(PersistentVolumeClaim.TYPE, StorageReader::claim),
          reader(PodDisruptionBudget.TYPE, NamespacedReader::budget),
          reader(HorizontalPodAutoscaler.TYPE, NamespacedReader::autoscaler),
          podGroups(PodGroupApi.KUBERNETES),
          podGroups(PodGroupApi.WORKLOAD),
          podGroups(PodGroupApi.SCHEDULER_PLUGINS),
          podGroups(PodGroupApi.VOLCANO),
          podGroups(PodGroupApi.KAI),
          reader(QueueApi.VOLCANO.type(), SchedulerQueueReader::volcano),
          reader(QueueApi.KAI.type(), SchedulerQueueReader::kai),
          reader(Service.TYPE, NamespacedReader::service),
          reader(ServiceAccount.TYPE, NamespacedReader::serviceAccount),
          reader(ResourceClaim.TYPE, DeviceClaimReader::claim),
          reader(ResourceClaimTemplate.TYPE, DeviceClaimReader::template),
          reader(ValidatingAdmissionPolicy.TYPE, AdmissionRegistrationReader::policy),
          reader(ValidatingAdmissionPolicyBinding.TYPE, AdmissionRegistrationReader::binding),
          reader(WebhookConfiguration.VALIDATING, AdmissionRegistrationReader::validatingWebhooks),
          reader(WebhookConfiguration.MUTATING, AdmissionRegistrationReader::mutatingWebhooks),
          reader(MutatingAdmissionPolicy.TYPE, AdmissionRegistrationReader::mutatingPolicy),
          reader(MutatingAdmissionPolicyBinding.TYPE, AdmissionRegistrationReader::mutatingBinding),
          reader(Event.TYPE, NamespacedReader::event),
          reader(GroupVersionKind.of("events.k8s.io/v1", "Event"), NamespacedReader::event));

  private ObjectReader() {}

  private static Map.Entry<Kind, Function<Fields, ApiObject>> reader(
      GroupVersionKind type, Function<Fields, ApiObject> reader) {
    return Map.entry(new Kind(type.group(), type.kind()), reader);
  }

  private static Map.Entry<Kind, Function<Fields, ApiObject>> podGroups(PodGroupApi api) {
    return reader(api.type(), object -> PodGroupReader.podGroup(object, api));
  }

  /**
   * Reads an object that says its {@code apiVersion} and {@code kind}.
   *
   * @throws DecodeException if a field doesn't hold what it should
   */
  public static ApiObject read(JsonTree object) {
    return read(object, typeOf(Fields.of(object)));
  }

  /**
   * Reads an object of a kind that is known from elsewhere, as that of a list's items is.
   *
   * @throws DecodeException if a field doesn't hold what it should
   */
  public static ApiObject read(JsonTree object, GroupVersionKind type) {
    return read(Fields.of(object), type, () -> RestMapper.guessKindToResource(type));
  }

  /**
   * Reads an object of a kind whose plural is known too, from the API's discovery.
   *
   * @throws DecodeException if a field doesn't hold what it should
   */
  public static ApiObject read(JsonTree object, GroupVersionKind type, GroupResource resource) {
    return read(Fields.of(object), type, () -> resource);
  }

  private static ApiObject read(
      Fields fields, GroupVersionKind type, Supplier<GroupResource> resource) {
    return NameRules.checked(unchecked(fields, type, resource));
  }

  private static ApiObject unchecked(
      Fields fields, GroupVersionKind type, Supplier<GroupResource> resource) {
    Function<Fields, ApiObject> reader = READERS.get(new Kind(type.group(), type.kind()));
    if (reader != null) {
      return reader.apply(fields);
    }
    if (fields.isObject("spec")) {
      Optional<? extends ApiObject> workload =
          WorkloadReader.workload(fields, type, resource.get());
      if (workload.isPresent()) {
        return workload.get();
      }
    }
    return new PartialObjectMetadata(ObjectMetaReader.metadata(fields), type, resource.get());
  }

  private static GroupVersionKind typeOf(Fields fields) {
    String kind = fields.string("kind");
    String apiVersion = fields.string("apiVersion");
    if (kind.isEmpty() || apiVersion.isEmpty()) {
      throw new DecodeException(
          "", "has no " + (kind.isEmpty() ? "kind" : "apiVersion") + ", which every object has");
    }
    return GroupVersionKind.of(apiVersion, kind);
  }
}

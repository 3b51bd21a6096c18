package dev.plimsoll.testkit.api;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.ResourceType.Trait;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Every resource served: built-in resources, and resources of CustomResourceDefinitions. */
public final class ResourceTypes {
  private static final Map<Character, Trait> LETTERS =
      Map.of(
          's', Trait.STATUS,
          'g', Trait.GENERATION,
          'd', Trait.RETURNS_DELETED,
          'r', Trait.REVIEW);

  /** Group/version, plural, kind, N(amespaced) or C(luster), traits by their letter. */
  private static final String BUILT_IN =
      """
      v1 pods Pod N sgd
      v1 nodes Node C s
      v1 namespaces Namespace C sd
      v1 resourcequotas ResourceQuota N sd
      v1 limitranges LimitRange N
      v1 configmaps ConfigMap N
      v1 secrets Secret N
      v1 services Service N sd
      v1 serviceaccounts ServiceAccount N d
      v1 endpoints Endpoints N
      v1 events Event N
      v1 persistentvolumeclaims PersistentVolumeClaim N sd
      v1 persistentvolumes PersistentVolume C sd
      v1 replicationcontrollers ReplicationController N sg
      apps/v1 deployments Deployment N sg
      apps/v1 replicasets ReplicaSet N sg
      apps/v1 statefulsets StatefulSet N sg
      apps/v1 daemonsets DaemonSet N sg
      apps/v1 controllerrevisions ControllerRevision N
      batch/v1 jobs Job N sg
      batch/v1 cronjobs CronJob N sg
      autoscaling/v2 horizontalpodautoscalers HorizontalPodAutoscaler N s
      policy/v1 poddisruptionbudgets PodDisruptionBudget N sg
      scheduling.k8s.io/v1 priorityclasses PriorityClass C g
      node.k8s.io/v1 runtimeclasses RuntimeClass C
      storage.k8s.io/v1 storageclasses StorageClass C d
      storage.k8s.io/v1 csinodes CSINode C d
      storage.k8s.io/v1 csidrivers CSIDriver C d
      storage.k8s.io/v1 csistoragecapacities CSIStorageCapacity N
      storage.k8s.io/v1 volumeattachments VolumeAttachment C sd
      coordination.k8s.io/v1 leases Lease N
      events.k8s.io/v1 events Event N
      networking.k8s.io/v1 networkpolicies NetworkPolicy N g
      rbac.authorization.k8s.io/v1 roles Role N
      rbac.authorization.k8s.io/v1 rolebindings RoleBinding N
      rbac.authorization.k8s.io/v1 clusterroles ClusterRole C
      rbac.authorization.k8s.io/v1 clusterrolebindings ClusterRoleBinding C
      resource.k8s.io/v1 deviceclasses DeviceClass C gd
      resource.k8s.io/v1 resourceclaims ResourceClaim N sd
      resource.k8s.io/v1 resourceclaimtemplates ResourceClaimTemplate N d
      resource.k8s.io/v1 resourceslices ResourceSlice C gd
      admissionregistration.k8s.io/v1 validatingadmissionpolicies ValidatingAdmissionPolicy C sg
      admissionregistration.k8s.io/v1 validatingadmissionpolicybindings ValidatingAdmissionPolicyBinding C g
      admissionregistration.k8s.io/v1 validatingwebhookconfigurations ValidatingWebhookConfiguration C g
      admissionregistration.k8s.io/v1 mutatingwebhookconfigurations MutatingWebhookConfiguration C g
      admissionregistration.k8s.io/v1 mutatingadmissionpolicies MutatingAdmissionPolicy C g
      admissionregistration.k8s.io/v1 mutatingadmissionpolicybindings MutatingAdmissionPolicyBinding C g
      apiextensions.k8s.io/v1 customresourcedefinitions CustomResourceDefinition C sg
      authentication.k8s.io/v1 tokenreviews TokenReview C r
      authentication.k8s.io/v1 selfsubjectreviews SelfSubjectReview C r
      authorization.k8s.io/v1 subjectaccessreviews SubjectAccessReview C r
      authorization.k8s.io/v1 selfsubjectaccessreviews SelfSubjectAccessReview C r
      authorization.k8s.io/v1 localsubjectaccessreviews LocalSubjectAccessReview N r
      """;

  private final List<ResourceType> types = new CopyOnWriteArrayList<>();

  public ResourceTypes() {
    types.addAll(BUILT_IN.lines().map(line -> builtIn(line.split(" "))).toList());
  }

  private static ResourceType builtIn(String[] column) {
    String[] groupVersion =
        column[0].contains("/") ? column[0].split("/") : new String[] {"", column[0]};
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    if (column.length > 4) {
      column[4].chars().forEach(letter -> traits.add(LETTERS.get((char) letter)));
    }
    ApiGroupResource stored =
        new ApiGroupResource(
            groupVersion[0].equals("events.k8s.io") ? "" : groupVersion[0], column[1]);
    return new ResourceType(
        groupVersion[0],
        groupVersion[1],
        column[1],
        column[2].toLowerCase(Locale.ROOT),
        column[2],
        column[3].equals("N"),
        Set.copyOf(traits),
        stored,
        new JsonObject());
  }

  public List<ResourceType> all() {
    return List.copyOf(types);
  }

  /** By what a path names. */
  public Optional<ResourceType> find(String group, String version, String plural) {
    return types.stream()
        .filter(type -> type.group().equals(group) && type.version().equals(version))
        .filter(type -> type.plural().equals(plural))
        .findFirst();
  }

  /** By what a manifest names; one sentence says what is unknown. */
  public ResourceType of(String apiVersion, String kind) {
    return types.stream()
        .filter(type -> type.apiVersion().equals(apiVersion) && type.kind().equals(kind))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "No resource is served for kind \"%s\" in \"%s\"; for a custom one, add its CustomResourceDefinition first."
                        .formatted(kind, apiVersion)));
  }

  /** Serves these versions of a custom resource instead of its former versions. */
  public void replace(ApiGroupResource resource, Collection<ResourceType> versions) {
    List<ResourceType> next = new ArrayList<>(types);
    next.removeIf(type -> type.groupResource().equals(resource));
    next.addAll(versions);
    types.retainAll(next);
    next.removeAll(types);
    types.addAll(next);
  }
}

package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.DeviceClaim;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaimTemplate;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.UnschedulablePods;
import dev.plimsoll.model.whatif.Change;
import java.util.List;

/** Proposes the claim templates that pods name and that don't exist, for each device class. */
final class ClaimTemplateProposer implements UnschedulablePodsProposer {
  private static final int MOST_CLASSES = 3;

  @Override
  public List<Proposal> propose(
      DetectionContext context, UnschedulablePods pods, ResourceName resource) {
    Pod pod = pods.pods().get(0);
    List<String> missing =
        pod.spec().resourceClaims().stream()
            .map(PodResourceClaim::resourceClaimTemplateName)
            .filter(t -> !t.isEmpty())
            .filter(t -> isMissing(context, pod.namespace(), t))
            .distinct()
            .toList();
    List<String> classes =
        context.cluster().list(DeviceClass.class).stream().map(ApiObject::name).sorted().toList();
    return missing.isEmpty()
        ? List.of()
        : classes.stream()
            .limit(MOST_CLASSES)
            .map(c -> proposal(pod.namespace(), missing, c, classes))
            .toList();
  }

  private static boolean isMissing(DetectionContext context, String namespace, String template) {
    return context.cluster().covers(ResourceClaimTemplate.RESOURCE, namespace)
        && context.cluster().find(ResourceClaimTemplate.class, namespace, template).isEmpty();
  }

  private static Proposal proposal(
      String namespace, List<String> missing, String deviceClass, List<String> classes) {
    return Proposal.ofCluster(
        "create %s %s for one device of class %s, or for what the pod needs (there are: %s)"
            .formatted(
                Counted.noun(missing.size(), "claim template"),
                String.join(", ", missing),
                deviceClass,
                String.join(", ", classes)),
        Actor.TENANT,
        missing.stream()
            .map(name -> new Change.Apply(template(namespace, name, deviceClass)))
            .toList());
  }

  private static ResourceClaimTemplate template(String namespace, String name, String deviceClass) {
    DeviceRequest one =
        new DeviceRequest(
            "device", List.of(DeviceSubRequest.of(deviceClass, "ExactCount", 1)), false);
    return new ResourceClaimTemplate(
        ObjectMeta.of(namespace, name), new DeviceClaim(List.of(one), List.of()));
  }
}

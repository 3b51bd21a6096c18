package dev.plimsoll.kubernetes.limits;

import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.LimitRangeItem;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.List;

/**
 * Kubernetes' admission plug-in for LimitRanges. It gives the containers of a pod that is created
 * or resized the defaults they lack, and denies pods and claims that violate a constraint.
 *
 * <p>Kubernetes takes the LimitRanges of a namespace in no fixed order, so the caller chooses it:
 * where two set a default for the same resource the first wins, and the first that is violated is
 * the one that the message names. LimitRanges are taken as stored, that is with their own defaults
 * (see {@link LimitRangeDefaults}).
 *
 * <p>Source: {@code plugin/pkg/admission/limitranger/admission.go}.
 */
public final class LimitRanger {
  /** The item type that bounds each container and gives defaults. */
  public static final String CONTAINER = "Container";

  /** The item type that bounds the pod as a whole. */
  public static final String POD = "Pod";

  /** The item type that bounds claims. */
  public static final String PERSISTENT_VOLUME_CLAIM = "PersistentVolumeClaim";

  /** The annotation that says what was set. */
  public static final String ANNOTATION = "kubernetes.io/limit-ranger";

  private LimitRanger() {}

  /**
   * A pod with the defaults it was given.
   *
   * @param pod the pod as it goes on
   * @param injections what was set, in the order it was set
   */
  public record Admitted(Pod pod, List<Injection> injections) {

    public Admitted {
      injections = List.copyOf(injections);
    }
  }

  /**
   * Sets each container's missing requests and limits, each independently. So a container with its
   * own request still gets the default limit. The annotation says what the last LimitRange set that
   * set anything.
   */
  public static Admitted admit(Pod pod, List<LimitRange> limitRanges) {
    Pod admitted = pod;
    List<Injection> injections = new ArrayList<>();
    for (LimitRange limitRange : limitRanges) {
      ContainerDefaults defaults = new ContainerDefaults(limitRange);
      admitted = defaults.applyTo(admitted);
      injections.addAll(defaults.injections());
    }
    return new Admitted(admitted, injections);
  }

  /**
   * Returns whether the plug-in looks at the request. It looks at pods that are created or resized
   * and at claims that are created or changed, except terminating ones.
   */
  public static boolean handles(AdmissionRequest request) {
    if (request.old().flatMap(o -> o.metadata().deletionTimestamp()).isPresent()) {
      return false;
    }
    if (request.object() instanceof Pod) {
      return request.subresource().equals(request.isCreate() ? "" : "resize");
    }
    return request.object() instanceof PersistentVolumeClaim && request.subresource().isEmpty();
  }

  /** Returns the violations of all these LimitRanges by a pod or a claim, in their order. */
  public static List<LimitRangeViolation> violations(
      ApiObject object, List<LimitRange> limitRanges) {
    List<LimitRangeViolation> violations = new ArrayList<>();
    for (LimitRange limitRange : limitRanges) {
      LimitRangeConstraints constraints = new LimitRangeConstraints(limitRange.name());
      for (LimitRangeItem item : limitRange.limits()) {
        if (object instanceof Pod pod) {
          check(constraints, item, pod);
        } else if (object instanceof PersistentVolumeClaim claim
            && item.type().equals(PERSISTENT_VOLUME_CLAIM)) {
          constraints.checkClaim(item, claim.requests());
        }
      }
      violations.addAll(constraints.violations());
    }
    return List.copyOf(violations);
  }

  private static void check(LimitRangeConstraints constraints, LimitRangeItem item, Pod pod) {
    if (item.type().equals(CONTAINER)) {
      check(constraints, item, pod.spec().containers());
      check(constraints, item, pod.spec().initContainers());
    } else if (item.type().equals(POD)) {
      Resources requests = PodResources.requests(pod, PodResourcesOptions.LIMIT_RANGER);
      Resources limits = PodResources.limits(pod, PodResourcesOptions.LIMIT_RANGER);
      constraints.check(item, "", requests, limits);
    }
  }

  private static void check(
      LimitRangeConstraints constraints, LimitRangeItem item, List<Container> containers) {
    for (Container container : containers) {
      constraints.check(
          item, container.name(), container.resources().requests(), container.resources().limits());
    }
  }
}

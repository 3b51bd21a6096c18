package dev.plimsoll.model.limits;

import dev.plimsoll.model.object.Container;
import dev.plimsoll.model.object.LimitRange;
import dev.plimsoll.model.object.LimitRangeItem;
import dev.plimsoll.model.object.PersistentVolumeClaim;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.pod.PodResources;
import dev.plimsoll.model.pod.PodResourcesOptions;
import dev.plimsoll.model.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Kubernetes' admission plug-in for LimitRanges. It gives the containers of a pod that is created
 * or resized the defaults they lack, and refuses pods and claims that are out of bounds.
 *
 * <p>Kubernetes takes the LimitRanges of a namespace in no fixed order, so the caller chooses it:
 * where two set a default for the same resource the first wins, and the first that refuses is the
 * one that is told. LimitRanges are taken as stored, that is with their own defaults (see {@link
 * LimitRangeDefaults}). Nothing is done for an update of an object that is being deleted; that is
 * the caller's to know.
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

  /** The annotation that tells what was set. */
  public static final String ANNOTATION = "kubernetes.io/limit-ranger";

  private LimitRanger() {}

  /**
   * A pod with the defaults it was given.
   *
   * @param pod the pod as it goes on
   * @param injections what was set, in the order it was set
   */
  public record Admitted(Pod pod, List<Injection> injections) {

    /** Makes the list unmodifiable. */
    public Admitted {
      injections = List.copyOf(injections);
    }
  }

  /**
   * Gives each container the requests and limits that it doesn't name, each on its own: a container
   * that names a request of its own still gets the default limit. The annotation tells what the
   * last LimitRange set that set anything.
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

  /** Returns why the pod may not be stored, if so. */
  public static Optional<LimitRangeDenial> validate(Pod pod, List<LimitRange> limitRanges) {
    for (LimitRange limitRange : limitRanges) {
      List<LimitRangeViolation> limitRangeViolations = violations(pod, limitRange);
      if (!limitRangeViolations.isEmpty()) {
        return Optional.of(new LimitRangeDenial(limitRangeViolations));
      }
    }
    return Optional.empty();
  }

  /** Returns why the claim may not be stored, if so. */
  public static Optional<LimitRangeDenial> validate(
      PersistentVolumeClaim claim, List<LimitRange> limitRanges) {
    for (LimitRange limitRange : limitRanges) {
      List<LimitRangeViolation> limitRangeViolations = violations(claim, limitRange);
      if (!limitRangeViolations.isEmpty()) {
        return Optional.of(new LimitRangeDenial(limitRangeViolations));
      }
    }
    return Optional.empty();
  }

  /** Returns the bounds of one LimitRange that the pod or one of its containers breaks. */
  public static List<LimitRangeViolation> violations(Pod pod, LimitRange limitRange) {
    LimitRangeConstraints limitRangeConstraints = new LimitRangeConstraints(limitRange.name());
    for (LimitRangeItem item : limitRange.limits()) {
      if (item.type().equals(CONTAINER)) {
        check(limitRangeConstraints, item, pod.spec().containers());
        check(limitRangeConstraints, item, pod.spec().initContainers());
      } else if (item.type().equals(POD)) {
        Resources requests = PodResources.requests(pod, PodResourcesOptions.LIMIT_RANGER);
        Resources limits = PodResources.limits(pod, PodResourcesOptions.LIMIT_RANGER);
        limitRangeConstraints.check(item, "", requests, limits);
      }
    }
    return List.copyOf(limitRangeConstraints.violations());
  }

  /** Returns the bounds of one LimitRange that the claim breaks. */
  public static List<LimitRangeViolation> violations(
      PersistentVolumeClaim claim, LimitRange limitRange) {
    LimitRangeConstraints limitRangeConstraints = new LimitRangeConstraints(limitRange.name());
    for (LimitRangeItem item : limitRange.limits()) {
      if (item.type().equals(PERSISTENT_VOLUME_CLAIM)) {
        limitRangeConstraints.checkClaim(item, claim.requests());
      }
    }
    return List.copyOf(limitRangeConstraints.violations());
  }

  private static void check(
      LimitRangeConstraints limitRangeConstraints,
      LimitRangeItem item,
      List<Container> containers) {
    for (Container container : containers) {
      limitRangeConstraints.check(
          item, container.name(), container.resources().requests(), container.resources().limits());
    }
  }
}

package dev.plimsoll.model.admission;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.limits.LimitRangeDenial;
import dev.plimsoll.model.limits.LimitRangeViolation;
import dev.plimsoll.model.limits.LimitRanger;
import dev.plimsoll.model.object.AdmissionRequest;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.LimitRange;
import dev.plimsoll.model.object.PersistentVolumeClaim;
import dev.plimsoll.model.object.Pod;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Where {@link LimitRanger} stands in the chain: it changes pods early, and refuses pods and claims
 * after validation. It looks at pods that are created or resized, and at claims that are created or
 * changed; at nothing that is being deleted.
 */
final class LimitRangerAdmission {
  private static final String LAYER = "LimitRanger";

  private final UnaryOperator<List<LimitRange>> defaultsOrder;
  private final UnaryOperator<List<LimitRange>> boundsOrder;

  LimitRangerAdmission(
      UnaryOperator<List<LimitRange>> defaultsOrder, UnaryOperator<List<LimitRange>> boundsOrder) {
    this.defaultsOrder = defaultsOrder;
    this.boundsOrder = boundsOrder;
  }

  /** The half of the plug-in that changes pods. */
  Optional<AdmissionStep> mutate(Cluster cluster, AdmissionRequest request) {
    if (!(request.object() instanceof Pod pod) || !looksAt(request)) {
      return Optional.empty();
    }
    LimitRanger.Admitted admitted =
        LimitRanger.admit(pod, defaultsOrder.apply(limitRanges(cluster, pod)));
    return Optional.of(
        AdmissionStep.passed(
            LAYER, admitted.pod(), new AdmissionEffect.Injected(admitted.injections())));
  }

  /** The half of the plug-in that refuses. */
  Optional<AdmissionStep> validate(Cluster cluster, AdmissionRequest request) {
    ApiObject object = request.object();
    if (!looksAt(request)) {
      return Optional.empty();
    }
    List<LimitRange> limitRanges = boundsOrder.apply(limitRanges(cluster, object));
    Optional<LimitRangeDenial> refusal =
        limitRanges.stream()
            .map(l -> violations(object, l))
            .filter(v -> !v.isEmpty())
            .findFirst()
            .map(LimitRangeDenial::new);
    List<LimitRangeViolation> all =
        limitRanges.stream().flatMap(l -> violations(object, l).stream()).toList();
    return Optional.of(
        new AdmissionStep(
            LAYER,
            object,
            new AdmissionEffect.Bounded(refusal, all),
            refusal.map(r -> Denial.forbidden(object, r.message()))));
  }

  private static List<LimitRangeViolation> violations(ApiObject object, LimitRange limitRange) {
    if (object instanceof Pod pod) {
      return LimitRanger.violations(pod, limitRange);
    }
    return object instanceof PersistentVolumeClaim claim
        ? LimitRanger.violations(claim, limitRange)
        : List.of();
  }

  private static List<LimitRange> limitRanges(Cluster cluster, ApiObject object) {
    return List.copyOf(cluster.list(LimitRange.class, object.namespace()));
  }

  private static boolean looksAt(AdmissionRequest request) {
    boolean deleted = request.old().flatMap(o -> o.metadata().deletionTimestamp()).isPresent();
    return !deleted && supports(request);
  }

  private static boolean supports(AdmissionRequest request) {
    if (request.object() instanceof Pod) {
      return request.isCreate()
          ? request.subresource().isEmpty()
          : request.subresource().equals("resize");
    }
    return request.object() instanceof PersistentVolumeClaim && request.subresource().isEmpty();
  }
}

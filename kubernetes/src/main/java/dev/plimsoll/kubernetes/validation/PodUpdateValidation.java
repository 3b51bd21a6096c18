package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.apply.SemanticEquality;
import dev.plimsoll.kubernetes.object.Affinity;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodSpecBuilder;
import dev.plimsoll.kubernetes.pod.QosClass;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Validates updates of a pod itself as the API server does. A deadline may be set or shortened,
 * tolerations added and gates removed. While the pod has a gate, its node affinity may be narrowed.
 * Resources only change through {@code pods/resize} (see {@link PodResizeValidation}).
 *
 * <p>Source: {@code ValidatePodUpdate} in {@code pkg/apis/core/validation/validation.go}.
 */
public final class PodUpdateValidation {
  private static final String AFFINITY = "spec.affinity.nodeAffinity";
  private static final String TERMS =
      AFFINITY + ".requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms";

  private static final List<String> CONTAINERS = List.of("containers", "initContainers");
  static final String IMAGE = "image";
  private static final String GRACE = "terminationGracePeriodSeconds";

  /** The fields that may change, or that are validated by themselves; images may change, too. */
  static final Set<String> MUTABLE =
      Set.of("activeDeadlineSeconds", "schedulingGates", "tolerations");

  private final PodSpec updated;
  private final PodSpec old;
  private final List<FieldError> errors;

  private PodUpdateValidation(PodSpec updated, PodSpec old) {
    this.updated = updated;
    this.old = old;
    this.errors = new ArrayList<>(PodValidation.validateSpec(updated, "spec"));
  }

  /** Returns the errors of an update by the rules of the newest version. */
  public static List<FieldError> validate(Pod updated, Pod old) {
    return validate(updated, old, KubernetesControlPlane.DEFAULT);
  }

  /**
   * Returns the errors of an update. Changes of fields that the model lacks are not reported.
   *
   * @param updated the pod as it would be stored
   * @param old the pod as stored
   */
  public static List<FieldError> validate(
      Pod updated, Pod old, KubernetesControlPlane controlPlane) {
    PodUpdateValidation validation = new PodUpdateValidation(updated.spec(), old.spec());
    validation.validate(
        !controlPlane.isAtLeast(KubernetesVersion.V1_32)
            && !QosClass.compute(updated.spec()).equals(QosClass.compute(old.spec())));
    return List.copyOf(validation.errors);
  }

  /** Before Kubernetes 1.32, the QoS class is validated with the spec. */
  private void validate(boolean changesQosClass) {
    boolean sameContainers =
        haveSameSize("containers", updated.containers(), old.containers())
            && haveSameSize("initContainers", updated.initContainers(), old.initContainers());
    if (!sameContainers || !checkDeadline()) {
      return;
    }
    if (!updated.tolerations().containsAll(old.tolerations())) {
      errors.add(
          FieldError.forbidden(
              "spec.tolerations",
              "existing toleration can not be modified except its tolerationSeconds"));
    }
    checkGates();
    if (changesQosClass) {
      errors.add(
          FieldError.invalid("metadata", QosClass.compute(old).toString(), "Pod QoS is immutable"));
    }
    PodSpecBuilder rest =
        updated
            .with()
            .activeDeadlineSeconds(old.activeDeadlineSeconds())
            .tolerations(old.tolerations())
            .schedulingGates(old.schedulingGates());
    if (old.terminationGracePeriodSeconds().orElse(0) < 0
        && updated.terminationGracePeriodSeconds().equals(OptionalLong.of(1))) {
      rest.terminationGracePeriodSeconds(old.terminationGracePeriodSeconds());
    }
    if (!old.schedulingGates().isEmpty()) {
      checkNodes();
      rest.nodeSelector(old.nodeSelector()).affinity(withFormerNodes(updated.affinity()));
    }
    if (!rest.build().equals(old)) {
      errors.add(otherField());
    }
  }

  private static FieldError otherField() {
    return FieldError.forbidden(
        "spec",
        "pod updates may not change fields other than `spec.containers[*].image`,"
            + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,"
            + "`spec.tolerations` (only additions to existing tolerations),"
            + "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was"
            + " previously negative)");
  }

  /**
   * Returns the error of an update that changes a field which pods keep, also a field that the
   * model lacks. The API server also tells which fields differ, in further lines. An update that
   * adds or removes containers has another error.
   *
   * @param spec the fields of the spec as it would be stored
   * @param old the fields of the spec as stored
   */
  static List<FieldError> validateFields(ManifestFields spec, ManifestFields old) {
    if (CONTAINERS.stream().anyMatch(c -> spec.list(c).size() != old.list(c).size())) {
      return List.of();
    }
    boolean isGated = !old.list("schedulingGates").isEmpty();
    boolean isMended = old.number(GRACE) < 0 && spec.number(GRACE) == 1;
    Set<String> free = isMended ? Set.of(GRACE) : Set.of();
    return SemanticEquality.equal(
            kept(spec.without(free), isGated), kept(old.without(free), isGated))
        ? List.of()
        : List.of(otherField());
  }

  /** Returns the fields that an update keeps, or that are validated by themselves. */
  private static Map<?, ?> kept(ManifestFields spec, boolean isGated) {
    Map<Object, Object> kept = new HashMap<>(spec.without(MUTABLE).fields());
    for (String list : CONTAINERS) {
      kept.put(list, spec.list(list).stream().map(c -> c.without(Set.of(IMAGE)).fields()).toList());
    }
    if (isGated) {
      kept.remove("nodeSelector");
      Map<?, ?> affinity = spec.object("affinity").without(Set.of("nodeAffinity")).fields();
      kept.remove("affinity");
      if (!affinity.isEmpty()) {
        kept.put("affinity", affinity);
      }
    }
    return kept;
  }

  private boolean haveSameSize(String kind, List<?> mine, List<?> others) {
    if (mine.size() == others.size()) {
      return true;
    }
    errors.add(
        FieldError.forbidden("spec." + kind, "pod updates may not add or remove containers"));
    return false;
  }

  private boolean checkDeadline() {
    String field = "spec.activeDeadlineSeconds";
    OptionalLong oldDeadline = old.activeDeadlineSeconds();
    OptionalLong now = updated.activeDeadlineSeconds();
    if (now.isEmpty() && oldDeadline.isPresent()) {
      errors.add(
          FieldError.invalidJson(
              field, "null", "must not update from a positive integer to nil value"));
    }
    if (now.isPresent() && oldDeadline.isPresent() && oldDeadline.getAsLong() < now.getAsLong()) {
      errors.add(
          FieldError.invalidJson(
              field,
              Long.toString(now.getAsLong()),
              "must be less than or equal to previous value"));
      return false;
    }
    return true;
  }

  private void checkGates() {
    for (int i = 0; i < updated.schedulingGates().size(); i++) {
      String gate = updated.schedulingGates().get(i);
      if (!old.schedulingGates().contains(gate)) {
        errors.add(
            FieldError.forbidden(
                "spec.schedulingGates[" + i + "].name",
                "only deletion is allowed, but found new scheduling gate '" + gate + "'"));
      }
    }
  }

  private void checkNodes() {
    if (!updated.nodeSelector().entrySet().containsAll(old.nodeSelector().entrySet())) {
      errors.add(
          FieldError.invalid(
              "spec.nodeSelector",
              GoJson.map(updated.nodeSelector()),
              GoJson.goMap(updated.nodeSelector()),
              "only additions to spec.nodeSelector are allowed (no mutations or deletions)"));
    }
    List<NodeSelector.Term> oldTerms = terms(old.affinity().requiredNodes());
    List<NodeSelector.Term> now = terms(updated.affinity().requiredNodes());
    if (!oldTerms.isEmpty() && oldTerms.size() != now.size()) {
      errors.add(
          FieldError.invalid(
              TERMS,
              now.toString(),
              "no additions/deletions to non-empty NodeSelectorTerms list are allowed"));
      return;
    }
    for (int i = 0; i < oldTerms.size(); i++) {
      if (!onlyAdds(now.get(i), oldTerms.get(i))) {
        errors.add(
            FieldError.invalid(
                TERMS + "[" + i + "]",
                now.get(i).toString(),
                "only additions are allowed (no mutations or deletions)"));
      }
    }
  }

  /**
   * Returns whether a term is the old term with additions. A term that matches no node must stay
   * equal.
   */
  private static boolean onlyAdds(NodeSelector.Term now, NodeSelector.Term old) {
    boolean matchesNothing = old.matchExpressions().isEmpty() && old.matchFields().isEmpty();
    return matchesNothing
        ? now.equals(old)
        : startsWith(now.matchExpressions(), old.matchExpressions())
            && startsWith(now.matchFields(), old.matchFields());
  }

  private static boolean startsWith(
      List<NodeSelector.Requirement> now, List<NodeSelector.Requirement> old) {
    return now.size() >= old.size() && now.subList(0, old.size()).equals(old);
  }

  private static List<NodeSelector.Term> terms(Optional<NodeSelector> selector) {
    return selector.map(NodeSelector::terms).orElse(List.of());
  }

  private Affinity withFormerNodes(Affinity affinity) {
    return new Affinity(
        old.affinity().requiredNodes(),
        old.affinity().preferredNodes(),
        affinity.requiredPods(),
        affinity.preferredPods(),
        affinity.requiredAntiPods(),
        affinity.preferredAntiPods());
  }
}

package dev.plimsoll.kubernetes.admission.policy;

import dev.plimsoll.kubernetes.cel.PartialFields;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A new pod as a policy sees it, after defaulting and the plug-ins that change objects. */
final class PodDocument {
  private static final String METADATA = "object.metadata";
  private static final String ANNOTATIONS = "annotations";
  private static final String LABELS = "labels";

  /** Of the names of labels and annotations that controllers and plug-ins add. */
  private static final String KUBERNETES = "kubernetes.io/";

  /** Labels that controllers add. */
  private static final Set<String> OF_CONTROLLERS =
      Set.of(
          "controller-revision-hash",
          "controller-uid",
          "job-name",
          "pod-template-generation",
          "pod-template-hash");

  /** The metadata fields that a new pod may have and the model doesn't know. */
  private static final Set<String> ASSIGNED =
      Set.of("creationTimestamp", "finalizers", "generation", "managedFields", "name", "uid");

  private PodDocument() {}

  /**
   * Returns the pod.
   *
   * @param fields what its manifest or template says, where that was kept
   * @param accountMountsToken whether it gets a token of its account, where that is known
   */
  static Map<String, Object> of(
      Pod pod, Optional<PodFields> fields, Optional<Boolean> accountMountsToken) {
    Map<String, Object> known = new HashMap<>();
    known.put("apiVersion", Pod.TYPE.apiVersion());
    known.put("kind", Pod.TYPE.kind());
    known.put("metadata", metadata(pod.metadata(), fields));
    fields.ifPresent(
        f -> known.put("spec", new PodSpecDocument(pod, f, accountMountsToken).fields()));
    return new PartialFields("object", known, name -> true);
  }

  private static Map<String, Object> metadata(ObjectMeta metadata, Optional<PodFields> fields) {
    boolean isControlled = metadata.controller().isPresent();
    Map<String, Object> known = new HashMap<>();
    if (metadata.generateName().isEmpty() && !isControlled) {
      FieldMaps.putText(known, "name", metadata.name());
    }
    FieldMaps.putText(known, "namespace", metadata.namespace());
    if (!metadata.labels().isEmpty()) {
      known.put(
          LABELS,
          isControlled
              ? new PartialFields(
                  METADATA + ".labels", new HashMap<>(metadata.labels()), PodDocument::mayBeAdded)
              : new HashMap<>(metadata.labels()));
    }
    fields
        .flatMap(f -> FieldMaps.object(f.template(), "metadata"))
        .flatMap(m -> FieldMaps.object(m, ANNOTATIONS))
        .filter(a -> !a.isEmpty())
        .ifPresent(
            a ->
                known.put(
                    ANNOTATIONS,
                    new PartialFields(
                        METADATA + ".annotations",
                        DecodedFields.complete(a),
                        PodDocument::mayBeAdded)));
    List<Map<String, Object>> owners = metadata.owners().stream().map(PodDocument::owner).toList();
    if (!owners.isEmpty()) {
      known.put("ownerReferences", owners);
    }
    return new PartialFields(METADATA, known, name -> mayHave(name, isControlled));
  }

  private static boolean mayHave(String name, boolean isControlled) {
    return ASSIGNED.contains(name)
        || name.equals("generateName")
        || name.equals(ANNOTATIONS)
        || (isControlled && (name.equals(LABELS) || name.equals("ownerReferences")));
  }

  private static boolean mayBeAdded(String name) {
    return OF_CONTROLLERS.contains(name) || name.contains(KUBERNETES);
  }

  private static Map<String, Object> owner(OwnerReference owner) {
    Map<String, Object> known = new HashMap<>();
    known.put("apiVersion", owner.apiVersion());
    known.put("kind", owner.kind());
    if (owner.controller()) {
      known.put("controller", true);
    }
    return new PartialFields(METADATA + ".ownerReferences[]", known, name -> true);
  }
}

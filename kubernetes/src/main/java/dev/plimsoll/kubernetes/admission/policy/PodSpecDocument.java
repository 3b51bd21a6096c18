package dev.plimsoll.kubernetes.admission.policy;

import dev.plimsoll.kubernetes.cel.PartialFields;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.object.Toleration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The spec of a new pod: what its manifest or template says, with what defaulting and plug-ins have
 * changed.
 */
final class PodSpecDocument {
  private static final String SPEC = "object.spec";
  private static final String VOLUMES = "volumes";
  private static final String MOUNTS = "volumeMounts";
  private static final String TOLERATIONS = "tolerations";
  private static final String RESOURCES = "resources";
  private static final String TOKEN_PATH = "/var/run/secrets/kubernetes.io/serviceaccount";

  /** The fields that controllers or plug-ins may set if the template doesn't. */
  private static final Set<String> ADDED =
      Set.of("imagePullSecrets", "hostname", "subdomain", "nodeName");

  private final Pod pod;
  private final PodFields fields;
  private final Map<?, ?> said;
  private final Optional<Boolean> mountsToken;

  PodSpecDocument(Pod pod, PodFields fields, Optional<Boolean> accountMountsToken) {
    this.pod = pod;
    this.fields = fields;
    this.said = FieldMaps.object(fields.template(), "spec").orElseGet(Map::of);
    this.mountsToken =
        said.get("automountServiceAccountToken") instanceof Boolean own
            ? Optional.of(own)
            : accountMountsToken;
  }

  Map<String, Object> fields() {
    Map<String, Object> known = decoded(SPEC, said);
    Set<String> unknown = new HashSet<>(ADDED);
    if (!fields.isDefaulted()) {
      unknown.addAll(DecodedFields.unknown(said));
      known.putIfAbsent("dnsPolicy", "ClusterFirst");
      known.putIfAbsent("restartPolicy", "Always");
      known.putIfAbsent("terminationGracePeriodSeconds", 30L);
    }
    known.putIfAbsent("securityContext", Map.of());
    known.putIfAbsent("enableServiceLinks", true);
    if (fields.kind().equals("DaemonSet")) {
      known.remove("affinity");
      unknown.add("affinity");
    }
    putOfModel(known);
    putContainers(known, "containers", pod.spec().containers());
    putContainers(known, "initContainers", pod.spec().initContainers());
    putTolerations(known, unknown);
    putVolumes(known, unknown);
    unknown.removeAll(known.keySet());
    return new PartialFields(SPEC, known, unknown::contains);
  }

  private Map<String, Object> decoded(String name, Map<?, ?> object) {
    return fields.isDefaulted()
        ? DecodedFields.complete(object)
        : DecodedFields.known(name, object);
  }

  private Map<String, Object> object(
      String name, Map<?, ?> object, Map<String, Object> changed, Set<String> alsoUnknown) {
    Map<String, Object> known = decoded(name, object);
    known.keySet().removeAll(alsoUnknown);
    known.putAll(changed);
    Set<String> unknown = new HashSet<>(alsoUnknown);
    if (!fields.isDefaulted()) {
      unknown.addAll(DecodedFields.unknown(object));
    }
    return unknown.isEmpty() ? known : new PartialFields(name, known, unknown::contains);
  }

  /** Puts what plug-ins of the model may have changed. */
  private void putOfModel(Map<String, Object> known) {
    PodSpec spec = pod.spec();
    FieldMaps.putText(known, "schedulerName", spec.schedulerName());
    FieldMaps.putText(known, "priorityClassName", spec.priorityClassName());
    FieldMaps.putText(known, "preemptionPolicy", spec.preemptionPolicy());
    FieldMaps.putText(known, "nodeName", spec.nodeName());
    FieldMaps.putMap(known, "nodeSelector", spec.nodeSelector());
    FieldMaps.putMap(known, "overhead", FieldMaps.texts(spec.overhead()));
    spec.priority().ifPresent(p -> known.put("priority", (long) p));
    spec.resources().ifPresent(r -> known.put(RESOURCES, resources(r, known.get(RESOURCES))));
    String account = spec.serviceAccountName();
    if (account.isEmpty() && mountsToken.isPresent()) {
      account = "default";
    }
    FieldMaps.putText(known, "serviceAccountName", account);
    FieldMaps.putText(known, "serviceAccount", account);
  }

  private static Map<String, Object> resources(
      ResourceRequirements resources, @org.jspecify.annotations.Nullable Object said) {
    Map<String, Object> known = new HashMap<>();
    FieldMaps.putMap(known, "requests", FieldMaps.texts(resources.requests()));
    FieldMaps.putMap(known, "limits", FieldMaps.texts(resources.limits()));
    if (said instanceof Map<?, ?> map && map.get("claims") instanceof List<?> claims) {
      known.put("claims", claims);
    }
    return known;
  }

  private void putContainers(Map<String, Object> known, String name, List<Container> containers) {
    List<Map<?, ?>> all = FieldMaps.objects(said, name);
    List<Object> documents = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Map<?, ?> container = all.get(i);
      Map<String, Object> changed = new HashMap<>();
      changed.put(RESOURCES, resources(containers.get(i).resources(), container.get(RESOURCES)));
      Set<String> unknown = new HashSet<>();
      if (fields.kind().endsWith("Job")) {
        unknown.add("env");
      }
      if (pod.spec().hostNetwork() && container.containsKey("ports")) {
        unknown.add("ports");
      }
      if (mountsToken.isEmpty()) {
        unknown.add(MOUNTS);
      } else if (mountsToken.get() && !mountsItself(container)) {
        List<Object> mounts = new ArrayList<>(decodedList(container, MOUNTS));
        mounts.add(
            new PartialFields(
                MOUNTS + "[]", Map.of("mountPath", TOKEN_PATH, "readOnly", true), "name"::equals));
        changed.put(MOUNTS, mounts);
      }
      documents.add(object(SPEC + "." + name + "[]", container, changed, unknown));
    }
    if (!documents.isEmpty()) {
      known.put(name, documents);
    }
  }

  private List<?> decodedList(Map<?, ?> object, String name) {
    return decoded(name, object).get(name) instanceof List<?> list ? list : List.of();
  }

  private static boolean mountsItself(Map<?, ?> container) {
    return FieldMaps.objects(container, MOUNTS).stream()
        .anyMatch(m -> TOKEN_PATH.equals(m.get("mountPath")));
  }

  private void putTolerations(Map<String, Object> known, Set<String> unknown) {
    List<Toleration> now = pod.spec().tolerations();
    List<?> before = decodedList(said, TOLERATIONS);
    if (now.size() < before.size() || !pod.spec().runtimeClassName().isEmpty()) {
      known.remove(TOLERATIONS);
      unknown.add(TOLERATIONS);
      return;
    }
    List<Object> all = new ArrayList<>(before);
    now.subList(before.size(), now.size()).forEach(t -> all.add(toleration(t)));
    if (!all.isEmpty()) {
      known.put(TOLERATIONS, all);
    }
  }

  private static Map<String, Object> toleration(Toleration toleration) {
    Map<String, Object> known = new HashMap<>();
    FieldMaps.putText(known, "key", toleration.key());
    FieldMaps.putText(known, "operator", toleration.operator());
    FieldMaps.putText(known, "value", toleration.value());
    FieldMaps.putText(known, "effect", toleration.effect());
    return new PartialFields(TOLERATIONS + "[]", known, "tolerationSeconds"::equals);
  }

  private void putVolumes(Map<String, Object> known, Set<String> unknown) {
    boolean needsToken =
        java.util.stream.Stream.of("containers", "initContainers")
            .flatMap(n -> FieldMaps.objects(said, n).stream())
            .anyMatch(c -> !mountsItself(c));
    if (mountsToken.isEmpty()) {
      known.remove(VOLUMES);
      unknown.add(VOLUMES);
    } else if (mountsToken.get() && needsToken) {
      List<Object> all = new ArrayList<>(decodedList(said, VOLUMES));
      all.add(
          new PartialFields(
              VOLUMES + "[]",
              Map.of("projected", PartialFields.unknown("projected")),
              "name"::equals));
      known.put(VOLUMES, all);
    }
  }
}

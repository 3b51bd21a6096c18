package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Validates the fields of a pod's manifest that {@code PodSpec} doesn't keep, such as images, and
 * the labels that nodes must have. Puts the errors among those of {@link PodValidation} in the
 * order of the API server.
 *
 * <p>Source: {@code ValidatePodSpec} in {@code pkg/apis/core/validation/validation.go}.
 */
final class PodFieldsValidation {
  private static final List<String> RESTART_POLICIES = List.of("Always", "OnFailure", "Never");
  private static final List<String> DNS_POLICIES =
      List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");

  private static final List<String> SYSTEMS = List.of("linux", "windows");

  /** A name that another container has, in the order of a container's fields. */
  private static final String NAME_OF_ANOTHER = "";

  /** Ports of the host's network, in the order of a pod's fields. */
  private static final String HOST_NETWORK = "hostNetwork";

  /** The host's network beside users of the pod, in the order of a pod's fields. */
  private static final String OF_USERS = "hostUsers";

  /** In the order in which a container is validated. */
  private static final List<String> OF_CONTAINER =
      List.of(
          "name",
          "image",
          "terminationMessagePolicy",
          "ports",
          "env",
          "envFrom",
          "volumeMounts",
          "volumeDevices",
          "imagePullPolicy",
          "resources",
          "securityContext",
          NAME_OF_ANOTHER,
          "lifecycle",
          "livenessProbe",
          "readinessProbe",
          "startupProbe");

  /** In the order in which a pod is validated. */
  private static final List<String> OF_POD =
      List.of(
          "volumes",
          "containers",
          "initContainers",
          "resources",
          HOST_NETWORK,
          "restartPolicy",
          "dnsPolicy",
          "nodeSelector",
          "securityContext",
          "affinity",
          "dnsConfig",
          "readinessGates",
          "schedulingGates",
          "topologySpreadConstraints",
          OF_USERS,
          "HostPID",
          "HostIPC",
          "serviceAccountName",
          "nodeName",
          "activeDeadlineSeconds",
          "hostname",
          "subdomain",
          "tolerations",
          "hostAliases",
          "overhead",
          "os");

  /** An index beyond those of all containers. */
  private static final long LAST = 999_999;

  private static final Pattern FIELD = Pattern.compile("(\\w+)(?:\\[([0-9]+)\\](?:\\.(\\w+))?)?.*");

  private final List<FieldError> errors = new ArrayList<>();
  private final ManifestFields spec;

  private PodFieldsValidation(ManifestFields spec) {
    this.spec = spec;
  }

  /**
   * Returns the errors.
   *
   * @param spec the fields of the spec
   * @param isPod whether the spec is that of a pod, not of a template
   */
  static List<FieldError> validate(
      ManifestFields spec, boolean isPod, KubernetesControlPlane controlPlane) {
    PodFieldsValidation validation = new PodFieldsValidation(spec);
    validation.containers(controlPlane);
    validation.errors.addAll(HostPortsValidation.validate(spec, isPod));
    validation.oneOf("restartPolicy", RESTART_POLICIES);
    validation.oneOf("dnsPolicy", DNS_POLICIES);
    validation.errors.addAll(SecurityContextValidation.ofPod(spec, controlPlane));
    validation.errors.addAll(DnsConfigValidation.validate(spec, controlPlane));
    validation.errors.addAll(DnsConfigValidation.ofAliases(spec, controlPlane));
    validation.gates();
    validation.nodes(controlPlane);
    validation.errors.addAll(SecurityContextValidation.ofUsers(spec, controlPlane));
    validation.names();
    validation.os(controlPlane);
    return validation.errors;
  }

  private void containers(KubernetesControlPlane controlPlane) {
    Set<String> volumes = new HashSet<>();
    errors.addAll(VolumeFieldsValidation.validate(spec, volumes, controlPlane));
    boolean isHostUser = SecurityContextValidation.isHostUser(spec);
    for (String containers : List.of("containers", "initContainers")) {
      boolean isInit = containers.equals("initContainers");
      spec.list(containers)
          .forEach(
              c ->
                  errors.addAll(
                      ContainerFieldsValidation.validate(
                          c, volumes, isInit, isHostUser, controlPlane)));
    }
  }

  /** The field has a default. */
  private void oneOf(String field, List<String> supported) {
    String value = spec.text(field);
    if (!value.isEmpty() && !supported.contains(value)) {
      errors.add(FieldError.notSupported(spec.path(field), value, supported));
    }
  }

  private void nodes(KubernetesControlPlane controlPlane) {
    errors.addAll(
        LabelsValidation.validate(spec.object("nodeSelector").fields(), spec.path("nodeSelector")));
    errors.addAll(
        NodeAffinityValidation.validate(
            spec.object("affinity").object("nodeAffinity"), controlPlane));
    for (String affinity : List.of("podAffinity", "podAntiAffinity")) {
      errors.addAll(PodAffinityValidation.validate(spec.object("affinity").object(affinity)));
    }
    errors.addAll(TopologySpreadValidation.validate(spec));
    errors.addAll(TolerationValidation.validate(spec, controlPlane));
  }

  private void gates() {
    for (ManifestFields gate : spec.list("readinessGates")) {
      String type = gate.text("conditionType");
      errors.addAll(
          FieldError.invalid(gate.path("conditionType"), type, QualifiedNames.qualifiedName(type)));
    }
    Set<String> seen = new HashSet<>();
    for (ManifestFields gate : spec.list("schedulingGates")) {
      String name = gate.text("name");
      errors.addAll(FieldError.invalid(gate.path(), name, QualifiedNames.qualifiedName(name)));
      if (!seen.add(name)) {
        errors.add(FieldError.duplicate(gate.path(), name));
      }
    }
  }

  private void os(KubernetesControlPlane controlPlane) {
    String name = spec.object("os").text("name");
    if (spec.has("os") && name.isEmpty()) {
      errors.add(
          FieldError.required(
              spec.path("os.name"),
              controlPlane.isAtLeast(KubernetesVersion.V1_34) ? "" : "cannot be empty"));
    } else if (spec.has("os") && !SYSTEMS.contains(name)) {
      errors.add(FieldError.notSupported(spec.path("os"), name, SYSTEMS));
    }
  }

  private void names() {
    String node = spec.text("nodeName");
    if (!node.isEmpty()) {
      errors.addAll(
          FieldError.invalid(spec.path("nodeName"), node, QualifiedNames.dns1123Subdomain(node)));
    }
    String named = spec.text("serviceAccountName");
    String account = named.isEmpty() ? spec.text("serviceAccount") : named;
    if (!account.isEmpty()) {
      errors.addAll(
          FieldError.invalid(
              spec.path("serviceAccountName"), account, QualifiedNames.dns1123Subdomain(account)));
    }
    for (String field : List.of("hostname", "subdomain")) {
      String name = spec.text(field);
      if (!name.isEmpty()) {
        errors.addAll(
            FieldError.invalid(spec.path(field), name, QualifiedNames.dns1123Label(name)));
      }
    }
  }

  /** Returns the errors that the API server finds in pods, and not in templates of pods. */
  static List<FieldError> ofPodOnly(ManifestFields spec) {
    List<FieldError> errors = new ArrayList<>();
    for (String containers : List.of("containers", "initContainers")) {
      for (ManifestFields container : spec.list(containers)) {
        String image = container.text("image");
        if (!image.strip().equals(image)) {
          errors.add(
              FieldError.invalid(
                  container.path("image"), image, "must not have leading or trailing whitespace"));
        }
      }
    }
    return errors;
  }

  /**
   * Returns errors of one spec in the order of the API server.
   *
   * @param path where the spec is, such as {@code spec.template.spec}
   */
  static List<FieldError> inOrder(List<FieldError> errors, String path) {
    List<FieldError> ordered = new ArrayList<>(errors);
    ordered.sort(Comparator.comparingLong(e -> rank(e, path)));
    return ordered;
  }

  private static long rank(FieldError error, String path) {
    Matcher matcher = FIELD.matcher(error.field().substring(path.length() + 1));
    if (!matcher.matches()) {
      return Long.MAX_VALUE;
    }
    boolean isOfNetwork = error.detail().equals(HostPortsValidation.MUST_MATCH);
    boolean isOfUsers = error.field().endsWith("." + HOST_NETWORK);
    int group =
        OF_POD.indexOf(isOfNetwork ? HOST_NETWORK : isOfUsers ? OF_USERS : matcher.group(1));
    long index = matcher.group(2) == null ? 0 : Long.parseLong(matcher.group(2));
    String field = String.valueOf(matcher.group(3));
    boolean isRepeated = error.type() == FieldError.Type.DUPLICATE;
    boolean isOfHost = isRepeated && error.field().endsWith(".hostPort");
    if (isOfHost && "containers".equals(matcher.group(1))) {
      index = LAST;
    }
    boolean isOfAnother = isOfHost || (isRepeated && field.equals("name"));
    int part = OF_CONTAINER.indexOf(isOfAnother ? NAME_OF_ANOTHER : field) + 1;
    return ((group < 0 ? OF_POD.size() : group) * (LAST + 1) + index) * 100 + part;
  }
}

package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Validates the security contexts of a pod and of its containers, without the options of Windows.
 * Errors print {@code …} instead of a whole context.
 *
 * <p>Source: {@code validatePodSpecSecurityContext}, {@code ValidateSecurityContext}, {@code
 * validateSeccompProfileField}, {@code ValidateAppArmorProfileField} and {@code validateSysctls} in
 * {@code pkg/apis/core/validation/validation.go}.
 */
final class SecurityContextValidation {
  private static final String LOCALHOST = "Localhost";
  private static final String FILE = "localhostProfile";
  private static final List<String> PROFILES = List.of(LOCALHOST, "RuntimeDefault", "Unconfined");
  private static final List<String> PROC_MOUNTS = List.of("Default", "Unmasked");
  private static final List<String> CHANGE_POLICIES = List.of("Always", "OnRootMismatch");
  private static final List<String> GROUP_POLICIES = List.of("Merge", "Strict");

  /** By the default of the feature gate {@code SELinuxMount}. */
  private static final List<String> LABEL_POLICIES = List.of("Recursive");

  private static final String SYSCTL_REGEX =
      "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$";
  private static final Pattern SYSCTL = Pattern.compile(SYSCTL_REGEX);
  private static final int LONGEST_SYSCTL = 253;

  /** Parameters of the kernel that belong to the namespace of a host's processes or network. */
  private static final Pattern OF_IPC =
      Pattern.compile("kernel\\.(shm.*|msg.*|sem)|fs\\.mqueue\\..*");

  private static final Pattern OF_NETWORK = Pattern.compile("net\\..*");

  private final List<FieldError> errors = new ArrayList<>();
  private final ManifestFields context;

  private SecurityContextValidation(ManifestFields context) {
    this.context = context;
  }

  /**
   * Returns the errors of a container's context.
   *
   * @param isHostUser whether the pod uses the users of the host
   */
  static List<FieldError> ofContainer(
      ManifestFields context, boolean isHostUser, KubernetesControlPlane controlPlane) {
    SecurityContextValidation validation = new SecurityContextValidation(context);
    validation.id("runAsUser");
    validation.id("runAsGroup");
    if (controlPlane.isAtLeast(KubernetesVersion.V1_33)) {
      validation.procMount(isHostUser);
    }
    validation.seccomp();
    validation.escalation();
    validation.appArmor();
    return validation.errors;
  }

  /**
   * Returns the errors of a pod's context.
   *
   * @param spec the fields of the pod's spec
   */
  static List<FieldError> ofPod(ManifestFields spec, KubernetesControlPlane controlPlane) {
    SecurityContextValidation validation =
        new SecurityContextValidation(spec.object("securityContext"));
    validation.id("fsGroup");
    validation.id("runAsUser");
    validation.id("runAsGroup");
    validation.groups();
    validation.processes(spec);
    validation.sysctls(spec);
    validation.oneOf("fsGroupChangePolicy", CHANGE_POLICIES);
    validation.seccomp();
    validation.appArmor();
    if (controlPlane.isAtLeast(KubernetesVersion.V1_33)) {
      validation.oneOf("supplementalGroupsPolicy", GROUP_POLICIES);
      validation.oneOf("seLinuxChangePolicy", LABEL_POLICIES);
    }
    return validation.errors;
  }

  /** Returns the errors of a pod with users of its own that shares other namespaces of the host. */
  static List<FieldError> ofUsers(ManifestFields spec, KubernetesControlPlane controlPlane) {
    List<FieldError> errors = new ArrayList<>();
    if (!isHostUser(spec) && controlPlane.isAtLeast(KubernetesVersion.V1_33)) {
      boolean isPlain = controlPlane.isAtLeast(KubernetesVersion.V1_34);
      String detail = "when `" + (isPlain ? "hostUsers" : "pod.Spec.HostUsers") + "` is false";
      for (String field : List.of("hostNetwork", "hostPID", "hostIPC")) {
        String path = field.equals("hostNetwork") ? field : "H" + field.substring(1);
        if (isTrue(spec, field)) {
          errors.add(FieldError.forbidden(spec.path(path), detail));
        }
      }
    }
    return errors;
  }

  /** Returns whether a pod uses the users of the host. */
  static boolean isHostUser(ManifestFields spec) {
    return !spec.text("hostUsers").equals("false");
  }

  private void id(String field) {
    if (context.has(field)) {
      id(context.path(field), context.number(field));
    }
  }

  private void id(String path, long id) {
    if (id < 0 || id > Integer.MAX_VALUE) {
      errors.add(
          FieldError.invalidJson(
              path,
              Long.toString(id),
              "must be between 0 and " + Integer.MAX_VALUE + ", inclusive"));
    }
  }

  private void groups() {
    String field = "supplementalGroups";
    if (context.fields().get(field) instanceof List<?> groups) {
      for (int i = 0; i < groups.size(); i++) {
        if (groups.get(i) instanceof Number group) {
          id(context.path(field) + "[" + i + "]", group.longValue());
        }
      }
    }
  }

  private void oneOf(String field, List<String> supported) {
    if (context.has(field) && !supported.contains(context.text(field))) {
      errors.add(FieldError.notSupported(context.path(field), context.text(field), supported));
    }
  }

  private void procMount(boolean isHostUser) {
    String field = "procMount";
    oneOf(field, PROC_MOUNTS);
    if (isHostUser && context.text(field).equals("Unmasked")) {
      errors.add(
          FieldError.invalid(
              context.path(field), "Unmasked", "`hostUsers` must be false to use `Unmasked`"));
    }
  }

  private void processes(ManifestFields spec) {
    String field = "shareProcessNamespace";
    if (isTrue(spec, field) && isTrue(spec, "hostPID")) {
      errors.add(
          FieldError.invalidJson(
              context.path(field),
              "true",
              "ShareProcessNamespace and HostPID cannot both be enabled"));
    }
  }

  private static boolean isTrue(ManifestFields fields, String name) {
    return fields.text(name).equals("true");
  }

  private void seccomp() {
    ManifestFields profile = context.object("seccompProfile");
    if (!context.has("seccompProfile")) {
      return;
    }
    String type = profile.text("type");
    if (type.isEmpty()) {
      errors.add(
          FieldError.required(profile.path("type"), "type is required when seccompProfile is set"));
    } else if (!PROFILES.contains(type)) {
      errors.add(FieldError.notSupported(profile.path("type"), type, PROFILES));
    }
    String path = profile.path(FILE);
    String file = profile.text(FILE);
    if (!type.equals(LOCALHOST)) {
      if (profile.has(FILE)) {
        errors.add(
            FieldError.invalid(
                path,
                "{\"Type\":%s,\"LocalhostProfile\":%s}"
                    .formatted(GoJson.string(type), GoJson.string(file)),
                "core.SeccompProfile{Type:%s, LocalhostProfile:(*string)(0x…)}"
                    .formatted(GoJson.string(type)),
                "can only be set when seccomp type is Localhost"));
      }
    } else if (!profile.has(FILE)) {
      errors.add(FieldError.required(path, "must be set when seccomp type is Localhost"));
    } else {
      errors.addAll(VolumeFieldsValidation.below(file, path));
    }
  }

  private void escalation() {
    if (!context.text("allowPrivilegeEscalation").equals("false")) {
      return;
    }
    if (isTrue(context, "privileged")) {
      escalation("`privileged` to true");
    }
    for (String capability : context.object("capabilities").texts("add")) {
      if (capability.equals("CAP_SYS_ADMIN")) {
        escalation("`capabilities.Add` CAP_SYS_ADMIN");
      }
    }
  }

  private void escalation(String other) {
    errors.add(
        FieldError.invalidJson(
            context.path(), "…", "cannot set `allowPrivilegeEscalation` to false and " + other));
  }

  private void appArmor() {
    ManifestFields profile = context.object("appArmorProfile");
    if (!context.has("appArmorProfile")) {
      return;
    }
    String type = profile.text("type");
    String path = profile.path(FILE);
    String file = profile.text(FILE);
    if (type.isEmpty()) {
      errors.add(
          FieldError.required(
              profile.path("type"), "type is required when appArmorProfile is set"));
    } else if (!PROFILES.contains(type)) {
      errors.add(FieldError.notSupported(profile.path("type"), type, PROFILES));
    } else if (!type.equals(LOCALHOST)) {
      if (profile.has(FILE)) {
        errors.add(
            FieldError.invalid(path, file, "can only be set when AppArmor type is Localhost"));
      }
    } else if (file.isEmpty()) {
      errors.add(FieldError.required(path, "must be set when AppArmor type is Localhost"));
    } else if (!file.strip().equals(file)) {
      errors.add(FieldError.invalid(path, file, "must not be padded with whitespace"));
    }
  }

  private void sysctls(ManifestFields spec) {
    Set<String> names = new HashSet<>();
    for (ManifestFields sysctl : context.list("sysctls")) {
      String name = sysctl.text("name");
      String path = sysctl.path("name");
      if (name.isEmpty()) {
        errors.add(FieldError.required(path, ""));
      } else if (name.length() > LONGEST_SYSCTL || !SYSCTL.matcher(name).matches()) {
        errors.add(
            FieldError.invalid(
                path,
                name,
                "must have at most %d characters and match regex %s"
                    .formatted(LONGEST_SYSCTL, SYSCTL_REGEX)));
      } else if (!names.add(name)) {
        errors.add(FieldError.duplicate(path, name));
      }
      ofHost(spec, name, path);
    }
  }

  private void ofHost(ManifestFields spec, String name, String path) {
    String dotted = name.replace('/', '.');
    if (isTrue(spec, "hostIPC") && OF_IPC.matcher(dotted).matches()) {
      errors.add(FieldError.invalid(path, name, "may not be specified when 'hostIPC' is true"));
    } else if (isTrue(spec, "hostNetwork") && OF_NETWORK.matcher(dotted).matches()) {
      errors.add(FieldError.invalid(path, name, "may not be specified when 'hostNetwork' is true"));
    }
  }
}

package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.Capabilities;
import dev.plimsoll.kubernetes.object.ContainerSecurity;
import dev.plimsoll.kubernetes.object.PodSecurityFields;
import dev.plimsoll.kubernetes.object.PodSecurityFields.RestrictedVolume;
import dev.plimsoll.kubernetes.object.SeLinuxOptions;
import dev.plimsoll.kubernetes.object.SecurityContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads what keeps pods apart from their nodes. Most pods say the same, and share it. */
final class SecurityReader {
  private static final Interner<PodSecurityFields> PODS = new Interner<>(1 << 9);

  private static final Set<String> FREE_SOURCES =
      Set.of(
          "configMap",
          "csi",
          "downwardAPI",
          "emptyDir",
          "ephemeral",
          "image",
          "persistentVolumeClaim",
          "projected",
          "secret");

  /** In the order in which PodSecurity looks for them. */
  private static final List<String> RESTRICTED_SOURCES =
      List.of(
          "hostPath",
          "gcePersistentDisk",
          "awsElasticBlockStore",
          "gitRepo",
          "nfs",
          "iscsi",
          "glusterfs",
          "rbd",
          "flexVolume",
          "cinder",
          "cephfs",
          "flocker",
          "fc",
          "azureFile",
          "vsphereVolume",
          "quobyte",
          "azureDisk",
          "photonPersistentDisk",
          "portworxVolume",
          "scaleIO",
          "storageos");

  private static final List<String> PROBES =
      List.of("livenessProbe", "readinessProbe", "startupProbe");

  private SecurityReader() {}

  static PodSecurityFields ofPod(Fields spec) {
    Fields context = spec.object("securityContext");
    PodSecurityFields fields =
        new PodSecurityFields(
            context(context),
            context.list("sysctls", s -> s.string("name")),
            spec.bool("hostPID"),
            spec.bool("hostIPC"),
            spec.optionalBool("hostUsers"),
            spec.object("os").string("name"),
            restrictedVolumes(spec));
    return fields.equals(PodSecurityFields.NONE)
        ? PodSecurityFields.NONE
        : PODS.intern(fields, () -> fields);
  }

  static ContainerSecurity ofContainer(Fields container) {
    Fields context = container.object("securityContext");
    ContainerSecurity security =
        new ContainerSecurity(
            context(context),
            context.bool("privileged"),
            context.optionalBool("allowPrivilegeEscalation"),
            context
                .optional("capabilities")
                .map(c -> new Capabilities(c.strings("add"), c.strings("drop"))),
            context.optionalString("procMount"),
            handlerHosts(container));
    return security.equals(ContainerSecurity.NONE) ? ContainerSecurity.NONE : security;
  }

  private static SecurityContext context(Fields context) {
    SecurityContext read =
        new SecurityContext(
            context.optionalBool("runAsNonRoot"),
            context.wholeNumber("runAsUser"),
            context
                .optional("seLinuxOptions")
                .map(o -> new SeLinuxOptions(o.string("user"), o.string("role"), o.string("type"))),
            context.optional("seccompProfile").map(p -> p.string("type")),
            context.optional("appArmorProfile").map(p -> p.string("type")),
            context.object("windowsOptions").bool("hostProcess"));
    return read.equals(SecurityContext.NONE) ? SecurityContext.NONE : read;
  }

  private static List<RestrictedVolume> restrictedVolumes(Fields spec) {
    List<RestrictedVolume> restricted = new ArrayList<>();
    for (Fields volume : spec.list("volumes", v -> v)) {
      if (volume.names().stream().noneMatch(n -> FREE_SOURCES.contains(n) && volume.has(n))) {
        restrictedSource(volume)
            .map(source -> new RestrictedVolume(volume.string("name"), source))
            .ifPresent(restricted::add);
      }
    }
    return restricted;
  }

  /** A volume without a source is an empty folder. */
  private static Optional<String> restrictedSource(Fields volume) {
    return RESTRICTED_SOURCES.stream().filter(volume::has).findFirst();
  }

  private static List<String> handlerHosts(Fields container) {
    Fields lifecycle = container.object("lifecycle");
    return Stream.concat(
            PROBES.stream().map(container::object),
            Stream.of("postStart", "preStop").map(lifecycle::object))
        .flatMap(handler -> Stream.of("httpGet", "tcpSocket").map(handler::object))
        .map(action -> action.string("host"))
        .filter(host -> !host.isEmpty())
        .toList();
  }
}

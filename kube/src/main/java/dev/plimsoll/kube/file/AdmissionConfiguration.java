package dev.plimsoll.kube.file;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.json.DecodeException;
import dev.plimsoll.kube.json.Fields;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kubernetes.admission.podsecurity.PodSecurityConfiguration;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.kubernetes.quota.LimitedResource;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The file that the API server gets with {@code --admission-control-config-file}, as far as it
 * configures the plug-ins ResourceQuota and PodSecurity. Sources: {@code
 * staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/apis/resourcequota/v1/types.go}
 * and {@code staging/src/k8s.io/pod-security-admission/admission/api/v1/types.go}.
 *
 * @param limitedResources the resources that may only be consumed under a quota
 * @param podSecurity how PodSecurity is configured; absent if the file is of another plug-in only
 */
public record AdmissionConfiguration(
    List<LimitedResource> limitedResources, Optional<PodSecurityConfiguration> podSecurity) {
  private static final String WHOLE = "AdmissionConfiguration";
  private static final String QUOTA = "ResourceQuotaConfiguration";
  private static final String POD_SECURITY = "PodSecurityConfiguration";

  /** The kind of each plug-in's configuration, by the plug-in. */
  private static final Map<String, String> KINDS =
      Map.of("ResourceQuota", QUOTA, "PodSecurity", POD_SECURITY);

  private static final AdmissionConfiguration NOTHING =
      new AdmissionConfiguration(List.of(), Optional.empty());

  public AdmissionConfiguration {
    limitedResources = List.copyOf(limitedResources);
  }

  /**
   * Reads such a file, or the configuration of one of its plug-ins.
   *
   * @throws InputException if the file can't be read or is no such configuration
   */
  public static AdmissionConfiguration read(Path file) {
    return read(file, document -> any(file, document));
  }

  private static AdmissionConfiguration read(
      Path file, Function<Fields, AdmissionConfiguration> reader) {
    AdmissionConfiguration all = NOTHING;
    for (JsonTree document : ConfigurationDocuments.read(file, "an " + WHOLE)) {
      try {
        all = all.and(reader.apply(Fields.of(document)));
      } catch (DecodeException e) {
        throw new InputException(file + ": " + e.getMessage() + ".");
      }
    }
    return all;
  }

  private AdmissionConfiguration and(AdmissionConfiguration other) {
    return new AdmissionConfiguration(
        Stream.concat(limitedResources.stream(), other.limitedResources.stream()).toList(),
        other.podSecurity.or(() -> podSecurity));
  }

  private static AdmissionConfiguration any(Path file, Fields document) {
    String kind = document.string("kind");
    if (KINDS.containsValue(kind)) {
      return part(kind, document);
    }
    if (!kind.equals(WHOLE)) {
      throw new InputException(
          "%s is a %s, and should be an %s, a %s or a %s."
              .formatted(file, kind.replaceAll("\\s+", " "), WHOLE, QUOTA, POD_SECURITY));
    }
    AdmissionConfiguration found =
        new AdmissionConfiguration(List.of(), Optional.of(PodSecurityConfiguration.DEFAULT));
    for (Fields plugin : document.list("plugins", p -> p)) {
      Optional<String> configuredBy = Optional.ofNullable(KINDS.get(plugin.string("name")));
      if (configuredBy.isPresent()) {
        found = found.and(ofPlugin(file, configuredBy.get(), plugin));
      }
    }
    return found;
  }

  private static AdmissionConfiguration ofPlugin(Path file, String kind, Fields plugin) {
    if (plugin.has("configuration")) {
      return part(kind, plugin.object("configuration"));
    }
    String path = plugin.string("path");
    try {
      return path.isEmpty() ? NOTHING : ofKind(kind, file.resolveSibling(path));
    } catch (InvalidPathException e) {
      throw new InputException(file + ": path: " + e.getReason() + ".");
    }
  }

  private static AdmissionConfiguration ofKind(String kind, Path file) {
    return read(
        file,
        document -> {
          String actual = document.string("kind");
          if (!actual.equals(kind)) {
            throw new InputException(
                file + " is of kind " + actual + ", and should be a " + kind + ".");
          }
          return part(kind, document);
        });
  }

  private static AdmissionConfiguration part(String kind, Fields document) {
    return kind.equals(QUOTA)
        ? new AdmissionConfiguration(
            document.list("limitedResources", AdmissionConfiguration::limited), Optional.empty())
        : new AdmissionConfiguration(
            List.of(), Optional.of(PodSecurityConfigurationReader.read(document)));
  }

  private static LimitedResource limited(Fields limited) {
    return new LimitedResource(
        new GroupResource(limited.string("apiGroup"), limited.string("resource")),
        limited.strings("matchContains"),
        limited.list(
            "matchScopes",
            s ->
                new ScopedResourceSelectorRequirement(
                    s.string("scopeName"), s.string("operator"), s.strings("values"))));
  }
}

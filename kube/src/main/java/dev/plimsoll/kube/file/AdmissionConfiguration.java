package dev.plimsoll.kube.file;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.json.DecodeException;
import dev.plimsoll.kube.json.Fields;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.model.object.GroupResource;
import dev.plimsoll.model.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.model.quota.LimitedResource;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Reads the file that the API server is given with {@code --admission-control-config-file}, as far
 * as the ResourceQuota plug-in is configured there. Source: {@code
 * plugin/pkg/admission/resourcequota/apis/resourcequota/v1/types.go} in k8s.io/apiserver.
 */
public final class AdmissionConfiguration {
  private static final String WHOLE = "AdmissionConfiguration";
  private static final String PART = "ResourceQuotaConfiguration";

  private AdmissionConfiguration() {}

  /**
   * Returns the resources that may only be consumed under a quota.
   *
   * @throws InputException if the file can't be read or is no such configuration
   */
  public static List<LimitedResource> read(Path file) {
    return read(file, AdmissionConfiguration::any);
  }

  private static List<LimitedResource> read(
      Path file, BiFunction<Path, Fields, List<LimitedResource>> reader) {
    List<LimitedResource> limited = new ArrayList<>();
    for (JsonTree document : ConfigurationDocuments.read(file, "an " + WHOLE)) {
      try {
        limited.addAll(reader.apply(file, Fields.of(document)));
      } catch (DecodeException e) {
        throw new InputException(file + ": " + e.getMessage() + ".");
      }
    }
    return limited;
  }

  private static List<LimitedResource> any(Path file, Fields document) {
    String kind = document.string("kind");
    if (kind.equals(PART)) {
      return part(file, document);
    }
    if (!kind.equals(WHOLE)) {
      throw new InputException(
          file + " is a " + kind + ", and should be an " + WHOLE + " or a " + PART + ".");
    }
    List<LimitedResource> limited = new ArrayList<>();
    for (Fields plugin : document.list("plugins", p -> p)) {
      if (plugin.string("name").equals("ResourceQuota")) {
        limited.addAll(ofPlugin(file, plugin));
      }
    }
    return limited;
  }

  private static List<LimitedResource> ofPlugin(Path file, Fields plugin) {
    if (plugin.has("configuration")) {
      return plugin
          .object("configuration")
          .list("limitedResources", AdmissionConfiguration::limited);
    }
    String path = plugin.string("path");
    try {
      return path.isEmpty()
          ? List.of()
          : read(file.resolveSibling(path), AdmissionConfiguration::part);
    } catch (InvalidPathException e) {
      throw new InputException(file + ": path: " + e.getReason() + ".");
    }
  }

  private static List<LimitedResource> part(Path file, Fields document) {
    String kind = document.string("kind");
    if (!kind.equals(PART)) {
      throw new InputException(file + " is of kind " + kind + ", and should be a " + PART + ".");
    }
    return document.list("limitedResources", AdmissionConfiguration::limited);
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

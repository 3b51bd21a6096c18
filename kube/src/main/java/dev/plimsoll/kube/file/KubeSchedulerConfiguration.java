package dev.plimsoll.kube.file;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.json.DecodeException;
import dev.plimsoll.kube.json.Fields;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.SchedulerProfileReader;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.framework.SchedulerProfiles;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.placement.plugins.KubeSchedulerProfile;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The file that kube-scheduler gets with {@code --config}, as far as it affects the filtering and
 * scoring of nodes.
 *
 * @param profiles the profiles
 * @param notModelled what else it says of that and isn't modelled, a sentence each
 */
public record KubeSchedulerConfiguration(SchedulerProfiles profiles, List<String> notModelled) {
  private static final String KIND = "KubeSchedulerConfiguration";
  private static final String API_VERSION = "kubescheduler.config.k8s.io/v1";

  public KubeSchedulerConfiguration {
    notModelled = List.copyOf(notModelled);
  }

  /**
   * Reads a file.
   *
   * @throws InputException if it can't be read or is no such configuration
   */
  public static KubeSchedulerConfiguration read(Path file) {
    List<JsonTree> documents = ConfigurationDocuments.read(file, "a " + KIND);
    if (documents.size() != 1) {
      throw new InputException(
          file + " has " + documents.size() + " documents, and should have one " + KIND + ".");
    }
    try {
      return of(file, Fields.of(documents.get(0)));
    } catch (DecodeException e) {
      throw new InputException(file + ": " + e.getMessage() + ".");
    }
  }

  private static KubeSchedulerConfiguration of(Path file, Fields document) {
    String kind = document.string("kind");
    String apiVersion = document.string("apiVersion");
    if (!kind.equals(KIND) || !apiVersion.equals(API_VERSION)) {
      throw new InputException(
          "%s has apiVersion \"%s\" and kind \"%s\", and should have %s and %s."
              .formatted(file, apiVersion, kind, API_VERSION, KIND));
    }
    SchedulerProfileReader reader = new SchedulerProfileReader(document);
    Map<String, Scheduler> byName = new HashMap<>();
    for (KubeSchedulerProfile profile : reader.profiles()) {
      if (byName.put(profile.schedulerName(), DefaultPlugins.scheduler(profile)) != null) {
        throw new InputException(
            file + ": profiles: several are named \"" + profile.schedulerName() + "\".");
      }
    }
    return new KubeSchedulerConfiguration(new SchedulerProfiles(byName), reader.notModelled());
  }
}

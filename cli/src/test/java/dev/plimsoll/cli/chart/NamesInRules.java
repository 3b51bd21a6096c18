package dev.plimsoll.cli.chart;

import com.google.gson.JsonObject;
import dev.plimsoll.admission.config.AdmissionServiceConfiguration;
import dev.plimsoll.advisor.controller.AdvisorConfiguration;
import dev.plimsoll.console.config.ConsoleServiceConfiguration;
import dev.plimsoll.extender.config.ServiceConfiguration;
import dev.plimsoll.kubernetes.object.AutoscalerStatus;
import dev.plimsoll.server.election.LeaderElectionSettings;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.manifests.ManifestFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Which objects roles name in their rules, and which ones programs ask for by name. */
final class NamesInRules {
  private final Set<String> names = new TreeSet<>();

  /** The roles of commands: of who looks, and of the digest. */
  private static final Set<String> OF_COMMANDS = Set.of("plimsoll-viewer", "plimsoll-digest");

  private static final String AUTOSCALER_STATUS = "configmaps /" + AutoscalerStatus.NAME;

  private final Path folder;

  private NamesInRules(Path folder) {
    this.folder = folder;
  }

  /** Returns the resources and names that rules are limited to, as {@code leases a/b}. */
  static Set<String> granted(List<JsonObject> objects) {
    Set<String> granted = new TreeSet<>();
    for (JsonObject role : objects) {
      String namespace = JsonPaths.text(role, "metadata", "namespace");
      for (JsonObject rule : JsonPaths.objects(role, "rules")) {
        for (String resource : JsonPaths.strings(rule, "resources")) {
          JsonPaths.strings(rule, "resourceNames")
              .forEach(name -> granted.add("%s %s/%s".formatted(resource, namespace, name)));
        }
      }
    }
    return granted;
  }

  /**
   * Returns the names that the programs ask for, by the files that they are given.
   *
   * @param folder where to write these files
   */
  static Set<String> asked(List<JsonObject> objects, Path folder) {
    NamesInRules asked = new NamesInRules(folder);
    objects.stream()
        .filter(o -> JsonPaths.text(o, "kind").equals("ConfigMap"))
        .forEach(
            o ->
                JsonPaths.objectAt(o, "data")
                    .entrySet()
                    .forEach(e -> asked.add(e.getKey(), e.getValue().getAsString())));
    if (objects.stream()
        .anyMatch(o -> OF_COMMANDS.contains(JsonPaths.text(o, "metadata", "name")))) {
      asked.names.add(AUTOSCALER_STATUS);
    }
    return asked.names;
  }

  private void add(String name, String text) {
    try {
      Path file = Files.writeString(folder.resolve(name), text);
      switch (name) {
        case "serve.yaml" -> addServing(file);
        case "advisor.yaml" -> add(AdvisorConfiguration.read(file).server().leaderElection());
        case "scheduler.yaml" -> addScheduler(ManifestFiles.parse(text).get(0));
        case "arguments" -> {
          if (text.lines().anyMatch("--post"::equals)) {
            names.add("configmaps plimsoll/plimsoll-advice");
          }
        }
        default -> {}
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void addServing(Path file) throws IOException {
    Optional<AdmissionServiceConfiguration> admission = AdmissionServiceConfiguration.read(file);
    admission.ifPresent(this::add);
    if (ConsoleServiceConfiguration.read(file).isPresent()) {
      names.add(AUTOSCALER_STATUS);
    } else if (admission.isEmpty()) {
      add(ServiceConfiguration.read(file).server().leaderElection());
    }
  }

  private void add(LeaderElectionSettings election) {
    if (election.leaderElect()) {
      names.add("leases %s/%s".formatted(election.resourceNamespace(), election.resourceName()));
    }
  }

  private void addScheduler(JsonObject configuration) {
    names.add(
        "leases %s/%s"
            .formatted(
                JsonPaths.text(configuration, "leaderElection", "resourceNamespace"),
                JsonPaths.text(configuration, "leaderElection", "resourceName")));
  }

  private void add(AdmissionServiceConfiguration admission) {
    LeaderElectionSettings election = admission.server().leaderElection();
    add(election);
    admission
        .certificates()
        .ifPresent(
            own -> {
              names.add("secrets %s/%s".formatted(election.resourceNamespace(), own.secret()));
              own.webhooks().stream()
                  .flatMap(
                      w ->
                          Stream.of("validating", "mutating")
                              .map(k -> k + "webhookconfigurations /" + w.name()))
                  .forEach(names::add);
            });
  }
}

package dev.plimsoll.cli.partial;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A dump that holds a part of a cluster.
 *
 * @param name what someone did to make it
 * @param files the texts of its files by their paths
 * @param options what is given beside {@code --snapshot}
 * @param complete the resources of which it has all objects
 * @param partial those of which it has all objects in some namespaces only, with these namespaces
 * @param referred resources that matter since something in it refers to them, and that it lacks
 * @param told how the one sentence begins that says what it lacks, where it says so itself
 */
public record PartialInput(
    String name,
    Map<String, String> files,
    List<String> options,
    List<String> complete,
    Map<String, List<String>> partial,
    List<String> referred,
    String told) {

  private static final List<String> ALWAYS_NEEDED =
      words(
          "nodes pods resourcequotas limitranges namespaces events replicationcontrollers"
              + " deployments replicasets statefulsets daemonsets jobs cronjobs priorityclasses");

  /** Where it matters, it is more important than these. */
  private static final String CLUSTER_QUOTAS = "clusterresourcequotas.quota.openshift.io";

  static PartialInput of(String name) {
    return new PartialInput(name, Map.of(), List.of(), List.of(), Map.of(), List.of(), "");
  }

  PartialInput file(String path, String text) {
    Map<String, String> more = new LinkedHashMap<>(files);
    more.put(path, text);
    return new PartialInput(name, more, options, complete, partial, referred, told);
  }

  PartialInput option(String option) {
    return new PartialInput(name, files, List.of(option), complete, partial, referred, told);
  }

  PartialInput complete(String resources) {
    return new PartialInput(name, files, options, words(resources), partial, referred, told);
  }

  PartialInput partial(String namespaces, String resources) {
    Map<String, List<String>> more = new LinkedHashMap<>(partial);
    words(resources).forEach(r -> more.put(r, words(namespaces)));
    return new PartialInput(name, files, options, complete, more, referred, told);
  }

  PartialInput referred(String resources) {
    return new PartialInput(name, files, options, complete, partial, words(resources), told);
  }

  PartialInput telling(String start) {
    return new PartialInput(name, files, options, complete, partial, referred, start);
  }

  private static List<String> words(String text) {
    return List.of(text.split(" "));
  }

  /** Returns how the one sentence begins that says what it lacks; empty if it lacks nothing. */
  public Optional<String> omission() {
    if (!told.isEmpty()) {
      return Optional.of(told);
    }
    List<String> lacking = lacking();
    if (complete.contains("*") || (lacking.isEmpty() && partial.isEmpty())) {
      return Optional.empty();
    }
    String some = partial.isEmpty() ? "; answers omit " : "has ";
    String none = "may lack " + String.join(", ", lacking) + (partial.isEmpty() ? "" : ", and ");
    return Optional.of("the snapshot " + (lacking.isEmpty() ? "" : none) + some);
  }

  private List<String> lacking() {
    List<String> needed = new ArrayList<>(ALWAYS_NEEDED);
    referred.forEach(r -> needed.add(r.equals(CLUSTER_QUOTAS) ? 4 : needed.size(), r));
    needed.removeIf(r -> complete.contains(r) || partial.containsKey(r));
    return needed;
  }

  /** Writes the files into a folder and returns the options that have a command read them. */
  public List<String> arguments(Path folder) {
    try {
      for (Map.Entry<String, String> file : files.entrySet()) {
        Path path = folder.resolve(file.getKey());
        Files.createDirectories(path.resolveSibling(""));
        Files.writeString(path, file.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> arguments = new ArrayList<>(List.of("--snapshot", folder.toString()));
    arguments.addAll(options);
    return arguments;
  }

  @Override
  public String toString() {
    return name;
  }
}

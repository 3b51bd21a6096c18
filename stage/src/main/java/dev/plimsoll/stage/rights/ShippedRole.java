package dev.plimsoll.stage.rights;

import com.google.gson.JsonObject;
import dev.plimsoll.stage.install.Ways;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A role of the manifests.
 *
 * @param name its kind and name, such as {@code ClusterRole plimsoll-extender}
 * @param file its file
 * @param rules its rules
 */
record ShippedRole(String name, Path file, List<Rule> rules) {
  private static final Pattern RULE =
      Pattern.compile("(?m)^((?:  #.*\n)*)  - (?:apiGroups|nonResourceURLs):");

  ShippedRole {
    rules = List.copyOf(rules);
  }

  /**
   * A rule of a role.
   *
   * @param json the rule
   * @param comment the comment above the rule, or above the nearest rule before it that has a
   *     comment
   */
  record Rule(JsonObject json, String comment) {
    List<String> verbs() {
      return JsonPaths.strings(json, "verbs");
    }

    List<String> names() {
      return JsonPaths.strings(json, "resourceNames");
    }

    /** Returns the rights of one verb, or none if the rule is for paths. */
    List<Right> rights(String verb) {
      return JsonPaths.strings(json, "apiGroups").stream()
          .flatMap(
              group ->
                  JsonPaths.strings(json, "resources").stream()
                      .map(resource -> new Right(verb, group, resource)))
          .toList();
    }

    List<String> paths() {
      return JsonPaths.strings(json, "nonResourceURLs");
    }
  }

  /** Reads the roles of all files of a folder, except the templates of the chart. */
  static List<ShippedRole> read(Path manifests) throws IOException {
    List<ShippedRole> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(manifests)) {
      for (Path file : files.filter(ShippedRole::isRendered).sorted().toList()) {
        for (String document : Files.readString(file).split("(?m)^---$")) {
          all.addAll(of(file, document));
        }
      }
    }
    return all;
  }

  private static boolean isRendered(Path file) {
    return file.toString().endsWith(".yaml") && !file.toString().contains("/chart/");
  }

  private static List<ShippedRole> of(Path file, String document) {
    return document.contains("\nrules:\n")
        ? Ways.documents(document).stream()
            .filter(it -> JsonPaths.text(it, "kind").matches("(Cluster)?Role"))
            .map(it -> of(file, document, it))
            .toList()
        : List.of();
  }

  private static ShippedRole of(Path file, String document, JsonObject role) {
    List<Rule> rules = new ArrayList<>();
    Matcher place = RULE.matcher(document);
    String comment = "";
    for (JsonObject rule : JsonPaths.objects(role, "rules")) {
      if (place.find() && !place.group(1).isEmpty()) {
        comment = place.group(1).replaceAll("(?m)^ *# *", "").replace('\n', ' ').strip();
      }
      rules.add(new Rule(rule, comment));
    }
    return new ShippedRole(
        JsonPaths.text(role, "kind") + " " + JsonPaths.text(role, "metadata", "name"), file, rules);
  }
}

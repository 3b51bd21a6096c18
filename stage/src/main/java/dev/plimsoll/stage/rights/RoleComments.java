package dev.plimsoll.stage.rights;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The comments above the rules of the roles in manifests. */
public final class RoleComments {
  private final Map<String, List<String>> comments = new HashMap<>();

  /** Reads all files of a folder. */
  public static RoleComments read(Path manifests) throws IOException {
    RoleComments all = new RoleComments();
    try (Stream<Path> files = Files.walk(manifests)) {
      for (Path file : files.filter(RoleComments::isRendered).toList()) {
        for (String document : Files.readString(file).split("(?m)^---$")) {
          all.readDocument(document);
        }
      }
    }
    return all;
  }

  private static boolean isRendered(Path file) {
    return file.toString().endsWith(".yaml") && !file.toString().contains("/chart/");
  }

  private void readDocument(String document) {
    if (document.contains("\nkind: ClusterRole\n") || document.contains("\nkind: Role\n")) {
      String kind = document.contains("\nkind: Role\n") ? "Role " : "ClusterRole ";
      List<String> rules = new ArrayList<>();
      StringBuilder comment = new StringBuilder();
      for (String line : document.lines().toList()) {
        String text = line.strip();
        if (line.startsWith("  #")) {
          comment.append(text.substring(1).strip()).append(' ');
        } else if (text.startsWith("- apiGroups")) {
          rules.add(comment.toString().strip());
          comment.setLength(0);
        } else if (line.startsWith("  name: ")) {
          List<String> unused =
              comments.putIfAbsent(kind + text.substring("name: ".length()), rules);
        }
      }
    }
  }

  /**
   * Returns the comment above a rule, or above the nearest rule before it that has one.
   *
   * @param role the role's kind and name
   */
  public String of(String role, int rule) {
    List<String> rules = comments.getOrDefault(role, List.of());
    for (int i = Math.min(rule, rules.size() - 1); i >= 0; i--) {
      if (!rules.get(i).isEmpty()) {
        return rules.get(i);
      }
    }
    return "";
  }
}

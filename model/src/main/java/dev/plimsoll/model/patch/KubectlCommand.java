package dev.plimsoll.model.patch;

import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A command that can be pasted into a POSIX shell as it is. */
public sealed interface KubectlCommand {

  /**
   * Returns the lines of the command; several must not be indented, as they end in a here-document.
   *
   * @param options options of kubectl that say which cluster is meant, such as {@code --context}
   */
  List<String> lines(List<String> options);

  /** Returns the command as one text. */
  default String text() {
    return String.join("\n", lines(List.of()));
  }

  /**
   * Sends a patch; for a node, {@code kubectl uncordon} sends it.
   *
   * @param patch the patch
   */
  record Patch(ObjectPatch patch) implements KubectlCommand {
    @Override
    public List<String> lines(List<String> options) {
      if (patch.type().equals(Node.TYPE)) {
        return List.of(line(options, List.of(isCordon() ? "cordon" : "uncordon", patch.name())));
      }
      List<String> words = words("patch");
      words.add("--type=" + patch.patchType().option());
      if (patch.recreates()) {
        words.addAll(List.of("--dry-run=client", "-o", "json"));
        return hereDocument(
            line(options, words), " | " + line(options, List.of("replace", "--force", "-f", "-")));
      }
      if (patch.suspends()) {
        List<String> wait = words("wait");
        wait.add("--for=condition=Suspended");
        List<String> lines = new ArrayList<>();
        lines.add(suspension(options, true));
        lines.add(line(options, wait));
        lines.addAll(hereDocument(line(options, words), ""));
        lines.add(suspension(options, false));
        return lines;
      }
      if (patch.patchType() == PatchType.MERGE) {
        words.addAll(List.of("-p", patch.body()));
        return List.of(line(options, words));
      }
      return hereDocument(line(options, words), "");
    }

    private List<String> words(String verb) {
      List<String> words = new ArrayList<>(List.of(verb, kind(patch.type()), patch.name()));
      words.addAll(namespace(patch.namespace()));
      return words;
    }

    private String suspension(List<String> options, boolean suspend) {
      List<String> words = words("patch");
      words.addAll(List.of("--type=merge", "-p", "{\"spec\":{\"suspend\":" + suspend + "}}"));
      return line(options, words);
    }

    private boolean isCordon() {
      return patch.body().contains("true");
    }

    private List<String> hereDocument(String start, String end) {
      return KubectlCommand.hereDocument(start + " --patch-file=/dev/stdin", end, patch.body());
    }
  }

  /**
   * Creates an object.
   *
   * @param manifest the object, as JSON
   */
  record Create(String manifest) implements KubectlCommand {
    @Override
    public List<String> lines(List<String> options) {
      return hereDocument(line(options, List.of("create", "-f", "-")), "", manifest);
    }
  }

  /**
   * Creates a copy of a cluster-scoped object with all its fields, except annotations.
   *
   * @param type their kind
   * @param from the name of the object that is there
   * @param to the name of the new object
   */
  record Copy(GroupVersionKind type, String from, String to) implements KubectlCommand {
    @Override
    public List<String> lines(List<String> options) {
      String patch =
          PatchOperation.patch(
              List.of(
                  PatchOperation.add(
                      List.of("metadata"), JsonText.object("name", JsonText.string(to)))));
      List<String> words =
          List.of("patch", kind(type), from, "--type=json", "--dry-run=client", "-o", "json");
      return KubectlCommand.hereDocument(
          line(options, words) + " --patch-file=/dev/stdin",
          " | " + line(options, List.of("create", "-f", "-")),
          patch);
    }
  }

  /**
   * Deletes an object.
   *
   * @param type its kind
   * @param namespace its namespace, empty for none
   * @param name its name
   */
  record Delete(GroupVersionKind type, String namespace, String name) implements KubectlCommand {
    @Override
    public List<String> lines(List<String> options) {
      List<String> words = new ArrayList<>(List.of("delete", kind(type), name));
      words.addAll(KubectlCommand.namespace(namespace));
      return List.of(line(options, words));
    }
  }

  /**
   * Sets a taint on nodes.
   *
   * @param nodes the names of the nodes
   * @param taint the taint, as {@code key=value:effect}
   */
  record Taint(List<String> nodes, String taint) implements KubectlCommand {
    public Taint {
      nodes = List.copyOf(nodes);
    }

    @Override
    public List<String> lines(List<String> options) {
      List<String> words = new ArrayList<>(List.of("taint", "nodes"));
      words.addAll(nodes);
      words.add(taint);
      words.add("--overwrite");
      return List.of(line(options, words));
    }
  }

  /**
   * Sets an annotation, which has the object's controller look at it.
   *
   * @param type its kind
   * @param namespace its namespace, empty for none
   * @param name its name
   * @param key the annotation
   * @param value what it is set to
   */
  record Annotate(GroupVersionKind type, String namespace, String name, String key, String value)
      implements KubectlCommand {
    @Override
    public List<String> lines(List<String> options) {
      List<String> words = new ArrayList<>(List.of("annotate", kind(type), name));
      words.addAll(KubectlCommand.namespace(namespace));
      words.addAll(List.of("--overwrite", key + "=" + value));
      return List.of(line(options, words));
    }
  }

  /** The groups whose kinds kubectl knows by the kind alone. */
  Set<String> BUILT_IN = Set.of("", "apps", "autoscaling", "batch", "storage.k8s.io");

  private static List<String> hereDocument(String start, String end, String document) {
    List<String> lines = new ArrayList<>(List.of(start + " <<'EOF'" + end));
    document.lines().forEach(lines::add);
    lines.add("EOF");
    return lines;
  }

  private static String line(List<String> options, List<String> words) {
    List<String> all = new ArrayList<>(List.of("kubectl"));
    all.addAll(options);
    all.addAll(words);
    return ShellWords.join(all);
  }

  /** Returns the kind, for custom resources in the form that needs no guess at the plural. */
  private static String kind(GroupVersionKind type) {
    return BUILT_IN.contains(type.group())
        ? type.kind().toLowerCase(Locale.ROOT)
        : type.kind() + "." + type.version() + "." + type.group();
  }

  private static List<String> namespace(String namespace) {
    return namespace.isEmpty() ? List.of() : List.of("-n", namespace);
  }
}

package dev.plimsoll.kube.yaml;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** The line of each field of a document. */
public final class FieldLines {
  /** No field has a line: the document isn't from a file. */
  public static final FieldLines NONE = new FieldLines();

  /** How many characters all paths may have together. */
  private static final long LONGEST = 1 << 24;

  private final Map<String, Integer> lines = new LinkedHashMap<>();
  private final List<String> repeated = new ArrayList<>();
  private final Set<String> merged = new HashSet<>();
  private int merges;
  private long length;

  private FieldLines() {}

  static FieldLines of(Node document) {
    FieldLines fieldLines = new FieldLines();
    fieldLines.lines.put("", document.getStartMark().getLine() + 1);
    fieldLines.walk("", document);
    return fieldLines;
  }

  /** Returns the path of a field in an object. */
  public static String path(String parent, String key) {
    return parent.isEmpty() ? key : parent + "." + key;
  }

  /**
   * Returns the line of a field such as {@code spec.tenants[0].weight}, or else of the nearest part
   * around it.
   */
  public OptionalInt lineOf(String path) {
    String rest = path;
    while (!lines.containsKey(rest) && !rest.isEmpty()) {
      rest = rest.substring(0, Math.max(0, Math.max(rest.lastIndexOf('.'), rest.lastIndexOf('['))));
    }
    Integer line = lines.get(rest);
    return line == null ? OptionalInt.empty() : OptionalInt.of(line);
  }

  /** Returns the fields that are given more than once. */
  List<String> repeated() {
    return List.copyOf(repeated);
  }

  private void walk(String path, Node node) {
    if (node instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        if (MergeKeys.isMerge(tuple)) {
          merges++;
          MergeKeys.merged(tuple).forEach(m -> walk(path, m));
          merges--;
        } else if (tuple.getKeyNode() instanceof ScalarNode key) {
          put(path(path, key.getValue()), key, tuple.getValueNode());
        }
      }
    } else if (node instanceof SequenceNode sequence) {
      for (int i = 0; i < sequence.getValue().size(); i++) {
        Node item = sequence.getValue().get(i);
        put(path + "[" + i + "]", item, item);
      }
    }
  }

  private void put(String path, Node where, Node value) {
    length += path.length();
    if (length > LONGEST) {
      throw new YAMLException("the document is nested too deeply for its length");
    }
    boolean isGiven = lines.put(path, where.getStartMark().getLine() + 1) != null;
    if (merges > 0) {
      merged.add(path);
    } else if (isGiven && !merged.contains(path)) {
      repeated.add(path);
    }
    walk(path, value);
  }
}

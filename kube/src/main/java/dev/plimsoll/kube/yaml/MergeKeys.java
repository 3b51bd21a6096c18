package dev.plimsoll.kube.yaml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * The merge keys of YAML 1.1. The fields under {@code <<} are inserted at that position of the
 * mapping, so of two fields with the same name the later one holds.
 *
 * <p>Source: {@code merge} in {@code vendor/go.yaml.in/yaml/v2/decode.go}, by which kubectl reads.
 */
final class MergeKeys {
  private MergeKeys() {}

  static boolean isMerge(NodeTuple tuple) {
    return Tag.MERGE.equals(tuple.getKeyNode().getTag());
  }

  /** Returns the mappings that a merge key inserts into its mapping, in the order of insertion. */
  static List<MappingNode> merged(NodeTuple tuple) {
    if (tuple.getValueNode() instanceof MappingNode mapping) {
      return List.of(mapping);
    }
    List<MappingNode> mappings = new ArrayList<>();
    if (tuple.getValueNode() instanceof SequenceNode sequence) {
      for (Node item : sequence.getValue()) {
        if (item instanceof MappingNode mapping) {
          mappings.add(mapping);
        }
      }
    }
    Collections.reverse(mappings);
    return mappings;
  }

  /**
   * Requires that a merge key has what it can put into its mapping.
   *
   * @param isAlias whether that stands elsewhere
   */
  static void check(NodeTuple tuple, boolean isAlias) {
    Node value = tuple.getValueNode();
    boolean isMergeable =
        value instanceof MappingNode
            || (!isAlias
                && value instanceof SequenceNode sequence
                && sequence.getValue().stream().allMatch(MappingNode.class::isInstance));
    if (!isMergeable) {
      throw new NotMergeable(tuple);
    }
  }

  /** The error of a merge key with a wrong value, at the position of the key. */
  private static final class NotMergeable extends MarkedYAMLException {
    private static final long serialVersionUID = 1L;

    NotMergeable(NodeTuple tuple) {
      super(
          "",
          tuple.getKeyNode().getStartMark(),
          "map merge requires map or sequence of maps as the value",
          tuple.getKeyNode().getStartMark());
    }
  }
}

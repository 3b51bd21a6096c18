package dev.plimsoll.kube.yaml;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Finds the line and column of fields in a document. A field that an alias or a merge key inserts
 * is where its anchor is.
 */
public final class FieldPositions {
  private final Node document;

  private FieldPositions(Node document) {
    this.document = document;
  }

  /** Returns the positions of a document. */
  public static FieldPositions of(Node document) {
    return new FieldPositions(document);
  }

  /**
   * The position of a field.
   *
   * @param line the line, from 1
   * @param column the column of its name, or of a list's item, from 1
   * @param endLine the line on which the field ends
   */
  public record TextRegion(int line, int column, int endLine) {

    private static TextRegion of(Node start, Node value) {
      int line = start.getStartMark().getLine() + 1;
      boolean isAlias = value.getStartMark().getIndex() < start.getStartMark().getIndex();
      return new TextRegion(
          line,
          start.getStartMark().getColumn() + 1,
          isAlias || !(value instanceof ScalarNode)
              ? line
              : Math.max(line, value.getEndMark().getLine() + 1));
    }
  }

  private record Field(TextRegion position, Node value) {}

  /** Returns the position of a field, or else of the nearest part around it. */
  public TextRegion of(List<String> path) {
    TextRegion position = TextRegion.of(document, document);
    if (document instanceof MappingNode mapping && !mapping.getValue().isEmpty()) {
      Node first = mapping.getValue().get(0).getKeyNode();
      position = TextRegion.of(first, first);
    }
    Node current = document;
    for (String step : path) {
      Optional<Field> field = child(current, step);
      if (field.isEmpty()) {
        break;
      }
      position = field.get().position();
      current = field.get().value();
    }
    return position;
  }

  private static Optional<Field> child(Node parent, String step) {
    if (parent instanceof MappingNode mapping) {
      return named(mapping, step);
    }
    if (parent instanceof SequenceNode sequence && step.matches("[0-9]{1,6}")) {
      int index = Integer.parseInt(step);
      return index < sequence.getValue().size()
          ? Optional.of(item(sequence.getValue().get(index)))
          : Optional.empty();
    }
    return Optional.empty();
  }

  private static Field item(Node item) {
    Node start =
        item instanceof MappingNode mapping && !mapping.getValue().isEmpty()
            ? mapping.getValue().get(0).getKeyNode()
            : item;
    return new Field(TextRegion.of(start, start), item);
  }

  /** Of fields with the same name the last one holds. */
  private static Optional<Field> named(MappingNode mapping, String name) {
    Optional<Field> found = Optional.empty();
    for (NodeTuple tuple : mapping.getValue()) {
      if (MergeKeys.isMerge(tuple)) {
        for (MappingNode merged : MergeKeys.merged(tuple)) {
          found = named(merged, name).or(before(found));
        }
      } else if (tuple.getKeyNode() instanceof ScalarNode key && key.getValue().equals(name)) {
        found =
            Optional.of(new Field(TextRegion.of(key, tuple.getValueNode()), tuple.getValueNode()));
      }
    }
    return found;
  }

  private static Supplier<Optional<Field>> before(Optional<Field> found) {
    return () -> found;
  }
}

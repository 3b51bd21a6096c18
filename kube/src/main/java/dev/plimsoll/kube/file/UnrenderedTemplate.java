package dev.plimsoll.kube.file;

import java.util.Optional;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Recognizes YAML that a template engine has yet to render. An action without quotes is a mapping
 * whose key is a mapping; an action in quotes is known by Helm's names. Other texts with braces may
 * be meant, as those of an Argo Workflow.
 */
final class UnrenderedTemplate {
  private static final Pattern HELM =
      Pattern.compile(
          "\\{\\{-?\\s*(?:\\$?\\.(?:Values|Release|Chart|Capabilities)\\b|include |toYaml |tpl )");

  private UnrenderedTemplate() {}

  /** Returns where the first action of a template stands. */
  static Optional<Mark> find(Node node) {
    if (node instanceof ScalarNode scalar) {
      return HELM.matcher(scalar.getValue()).find()
          ? Optional.of(scalar.getStartMark())
          : Optional.empty();
    }
    if (node instanceof SequenceNode sequence) {
      return sequence.getValue().stream().flatMap(n -> find(n).stream()).findFirst();
    }
    return node instanceof MappingNode mapping
        ? mapping.getValue().stream().flatMap(t -> find(t).stream()).findFirst()
        : Optional.empty();
  }

  private static Optional<Mark> find(NodeTuple tuple) {
    return tuple.getKeyNode() instanceof MappingNode key
        ? Optional.of(key.getStartMark())
        : find(tuple.getValueNode());
  }
}

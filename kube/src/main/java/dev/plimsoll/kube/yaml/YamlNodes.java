package dev.plimsoll.kube.yaml;

import java.io.Reader;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads the documents of a file of YAML, in which aliases may repeat so much and no more. */
public final class YamlNodes {
  /**
   * How many values aliases may repeat in all, about where go-yaml ends too. Source: {@code
   * allowedAliasRatio} in {@code vendor/go.yaml.in/yaml/v2/decode.go}.
   */
  private static final int MOST_REPEATED = 400_000;

  private static final int DEEPEST = 200;

  private final Set<Node> anchored = Collections.newSetFromMap(new IdentityHashMap<>());
  private int repeated;

  private YamlNodes() {}

  /**
   * Passes on each document once its aliases are known to be harmless.
   *
   * @throws YAMLException if one isn't YAML, a value holds itself, or aliases repeat too much
   */
  public static void forEach(Reader source, Consumer<Node> document) {
    YamlNodes yamlNodes = new YamlNodes();
    Iterator<Node> nodes = new Yaml(options()).composeAll(source).iterator();
    while (composed(nodes::hasNext)) {
      Node node = composed(nodes::next);
      yamlNodes.check(node, false);
      yamlNodes.anchored.clear();
      document.accept(node);
    }
  }

  /**
   * Returns the only document, once its aliases are known to be harmless; none of an empty file.
   *
   * @throws YAMLException as above, or if there is a second document
   */
  static Optional<Node> only(Reader source) {
    Optional<Node> document =
        composed(() -> Optional.ofNullable(new Yaml(options()).compose(source)));
    document.ifPresent(node -> new YamlNodes().check(node, false));
    return document;
  }

  /**
   * Returns the document that SnakeYAML composes. An invalid number in an escape is reported as
   * such.
   *
   * @throws YAMLException as the composer, or if an escape names no character
   */
  public static <T> T composed(Supplier<T> composer) {
    try {
      return composer.get();
    } catch (NumberFormatException e) {
      throw new YAMLException("an escape in quotes names no character", e);
    }
  }

  /** Returns the error in one line. */
  public static String problem(YAMLException e) {
    String problem = e instanceof MarkedYAMLException marked ? marked.getProblem() : e.getMessage();
    return String.valueOf(problem).replaceAll("\\s+", " ");
  }

  /** Returns options for documents of any length. */
  private static LoaderOptions options() {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    options.setMaxAliasesForCollections(Integer.MAX_VALUE);
    options.setNestingDepthLimit(DEEPEST);
    return options;
  }

  private void check(Node node, boolean isRepeated) {
    if (node.isTwoStepsConstruction()) {
      throw new YAMLException("an anchor holds itself");
    }
    boolean again = isRepeated || (node.getAnchor() != null && !anchored.add(node));
    if (again && ++repeated > MOST_REPEATED) {
      throw new YAMLException(
          String.format(
              Locale.ROOT,
              "its aliases repeat more than %,d values; write out what they stand for",
              MOST_REPEATED));
    }
    if (node instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        if (MergeKeys.isMerge(tuple)) {
          MergeKeys.check(tuple, anchored.contains(tuple.getValueNode()));
        }
        check(tuple.getValueNode(), again);
      }
    } else if (node instanceof SequenceNode sequence) {
      sequence.getValue().forEach(n -> check(n, again));
    }
  }
}

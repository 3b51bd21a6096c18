package dev.plimsoll.server.config;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.model.quantity.ResourceName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A section of a configuration file, whose mistakes are told with the key and the line. */
public final class ConfigurationSection {
  private static final String QUALIFIED = "[a-z0-9][-.a-z0-9]*/[A-Za-z0-9][-_.A-Za-z0-9]*";

  private final String file;
  private final String path;
  private final Map<String, Node> values = new LinkedHashMap<>();

  /** Makes a section without any key. */
  public ConfigurationSection(String file, String path) {
    this.file = file;
    this.path = path;
  }

  /** Reads a section that may hold these keys and no others. */
  public static ConfigurationSection read(String file, String path, Node node, Set<String> known) {
    ConfigurationSection configurationSection = new ConfigurationSection(file, path);
    if (!(node instanceof MappingNode mapping)) {
      throw configurationSection.problem(
          node, path.isEmpty() ? "the file" : path, "must be a section of keys");
    }
    for (NodeTuple tuple : mapping.getValue()) {
      String key = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
      if (!known.contains(key)) {
        throw configurationSection.problem(
            tuple.getKeyNode(),
            configurationSection.path(key),
            "is no key of this file; there is " + String.join(", ", new TreeSet<>(known)));
      }
      if (configurationSection.values.put(key, tuple.getValueNode()) != null) {
        throw configurationSection.problem(
            tuple.getKeyNode(), configurationSection.path(key), "is given twice; leave one");
      }
    }
    return configurationSection;
  }

  public ConfigurationSection section(String key, Set<String> known) {
    Node node = values.get(key);
    return node == null
        ? new ConfigurationSection(file, path(key))
        : read(file, path(key), node, known);
  }

  public Optional<String> text(String key) {
    return Optional.ofNullable(values.get(key)).map(n -> scalar(key, n, "a text"));
  }

  public boolean bool(String key, boolean absent) {
    Optional<String> value = text(key);
    if (value.isPresent() && !Set.of("true", "false").contains(value.get())) {
      throw problem(values.get(key), path(key), "must be true or false, not " + value.get());
    }
    return value.map(Boolean::parseBoolean).orElse(absent);
  }

  public long number(String key, long absent, long least, long most) {
    Optional<String> value = text(key);
    if (value.isEmpty()) {
      return absent;
    }
    String text = value.get();
    if (!text.matches("[0-9]{1,18}")
        || Long.parseLong(text) < least
        || Long.parseLong(text) > most) {
      throw problem(
          values.get(key),
          path(key),
          "must be a whole number from " + least + " to " + most + ", not " + text);
    }
    return Long.parseLong(text);
  }

  List<String> texts(String key) {
    Node node = values.get(key);
    if (node == null) {
      return List.of();
    }
    if (!(node instanceof SequenceNode sequence)) {
      throw problem(node, path(key), "must be a list");
    }
    List<String> texts = new ArrayList<>();
    sequence.getValue().forEach(n -> texts.add(scalar(key, n, "a list of texts")));
    return texts;
  }

  /** Reads a list of names of extended resources. */
  public Set<ResourceName> extendedResources(String key) {
    Set<ResourceName> names = new LinkedHashSet<>();
    for (String text : texts(key)) {
      ResourceName name = ResourceName.of(text);
      if (!name.isExtended() || !text.matches(QUALIFIED)) {
        throw problem(
            values.get(key),
            path(key),
            "must name extended resources such as nvidia.com/gpu, not " + text);
      }
      names.add(name);
    }
    return names;
  }

  private String scalar(String key, Node node, String what) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    throw problem(node, path(key), "must be " + what);
  }

  private String path(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  private InputException problem(@Nullable Node node, String key, String problem) {
    String line = node == null ? "" : ", line " + (node.getStartMark().getLine() + 1);
    return new InputException(file + line + ": " + key + " " + problem + ".");
  }
}

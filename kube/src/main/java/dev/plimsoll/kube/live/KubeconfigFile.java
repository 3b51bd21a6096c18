package dev.plimsoll.kube.live;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.yaml.YamlNodes;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * One kubeconfig file, with the paths in it made absolute.
 *
 * @param currentContext the current context, empty where the file doesn't say
 */
record KubeconfigFile(
    String currentContext,
    Map<String, Map<String, Object>> contexts,
    Map<String, Map<String, Object>> clusters,
    Map<String, Map<String, Object>> users) {
  private static final List<String> PATHS =
      List.of("certificate-authority", "client-certificate", "client-key", "tokenFile");

  static KubeconfigFile read(Path file) {
    try (Reader reader = Files.newBufferedReader(file)) {
      Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
      Object document = YamlNodes.composed(() -> yaml.load(reader));
      Map<String, Object> root = document == null ? Map.of() : map(document, file);
      return new KubeconfigFile(
          text(root.get("current-context")),
          named(root, "contexts", "context", file),
          named(root, "clusters", "cluster", file),
          named(root, "users", "user", file));
    } catch (MarkedYAMLException e) {
      throw new InputException(
          "The kubeconfig "
              + file
              + " is not correct YAML at line "
              + (e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1)
              + ": "
              + YamlNodes.problem(e)
              + ".");
    } catch (YAMLException e) {
      throw new InputException("The kubeconfig " + file + " is not correct YAML.");
    } catch (CharacterCodingException e) {
      throw new InputException("The kubeconfig " + file + " is not UTF-8 text.");
    } catch (IOException e) {
      throw new InputException(
          "The kubeconfig " + file + " can't be read: " + e.getMessage() + ".");
    }
  }

  private static Map<String, Map<String, Object>> named(
      Map<String, Object> root, String list, String field, Path file) {
    Object value = root.get(list);
    if (value == null) {
      return Map.of();
    }
    if (!(value instanceof List<?> entries)) {
      throw malformed(file, list + " is not a list");
    }
    Map<String, Map<String, Object>> named = new LinkedHashMap<>();
    for (Object entry : entries) {
      Map<String, Object> fields = map(entry, file);
      Object content = fields.get(field);
      named.putIfAbsent(
          text(fields.get("name")),
          content == null ? Map.of() : absolute(map(content, file), file));
    }
    return named;
  }

  private static Map<String, Object> absolute(Map<String, Object> content, Path file) {
    Map<String, Object> absolute = new LinkedHashMap<>(content);
    for (String field : PATHS) {
      if (!text(content.get(field)).isEmpty()) {
        absolute.put(field, resolve(file, text(content.get(field))));
      }
    }
    if (content.get("exec") instanceof Map<?, ?>) {
      Map<String, Object> exec = new LinkedHashMap<>(map(content.get("exec"), file));
      String command = text(exec.get("command"));
      if (command.contains("/")) {
        exec.put("command", resolve(file, command));
      }
      absolute.put("exec", exec);
    }
    return absolute;
  }

  private static String resolve(Path file, String path) {
    try {
      return file.toAbsolutePath().resolveSibling(path).toString();
    } catch (InvalidPathException e) {
      throw malformed(file, path + ": " + e.getReason());
    }
  }

  private static Map<String, Object> map(Object value, Path file) {
    if (!(value instanceof Map<?, ?> map)) {
      throw malformed(file, "it holds something else than named fields");
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    map.forEach((k, v) -> fields.put(text(k), v));
    return fields;
  }

  private static InputException malformed(Path file, String problem) {
    return new InputException(file + " is not a kubeconfig: " + problem + ".");
  }

  static String text(@Nullable Object value) {
    return value == null || value instanceof Collection<?> || value instanceof Map<?, ?>
        ? ""
        : value.toString();
  }
}

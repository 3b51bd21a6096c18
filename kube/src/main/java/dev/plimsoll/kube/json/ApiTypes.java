package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The stable kinds of the Kubernetes API, and the fields of their types. {@code
 * bench/upstream/types/run} makes the table from a source tree of Kubernetes.
 */
final class ApiTypes {
  /** The table of Kubernetes 1.36. */
  static final ApiTypes KUBERNETES = read("api-types.txt");

  private final Map<String, ApiType.Struct> kinds = new HashMap<>();
  private final Map<String, String> types = new HashMap<>();
  private final Map<ApiType.Struct, Map<String, Field>> parsed = new ConcurrentHashMap<>();

  private ApiTypes(List<String> lines) {
    for (String line : lines) {
      String[] words = line.split(" ", 3);
      if (words[0].equals("kind")) {
        int end = words[2].indexOf(' ');
        kinds.put(
            words[1] + " " + words[2].substring(0, end),
            new ApiType.Struct(words[2].substring(end + 1)));
      } else {
        types.put(words[1], words[2]);
      }
    }
  }

  /**
   * A field of a type.
   *
   * @param within the embedded types that the field is in
   * @param name its name
   * @param type the type of its value
   * @param since the first version that has the field, if Kubernetes 1.31 has it not
   */
  record Field(List<String> within, String name, ApiType type, Optional<KubernetesVersion> since) {}

  private static ApiTypes read(String resource) {
    try (InputStream stream =
        Objects.requireNonNull(ApiTypes.class.getResourceAsStream(resource))) {
      return new ApiTypes(
          new String(stream.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the type of a kind; empty if the table doesn't have the kind. */
  Optional<ApiType.Struct> find(String apiVersion, String kind) {
    return Optional.ofNullable(kinds.get(apiVersion + " " + kind));
  }

  /** Returns the fields of a type by name. */
  Map<String, Field> fields(ApiType.Struct type) {
    return parsed.computeIfAbsent(type, this::parse);
  }

  private Map<String, Field> parse(ApiType.Struct type) {
    Map<String, Field> fields = new HashMap<>();
    for (String word : Objects.requireNonNull(types.get(type.name())).split(" ")) {
      int colon = word.indexOf(':');
      List<String> steps = new ArrayList<>(Arrays.asList(word.substring(0, colon).split("/")));
      String name = steps.remove(steps.size() - 1);
      String[] typeAndVersion = word.substring(colon + 1).split("\\^", 2);
      Optional<KubernetesVersion> since =
          Arrays.stream(typeAndVersion).skip(1).findFirst().flatMap(KubernetesVersion::parse);
      fields.put(name, new Field(List.copyOf(steps), name, type(typeAndVersion[0]), since));
    }
    return Map.copyOf(fields);
  }

  /** Reads a type such as {@code v1.ResourceList=map[v1.ResourceName]!resource.Quantity}. */
  private static ApiType type(String text) {
    int equals = text.indexOf('=');
    boolean isNamed = equals > 0 && text.indexOf('[') != 0 && !text.startsWith("map[");
    return isNamed
        ? type(text.substring(equals + 1), Optional.of(text.substring(0, equals)))
        : type(text, Optional.empty());
  }

  private static ApiType type(String text, Optional<String> name) {
    if (text.startsWith("@")) {
      return new ApiType.Struct(text.substring(1));
    }
    if (text.startsWith("!")) {
      return new ApiType.Unmarshaler(text.substring(1));
    }
    if (text.equals("bytes")) {
      return new ApiType.Bytes(name.orElse("[]uint8"));
    }
    int end = text.indexOf(']') + 1;
    if (end == 0) {
      return new ApiType.Scalar(text, name.orElse(text));
    }
    ApiType of = type(text.substring(end));
    String goName = name.orElse(text.substring(0, end) + of.goName());
    return text.startsWith("map") ? new ApiType.Mapping(of, goName) : new ApiType.Slice(of, goName);
  }
}

package dev.plimsoll.kube.live;

import com.google.gson.Gson;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kubernetes.object.GroupResource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The fields of a CustomResourceDefinition of this release. Only the spec and the status have
 * fields of their own.
 */
final class ShippedDefinition {
  static final String VERSION = "v1alpha1";

  private final GroupResource resource;
  private final String kind;
  private final SortedSet<String> fields = new TreeSet<>();

  private ShippedDefinition(GroupResource resource, JsonTree document) {
    JsonTree spec = document.object("spec");
    this.resource = resource;
    this.kind = spec.object("names").text("kind");
    spec.objects("versions").stream()
        .filter(version -> version.text("name").equals(VERSION))
        .forEach(it -> addFields("", it.object("schema").object("openAPIV3Schema"), fields));
  }

  /** Reads the definition that this release ships. */
  static ShippedDefinition of(GroupResource resource) {
    String file = "crds/" + resource.resource() + ".yaml";
    try (InputStream in = ShippedDefinition.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalArgumentException("no definition of " + resource + " is shipped");
      }
      Object yaml = new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
      return new ShippedDefinition(
          resource, JsonTree.of(new Gson().toJsonTree(yaml).getAsJsonObject()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns which fields of this release an API server doesn't know, as a sentence. The API server
   * drops these fields from each object.
   *
   * @param openApi the server's OpenAPI document of the group; nothing is said without the schema
   */
  Optional<String> lackOf(JsonTree openApi) {
    SortedSet<String> served = new TreeSet<>();
    JsonTree schemas = openApi.object("components").object("schemas");
    schemas.names().stream()
        .filter(name -> name.endsWith("." + VERSION + "." + kind))
        .forEach(name -> addFields("", schemas.object(name), served));
    SortedSet<String> missing = new TreeSet<>(fields);
    missing.removeAll(served);
    return served.isEmpty() || missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the CustomResourceDefinition %s of the cluster is older than this release: it lacks %s%s; apply the CustomResourceDefinitions of this release (manifests/crds)"
                .formatted(
                    resource,
                    missing.first(),
                    missing.size() == 1 ? "" : " and " + (missing.size() - 1) + " more"));
  }

  /** Adds the paths of the fields below a schema. The API server adds fields of its own on top. */
  private static void addFields(String path, JsonTree schema, SortedSet<String> into) {
    JsonTree properties = schema.object("properties");
    for (String name : properties.names()) {
      if (!path.isEmpty() || name.equals("spec") || name.equals("status")) {
        String field = path.isEmpty() ? name : path + "." + name;
        into.add(field);
        addFields(field, properties.object(name), into);
      }
    }
    if (schema.has("items")) {
      addFields(path + "[]", schema.object("items"), into);
    }
    if (schema.has("additionalProperties")) {
      addFields(path + ".*", schema.object("additionalProperties"), into);
    }
  }
}

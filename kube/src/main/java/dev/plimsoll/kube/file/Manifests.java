package dev.plimsoll.kube.file;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.InputFiles;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.PlainFields;
import dev.plimsoll.kube.json.StrictDecoding;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.validation.Decoding;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import dev.plimsoll.kubernetes.workload.Workloads;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads manifests of objects that don't exist yet. */
public final class Manifests {
  private Manifests() {}

  /**
   * Reads the objects of a file.
   *
   * @throws InputException if it can't be read or holds none
   */
  public static List<ApiObject> read(Path file) {
    return readInFull(file).stream().map(InFull::object).toList();
  }

  /**
   * An object with all its fields.
   *
   * @param object the object
   * @param fields its fields: nested maps and lists, without what is null
   * @param decoding what the API server's decoder finds in the object
   */
  public record InFull(ApiObject object, Map<String, Object> fields, Decoding decoding) {

    /**
     * Returns a sentence if an API server can't decode the object.
     *
     * @param server the version of the API server; the fields of the versions to 1.36 are known
     */
    public Optional<String> note(KubernetesVersion server) {
      KubernetesVersion version =
          server.compareTo(KubernetesVersion.V1_36) < 0 ? server : KubernetesVersion.V1_36;
      return decoding
          .error(version)
          .map(
              e ->
                  "An API server of Kubernetes "
                      + version
                      + " says of "
                      + Workloads.label(object.reference())
                      + ": "
                      + e.message()
                      + ". This answer leaves the field out.");
    }
  }

  /**
   * Reads the objects of a file with all their fields.
   *
   * @throws InputException if it can't be read or holds none
   */
  public static List<InFull> readInFull(Path file) {
    InputFiles.require(file);
    ManifestObjects manifestObjects = new ManifestObjects();
    try {
      DocumentReader.read(file, manifestObjects);
    } catch (InputException e) {
      throw InputHints.better(file, e);
    }
    return manifestObjects.orThrow(file.toString());
  }

  /**
   * Reads the objects of a stream, such as standard input.
   *
   * @param name what to call it in messages
   * @throws InputException if it can't be read or holds none
   */
  public static List<ApiObject> read(InputStream stream, String name) {
    return readInFull(stream, name).stream().map(InFull::object).toList();
  }

  /**
   * Reads the objects of a stream with all their fields.
   *
   * @param name what to call it in messages
   * @throws InputException if it can't be read or holds none
   */
  public static List<InFull> readInFull(InputStream stream, String name) {
    ManifestObjects manifestObjects = new ManifestObjects();
    try {
      DocumentReader.read(stream, name, manifestObjects);
    } catch (IOException e) {
      throw new InputException(name + " can't be read: " + DocumentReader.sentence(e));
    }
    return manifestObjects.orThrow(name);
  }

  private static final class ManifestObjects implements ObjectSink {
    private final List<InFull> objects = new ArrayList<>();

    @Override
    public JsonPruning pruning() {
      return JsonPruning.AS_SERVED;
    }

    @Override
    public void object(JsonTree object, DocumentLocation documentLocation) {
      add(FileObjectReader.read(object, documentLocation), ListFlattener.type(object), object);
    }

    @Override
    public void item(JsonTree object, GroupVersionKind type, DocumentLocation documentLocation) {
      add(FileObjectReader.read(object, type, documentLocation), type, object);
    }

    private void add(ApiObject object, GroupVersionKind type, JsonTree fields) {
      objects.add(
          new InFull(
              object,
              PlainFields.of(fields),
              StrictDecoding.of(type.apiVersion(), type.kind(), fields.toJson())));
    }

    @Override
    public void listed(GroupVersionKind type, DocumentLocation documentLocation) {}

    @Override
    public void unrecognized(DocumentLocation documentLocation) {
      throw documentLocation.error("is not a Kubernetes object: it has no apiVersion and no kind.");
    }

    List<InFull> orThrow(String name) {
      if (objects.isEmpty()) {
        throw new InputException(name + " holds no Kubernetes objects.");
      }
      return List.copyOf(objects);
    }
  }
}

package dev.plimsoll.kube.file;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.InputFiles;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.GroupVersionKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads manifests of objects that don't exist yet. */
public final class Manifests {
  private Manifests() {}

  /**
   * Reads the objects of a file.
   *
   * @throws InputException if it can't be read or holds none
   */
  public static List<ApiObject> read(Path file) {
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
    ManifestObjects manifestObjects = new ManifestObjects();
    try {
      DocumentReader.read(stream, name, manifestObjects);
    } catch (IOException e) {
      throw new InputException(name + " can't be read: " + DocumentReader.sentence(e));
    }
    return manifestObjects.orThrow(name);
  }

  private static final class ManifestObjects implements ObjectSink {
    private final List<ApiObject> objects = new ArrayList<>();

    @Override
    public void object(JsonTree object, DocumentLocation documentLocation) {
      objects.add(FileObjectReader.read(object, documentLocation));
    }

    @Override
    public void item(JsonTree object, GroupVersionKind type, DocumentLocation documentLocation) {
      objects.add(FileObjectReader.read(object, type, documentLocation));
    }

    @Override
    public void listed(GroupVersionKind type, DocumentLocation documentLocation) {}

    @Override
    public void unrecognized(DocumentLocation documentLocation) {
      throw documentLocation.error("is not a Kubernetes object: it has no apiVersion and no kind.");
    }

    List<ApiObject> orThrow(String name) {
      if (objects.isEmpty()) {
        throw new InputException(name + " holds no Kubernetes objects.");
      }
      return List.copyOf(objects);
    }
  }
}

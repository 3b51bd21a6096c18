package dev.plimsoll.kube.file;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.InputFiles;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the documents of a file that configures a component of Kubernetes. */
final class ConfigurationDocuments implements ObjectSink {
  private final String kind;
  private final List<JsonTree> found = new ArrayList<>();

  private ConfigurationDocuments(String kind) {
    this.kind = kind;
  }

  /**
   * Returns the documents of all kinds.
   *
   * @param kind with its article, what the file should have
   * @throws InputException if the file can't be read, or has a list or something without kind
   */
  static List<JsonTree> read(Path file, String kind) {
    InputFiles.require(file);
    ConfigurationDocuments documents = new ConfigurationDocuments(kind);
    DocumentReader.read(file, documents);
    return documents.found;
  }

  @Override
  public void object(JsonTree object, DocumentLocation documentLocation) {
    found.add(object);
  }

  @Override
  public void item(JsonTree object, GroupVersionKind type, DocumentLocation documentLocation) {
    throw documentLocation.error("is a list, and should be " + kind + ".");
  }

  @Override
  public void listed(GroupVersionKind type, DocumentLocation documentLocation) {}

  @Override
  public void unrecognized(DocumentLocation documentLocation) {
    throw documentLocation.error("has no kind, and should be " + kind + ".");
  }
}

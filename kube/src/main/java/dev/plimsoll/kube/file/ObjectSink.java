package dev.plimsoll.kube.file;

import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import java.util.function.Consumer;

/** Receives what is found in files. */
interface ObjectSink {

  /** Takes an object that says its kind. */
  void object(JsonTree object, DocumentLocation documentLocation);

  /** Takes an item of a list of one kind, which may leave out its kind. */
  void item(JsonTree object, GroupVersionKind type, DocumentLocation documentLocation);

  /**
   * Notes that a list was read to its end, whether it had items or not.
   *
   * @param type the kind of its items; without a kind for a list of several
   */
  void listed(GroupVersionKind type, DocumentLocation documentLocation);

  /** Takes a document that isn't an object of the Kubernetes API. */
  void unrecognized(DocumentLocation documentLocation);

  /** Returns which parts of objects it doesn't need. */
  default JsonPruning pruning() {
    return JsonPruning.FOR_RULES;
  }

  /** Returns how many bytes of a list to read as a piece, zero for reading it in one go. */
  default int chunkSize() {
    return 0;
  }

  /** Takes what a piece of work finds, in its turn. Another thread may do the work. */
  default void chunk(Consumer<ObjectSink> work) {
    work.accept(this);
  }

  /** Returns when all pieces are done. */
  default void await() {}
}

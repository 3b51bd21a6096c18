package dev.plimsoll.kube.live;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kubernetes.cluster.Coverage;
import java.util.List;
import java.util.Optional;

/** Decides what of a cluster goes into a snapshot. */
interface SnapshotFilter {
  /** Everything goes in as it is. */
  SnapshotFilter ALL = (resource, object) -> Optional.of(object);

  /** Returns the written form of an object; empty if the object is left out. */
  Optional<JsonObject> kept(ApiResource resource, JsonObject object);

  /** Returns how much of a resource a reader may take for read. */
  default Coverage covered(ApiResource resource, Coverage known) {
    return known;
  }

  /** Returns the questions that the snapshot can't answer, a sentence each. */
  default List<String> limits() {
    return List.of();
  }

  /** Returns the indentation of the written objects; empty if only programs read them. */
  default String indent() {
    return "  ";
  }

  /** Returns the filter of a redaction. */
  static SnapshotFilter of(Redaction redaction) {
    if (redaction == Redaction.NONE) {
      return ALL;
    }
    Redactor redactor = new Redactor();
    return (resource, object) -> {
      redactor.redact(resource, object);
      return Optional.of(object);
    };
  }
}

package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;

/** An object, as owner references name it, in a namespace. */
record KindAndName(String kind, String namespace, String name) {

  static KindAndName of(ObjectReference ref) {
    return new KindAndName(ref.kind(), ref.namespace(), ref.name());
  }

  static KindAndName of(String kind, ObjectMeta meta) {
    return new KindAndName(kind, meta.namespace(), meta.name());
  }
}

package dev.plimsoll.kube.file;

import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.resource.SnapshotCoverage;
import dev.plimsoll.kube.resource.SnapshotUsage;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reads and checks the objects that are found, and keeps them until they are gathered. */
final class DecodedObjects implements ObjectSink {
  private final List<Consumer<SnapshotCollector>> found = new ArrayList<>();

  @Override
  public void object(JsonTree object, DocumentLocation documentLocation) {
    if (SnapshotCoverage.isOf(object)) {
      SnapshotCoverage recorded = FileObjectReader.readCoverage(object, documentLocation);
      found.add(g -> g.recorded(recorded, documentLocation));
    } else if (SnapshotUsage.isOf(object)) {
      MeasuredUsage usage = FileObjectReader.readUsage(object, documentLocation);
      found.add(g -> g.measured(usage));
    } else {
      add(FileObjectReader.read(object, documentLocation), object, documentLocation);
    }
  }

  @Override
  public void item(JsonTree object, GroupVersionKind type, DocumentLocation documentLocation) {
    add(FileObjectReader.read(object, type, documentLocation), object, documentLocation);
  }

  private void add(ApiObject object, JsonTree json, DocumentLocation documentLocation) {
    found.add(g -> g.add(object, json, documentLocation));
  }

  @Override
  public void listed(GroupVersionKind type, DocumentLocation documentLocation) {
    found.add(g -> g.listed(type, documentLocation));
  }

  @Override
  public void unrecognized(DocumentLocation documentLocation) {
    found.add(g -> g.unrecognized(documentLocation));
  }

  void addTo(SnapshotCollector snapshotCollector) {
    found.forEach(f -> f.accept(snapshotCollector));
  }
}

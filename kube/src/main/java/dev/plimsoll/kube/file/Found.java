package dev.plimsoll.kube.file;

import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.GroupVersionKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reads and checks the objects that are found, and keeps them until they are gathered. */
final class Found implements ObjectSink {
  private final List<Consumer<Gathering>> found = new ArrayList<>();

  @Override
  public void object(JsonTree object, Place place) {
    add(ObjectsFromFiles.read(object, place), object);
  }

  @Override
  public void item(JsonTree object, GroupVersionKind type, Place place) {
    add(ObjectsFromFiles.read(object, type, place), object);
  }

  private void add(ApiObject object, JsonTree json) {
    found.add(g -> g.add(object, json));
  }

  @Override
  public void listed(GroupVersionKind type) {
    found.add(g -> g.listed(type));
  }

  @Override
  public void foreign(Place place) {
    found.add(g -> g.foreign(place));
  }

  void passTo(Gathering gathering) {
    found.forEach(f -> f.accept(gathering));
  }
}

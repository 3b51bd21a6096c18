package dev.plimsoll.kube;

import com.google.gson.JsonParser;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kubernetes.object.ApiObject;

/** Makes objects of their JSON. */
public final class TestObjects {
  private TestObjects() {}

  /** Returns the tree of an object. */
  public static JsonTree tree(String json) {
    return JsonTree.of(JsonParser.parseString(json).getAsJsonObject());
  }

  /** Returns an object that says its kind. */
  public static ApiObject read(String json) {
    return ObjectReader.read(tree(json));
  }
}
